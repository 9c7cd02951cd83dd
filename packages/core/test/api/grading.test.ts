import { describe, expect, it } from 'vitest';
import { type EntryDraft, Grading, validateGradingEntry } from '../../src/index.js';
import { AT, answersTo, autonomousEntry, groupBoundEntry, PERSONA } from './entries.js';

const AREA = 'tools-aggregate-schema';
const BOUND = {
  schemaId: 'demo.prices',
  area: AREA,
  version: 'flowmcp/4.2.0',
  schemaHash: '0123abcd',
  gradingMode: 'full',
  gradingTier: 'autonomous',
  harness: 'other',
  subject: 'prices',
} as const;

function draft(): EntryDraft {
  const { entry, errors } = Grading.createEntry({ ...BOUND, createdAt: AT });
  if (!entry) throw new Error(errors.join('\n'));
  return entry;
}

describe('an entry from its draft to its letter', () => {
  it('is created without answers and without a grade', () => {
    expect(draft()).toMatchObject({
      gradingId: `0123abcd--2026-03-01T10-00-00Z--${AREA}--prices`,
      scoringSystem: 'scoringSystem/1.0.0',
      gradings: [],
      categoricalVeto: null,
      aggregateGrade: null,
      maxAttainableGrade: 'B',
    });
  });

  it('accepts a persona as an object and in the form of file names', () => {
    const skill = { ...BOUND, area: 'namespace-skills', skillId: 'plan', subject: 'prices.plan' } as const;
    for (const persona of [PERSONA, 'schema-maintainer--documentation-dx-reviewer']) {
      expect(Grading.createEntry({ ...skill, persona }).entry?.persona).toEqual(PERSONA);
    }
    expect(Grading.createEntry({ ...BOUND, persona: 'neutral' }).entry).not.toHaveProperty('persona');
    expect(Grading.createEntry({ ...skill, persona: 'nobody' }).errors.join()).toContain('GRD-002: /persona');
    expect(Grading.createEntry(skill).errors.join()).toContain('GRD-012: /persona');
  });

  it.each([
    [{ gradingTier: 'group-bound' }, 'GRD-004: /selectionId'],
    [{ gradingTier: 'alone' }, 'GRD-003: /gradingTier'],
    [{ schemaHash: 'xyz' }, 'GRD-002: /schemaHash'],
    [{ subject: undefined }, 'GRD-001: /subject'],
    [{ createdAt: 'yesterday' }, 'GRD-002: /createdAt'],
    [{ createdAt: '2026-03-01T10:00:00' }, 'GRD-002: /createdAt'],
    [{ grader: { kind: 'human', name: 'ada', version: '1' } }, 'GRD-011: /grader'],
  ])('reports what is missing: %j', (more, expected) => {
    const { entry, errors } = Grading.createEntry({ ...BOUND, ...more } as typeof BOUND);
    expect(entry).toBeNull();
    expect(errors.join('\n')).toContain(expected);
  });

  it('collects answers one by one, leaves its argument unchanged, and becomes a valid entry', () => {
    let entry = draft();
    for (const grading of answersTo(AREA, 4)) {
      const next = Grading.addGrading({ entry, grading });
      expect(next.errors).toEqual([]);
      expect(next.entry?.gradings).toHaveLength(entry.gradings.length + 1);
      entry = next.entry as EntryDraft;
    }
    const { aggregateGrade, rawGrade, normalizedScore, errors } = Grading.computeAggregateGrade({ entry });
    expect({ aggregateGrade, rawGrade, normalizedScore, errors }).toEqual({
      aggregateGrade: 'B',
      rawGrade: 'B',
      normalizedScore: 4,
      errors: [],
    });
    expect(validateGradingEntry({ entry: { ...entry, aggregateGrade } }).errors).toEqual([]);
    expect(validateGradingEntry({ entry }).valid).toBe(false);
  });

  it.each([
    [{ score: 6 }, 'SCO-001'],
    [{ weight: -1 }, 'SCO-004'],
    [{ questionId: 'Q-single-test-04' }, 'SCO-002'],
    [{ score: 'n/a' }, 'NA-001'],
  ] as const)('takes no answer that is none: %j', (more, code) => {
    const [first] = answersTo(AREA);
    const grading = { ...first, ...more } as NonNullable<typeof first>;
    const { entry, errors } = Grading.addGrading({ entry: draft(), grading });
    expect(entry).toBeNull();
    expect(errors.join()).toContain(code);
  });
});

describe('the grade', () => {
  it.each([
    [5, 'A', 'B'],
    [4.5, 'A', 'B'],
    [4.4999, 'B', 'B'],
    [3.5, 'B', 'B'],
    [3.4999, 'C', 'C'],
    [2.5, 'C', 'C'],
    [1.5, 'D', 'D'],
    [1, 'F', 'F'],
  ] as const)('of a mean of %d is %s, on the autonomous tier %s', (score, rawGrade, aggregateGrade) => {
    const alone = Grading.computeAggregateGrade({
      entry: autonomousEntry({ gradings: answersTo(AREA, score) }),
    });
    expect(alone).toMatchObject({ rawGrade, aggregateGrade, maxAttainableGrade: 'B' });
    const group = Grading.computeAggregateGrade({
      entry: { gradingTier: 'group-bound', gradings: answersTo(AREA, score) },
    });
    expect(group).toMatchObject({ rawGrade, aggregateGrade: rawGrade, maxAttainableGrade: 'A' });
  });

  it('counts the newest answer to a question, but neither n/a nor stale', () => {
    const [first, second, third] = answersTo(AREA, 2);
    if (!first || !second || !third) throw new Error('too few questions');
    const gradings = [
      { ...first, score: 5, timestamp: '2026-03-02T10:00:00Z' },
      first,
      { ...second, score: 'n/a' as const },
      { ...third, score: 'stale' as const },
    ];
    expect(Grading.computeAggregateGrade({ entry: { gradingTier: 'autonomous', gradings } })).toMatchObject({
      normalizedScore: 5,
      errors: [],
    });
  });

  it('is REJECTED under a veto, whatever the answers', () => {
    const { entry } = { entry: autonomousEntry() };
    const veto = {
      triggeredBy: 'illegal-content',
      graderIdentity: { kind: 'human', name: 'a', version: '1' },
      evidence: 'x',
      timestamp: AT,
    } as const;
    expect(Grading.computeAggregateGrade({ entry: { ...entry, categoricalVeto: veto } })).toMatchObject({
      aggregateGrade: 'REJECTED',
      rawGrade: null,
      normalizedScore: null,
    });
  });

  it.each([
    [{ gradings: [] }, null, []],
    [{ gradings: answersTo(AREA, 9) }, null, ['SCO-001']],
    [{ gradings: [{ ...answersTo(AREA)[0], weight: undefined }] }, null, ['SCO-004']],
    [undefined, null, ['GRD-001']],
    [{ gradings: 'many', gradingTier: 'none' }, null, ['GRD-003', 'GRD-002']],
  ])('is null for %j', (more, aggregateGrade, codes) => {
    const entry = more && { gradingTier: 'autonomous', ...more };
    const found = Grading.computeAggregateGrade({ entry } as Parameters<
      typeof Grading.computeAggregateGrade
    >[0]);
    expect(found.aggregateGrade).toBe(aggregateGrade);
    expect([...new Set(found.errors.map((text) => text.split(':')[0]))].sort()).toEqual([...codes].sort());
  });
});

describe('an entry over time', () => {
  it('is read from its text, but only if it is valid', () => {
    const entry = groupBoundEntry();
    expect(Grading.readEntry({ json: JSON.stringify(entry) })).toEqual({ entry, errors: [] });
    expect(Grading.readEntry({ json: '{' }).errors.join()).toContain('GRD-020');
    for (const json of ['null', '3', '[]', undefined as unknown as string]) {
      expect(Grading.readEntry({ json }).entry).toBeNull();
    }
  });

  it('is accepted with the harness of another version, but not written with it (decision 0012)', () => {
    const entry = { ...groupBoundEntry(), harness: 'example-grader' };
    expect(Grading.readEntry({ json: JSON.stringify(entry) })).toEqual({ entry, errors: [] });
    expect(Grading.checkAging({ entry, now: new Date() }).errors).toEqual([]);
    expect(validateGradingEntry({ entry }).errors.join()).toContain('GRD-002: /harness');
  });

  it('is followed by a draft that refers to it, with the same area, persona and skill', () => {
    const entry = groupBoundEntry();
    const { newEntry, errors } = Grading.applyRegradingTrigger({
      entry,
      regradingTrigger: 'scheduled',
      at: '2026-04-01T00:00:00Z',
    });
    expect(errors).toEqual([]);
    expect(newEntry).toMatchObject({
      gradingId: '0123abcd--2026-04-01T00-00-00Z--selection-skills-L1--start-here',
      persona: PERSONA,
      skillId: 'start-here',
      gradings: [],
      aggregateGrade: null,
      regradingTrigger: { triggeredBy: 'scheduled', previousGradingId: entry.gradingId },
    });
    const told = { triggeredBy: 'user-report' } as const;
    expect(Grading.applyRegradingTrigger({ entry, regradingTrigger: told }).errors.join()).toContain(
      'RUN-007',
    );
    const wrong = 'because' as 'scheduled';
    expect(Grading.applyRegradingTrigger({ entry, regradingTrigger: wrong }).newEntry).toBeNull();
  });

  it('keeps its grade, and lists the answers that have aged', () => {
    const entry = autonomousEntry({
      area: 'single-test',
      gradings: answersTo('single-test', 4),
    });
    const at = (days: number) => new Date(Date.parse(AT) + days * 24 * 60 * 60 * 1000);
    expect(Grading.checkAging({ entry, now: at(14) })).toEqual({
      entry,
      staleQuestions: [],
      agedDimensions: [],
      agedScore: undefined,
      beyondRetention: false,
      errors: [],
    });
    const aged = Grading.checkAging({ entry, now: at(15) });
    expect(aged.staleQuestions).toContain('Q-single-test-02');
    expect(aged.staleQuestions).not.toContain('Q-single-test-04');
    expect(aged.agedScore).toBe(4);
    const stale = aged.entry?.gradings.filter(({ score }) => score === 'stale');
    expect(stale?.map(({ questionId }) => questionId)).toEqual(aged.agedDimensions);
    expect(Grading.checkAging({ entry, now: at(181) }).beyondRetention).toBe(true);
    expect(Grading.checkAging({ entry, now: 'soon' }).errors.join()).toContain('GRD-002: /now');
  });

  it('gets a file name that can be read back', () => {
    const timestamp = '2026-03-01T10-00-00Z';
    expect(Grading.formatGradingFilename({ area: AREA, timestamp }).filename).toBe(
      `${AREA}--${timestamp}.json`,
    );
    const parts = {
      area: 'namespace-skills',
      basePersona: 'ai-engineer',
      lens: 'general',
      timestamp,
    } as const;
    expect(Grading.formatGradingFilename(parts).filename).toBe(
      `namespace-skills--ai-engineer--general--${timestamp}.json`,
    );
  });

  it.each([
    [{ area: 'other' }, '/area'],
    [{ timestamp: '2026-13-01T10-00-00Z' }, '/timestamp'],
    [{ basePersona: 'ai-engineer' }, '/lens'],
    [{ lens: 'general' }, '/basePersona'],
    [{ basePersona: 'ai-engineer', lens: 'Not a lens' }, '/lens'],
    [{ basePersona: 'king', lens: 'general' }, '/basePersona'],
  ])('gets no other file name: %j', (more, place) => {
    const parts = { area: AREA, timestamp: '2026-03-01T10-00-00Z', ...more };
    const { filename, errors } = Grading.formatGradingFilename(parts as never);
    expect(filename).toBeNull();
    expect(errors.join()).toContain(`GRD-002: ${place}`);
  });

  it('is judged by no other rules than those it names', () => {
    for (const more of [{ gradingSystem: 'gradingSystem/9.0.0' }, { scoringSystem: 'scoringSystem/9.0.0' }]) {
      const entry = autonomousEntry(more);
      const computed = Grading.computeAggregateGrade({ entry });
      expect([computed.aggregateGrade, computed.maxAttainableGrade]).toEqual([null, null]);
      expect(computed.errors.join()).toMatch(/^GRD-002: \/entry\/(?:grading|scoring)System/);
      expect(Grading.checkAging({ entry, now: AT }).errors.join()).toContain('System');
      const { newEntry } = Grading.applyRegradingTrigger({ entry, regradingTrigger: 'scheduled' });
      expect(newEntry ?? autonomousEntry()).toMatchObject({ gradingSystem: autonomousEntry().gradingSystem });
    }
  });

  it('exposes the version and the numbers of its rules', () => {
    expect(Grading.getVersion()).toEqual({ version: 'gradingSystem/1.0.0' });
    expect(Grading.AGING_DEFAULTS).toEqual({ apiDays: 14, tosDays: 30, aboutDays: 90, retentionDays: 180 });
    expect(Grading.VALID_AREAS).toHaveLength(11);
  });
});

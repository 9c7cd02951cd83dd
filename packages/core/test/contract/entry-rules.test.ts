// Requirements of chapter 08 on an entry, field by field: an entry that breaks one is refused, here and upstream.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkEntry } from '../../src/grade/entry/check-entry.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { NA_REASONS, REGRADING_TRIGGERS, VETO_TRIGGERS } from '../../src/spec/vocabulary.js';
import { readUpstream } from '../conformance/shared-vectors.js';

type Json = Record<string, unknown>;
type Change = (entry: Json & { gradings: [Json, Json] }) => void;

const HASH = '0123abcd';
const AT = '2026-03-01T10:00:00.000Z';
const SCRIPT = { kind: 'script', name: '@flowmcp/grading-core', version: '0.1.0' };
const LLM = { kind: 'llm', name: 'evaluate', version: '1.0.0' };
const PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' };

/** An entry about a tool, with an answer of code and one of a model. */
function ofTool(): Json & { gradings: [Json, Json] } {
  return {
    gradingId: `${HASH}--2026-03-01T10-00-00Z--single-test--alpha.getItems`,
    schemaId: 'demo.getItems',
    area: 'single-test',
    version: 'flowmcp/4.0.0',
    schemaHash: HASH,
    gradingMode: 'full',
    gradingTier: 'autonomous',
    harness: 'claude-code',
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    gradings: [
      {
        questionId: 'Q-single-test-02',
        score: 'pass',
        weight: 0.33,
        determinism: 'deterministic',
        graderIdentity: SCRIPT,
        timestamp: AT,
      },
      {
        questionId: 'Q-single-test-04',
        score: 4,
        weight: 0.34,
        determinism: 'non-deterministic',
        graderIdentity: LLM,
        llmModel: 'claude-opus-4-7',
        selectionContext: { groupId: 'demo', personaIds: ['schema-maintainer'] },
        timestamp: AT,
        reasoning: 'clear',
      },
    ],
    categoricalVeto: null,
    aggregateGrade: 'B',
    maxAttainableGrade: 'B',
  };
}

const selectionOf = (entry: Json, more: Json = {}) =>
  Object.assign(entry, {
    area: 'selection-aggregate',
    gradingTier: 'group-bound',
    selectionId: 'crypto',
    persona: PERSONA,
    aggregateGrade: 'A',
    maxAttainableGrade: 'A',
    ...more,
  });
const skillOf = (entry: Json, more: Json = {}) =>
  Object.assign(entry, { area: 'namespace-skills', skillId: 'find-items', persona: PERSONA, ...more });
const vetoed = (entry: Json, more: Json = {}) =>
  Object.assign(entry, {
    aggregateGrade: 'REJECTED',
    categoricalVeto: {
      triggeredBy: 'ai-security-veto',
      graderIdentity: LLM,
      evidence: 'line 7',
      reasoning: 'it sends the prompt along',
      timestamp: AT,
      ...more,
    },
  });
const regraded = (entry: Json, more: Json = {}) =>
  Object.assign(entry, {
    regradingTrigger: {
      triggeredBy: 'user-report',
      reportedIssue: 'no answer',
      requestedBy: 'a user',
      previousGradingId: `${HASH}--2026-02-01T10-00-00Z--single-test--alpha.getItems`,
      timestamp: AT,
      ...more,
    },
  });

/** Upstream's own schema; null if the checkout stands alone. */
const upstream = compileUpstream();

function changed(change: Change): unknown {
  const entry = ofTool();
  change(entry);
  // Drop members set to undefined, as a file would.
  return JSON.parse(JSON.stringify(entry));
}

describe('an entry is valid', () => {
  it.each<[string, Change]>([
    ['of a tool', () => undefined],
    ['of a skill', (entry) => skillOf(entry)],
    ['of a selection: the same shape, with the other tier', (entry) => selectionOf(entry)],
    ['under a veto', (entry) => vetoed(entry)],
    ['graded again', (entry) => regraded(entry)],
    [
      'of another scoring system with the same grading system',
      (entry) => set(entry, 'scoringSystem', 'scoringSystem/1.1.0'),
    ],
    [
      'of another grading system with the same scoring system',
      (entry) => set(entry, 'gradingSystem', 'gradingSystem/2.0.0'),
    ],
    ...NA_REASONS.map((naReason): [string, Change] => [
      `n/a with ${naReason}`,
      ({ gradings: [, answer] }) => Object.assign(answer, { score: 'n/a', naReason }),
    ]),
    ...VETO_TRIGGERS.map((triggeredBy): [string, Change] => [
      `with the veto ${triggeredBy}`,
      (entry) => vetoed(entry, { triggeredBy }),
    ]),
    ...REGRADING_TRIGGERS.map((triggeredBy): [string, Change] => [
      `regraded for ${triggeredBy}`,
      (entry) => regraded(entry, { triggeredBy }),
    ]),
  ])('%s', (_, change) => {
    const entry = changed(change);
    expect(checkEntry(entry).problems).toEqual([]);
    if (upstream) expect(upstream(entry), JSON.stringify(upstream.errors)).toBe(true);
  });
});

/** Fields of every entry: test without them, and with an invalid value. */
const FIELDS: readonly [keyof GradingEntry, wrong: unknown][] = [
  ['gradingId', 'no-hash--x'],
  ['schemaId', 'demo'],
  ['area', 'everything'],
  ['version', 'flowmcp/3.0.0'],
  ['schemaHash', '0123'],
  ['gradingMode', 'half'],
  ['gradingTier', 'grouped'],
  ['harness', 'somebody'],
  ['scoringSystem', '1.0.0'],
  ['gradingSystem', 'scoringSystem/1.0.0'],
  ['gradings', []],
  ['categoricalVeto', false],
  ['aggregateGrade', 'E'],
  ['maxAttainableGrade', 'C'],
];

const ANSWER_FIELDS: readonly [field: string, wrong: unknown][] = [
  ['questionId', 'single-test-02'],
  ['score', '4'],
  ['weight', '0.33'],
  ['determinism', 'random'],
  ['graderIdentity', 'a script'],
  ['timestamp', 'yesterday'],
];

const VETO_FIELDS: readonly [field: string, wrong: unknown][] = [
  ['triggeredBy', 'bad-style'],
  ['graderIdentity', 'a script'],
  ['evidence', 7],
  ['timestamp', 'yesterday'],
];

const TRIGGER_FIELDS: readonly [field: string, wrong: unknown][] = [
  ['triggeredBy', 'whim'],
  ['previousGradingId', 7],
  ['timestamp', 'yesterday'],
];

describe('an entry is refused', () => {
  it.each(FIELDS)('without %s, and with %j in its place', (field, wrong) => {
    refuses((entry) => set(entry, field, undefined), `/${field}`);
    refuses((entry) => set(entry, field, wrong), `/${field}`);
  });

  it.each(ANSWER_FIELDS)('with an answer without %s, and with %j in its place', (field, wrong) => {
    refuses(({ gradings: [answer] }) => set(answer, field, undefined), `/gradings/0/${field}`);
    refuses(({ gradings: [answer] }) => set(answer, field, wrong), `/gradings/0/${field}`);
  });

  it.each(VETO_FIELDS)('with a veto without %s, and with %j in its place', (field, wrong) => {
    refuses((entry) => vetoed(entry, { [field]: undefined }), `/categoricalVeto/${field}`);
    refuses((entry) => vetoed(entry, { [field]: wrong }), `/categoricalVeto/${field}`);
  });

  it.each(TRIGGER_FIELDS)('with a trigger without %s, and with %j in its place', (field, wrong) => {
    refuses((entry) => regraded(entry, { [field]: undefined }), `/regradingTrigger/${field}`);
    refuses((entry) => regraded(entry, { [field]: wrong }), `/regradingTrigger/${field}`);
  });

  it.each<[string, Change, string]>([
    [
      'group-bound without a selection',
      (entry) => selectionOf(entry, { selectionId: undefined }),
      '/selectionId',
    ],
    ['a persona area without a persona', (entry) => selectionOf(entry, { persona: undefined }), '/persona'],
    [
      'a persona of no base',
      (entry) => selectionOf(entry, { persona: { ...PERSONA, basePersonaId: 'wizard' } }),
      '/persona/basePersonaId',
    ],
    [
      'a persona without a lens',
      (entry) => selectionOf(entry, { persona: { basePersonaId: 'ai-engineer' } }),
      '/persona/lensId',
    ],
    ['a namespace skill without its name', (entry) => skillOf(entry, { skillId: undefined }), '/skillId'],
    [
      'an L1 skill without its name',
      (entry) => selectionOf(entry, { area: 'selection-skills-L1' }),
      '/skillId',
    ],
    [
      'an L2 skill without its name',
      (entry) => selectionOf(entry, { area: 'selection-skills-L2' }),
      '/skillId',
    ],
    [
      'an L3 skill without its name',
      (entry) => selectionOf(entry, { area: 'selection-skills-L3' }),
      '/skillId',
    ],
    [
      'a model without its name',
      ({ gradings: [, answer] }) => set(answer, 'llmModel', undefined),
      '/gradings/1/llmModel',
    ],
    [
      'a judgement without its context',
      ({ gradings: [, answer] }) => set(answer, 'selectionContext', undefined),
      '/gradings/1/selectionContext',
    ],
    [
      'a judgement of nobody',
      ({ gradings: [, answer] }) => set(answer, 'selectionContext', { groupId: 'demo', personaIds: [] }),
      '/gradings/1/selectionContext/personaIds',
    ],
    [
      'n/a without a reason',
      ({ gradings: [, answer] }) => set(answer, 'score', 'n/a'),
      '/gradings/1/naReason',
    ],
    [
      'n/a with a reason of its own',
      ({ gradings: [, answer] }) => Object.assign(answer, { score: 'n/a', naReason: 'lazy' }),
      '/gradings/1/naReason',
    ],
    [
      'a veto that leaves a grade',
      (entry) => vetoed(entry) && set(entry, 'aggregateGrade', 'B'),
      '/aggregateGrade',
    ],
    ['an ai veto without evidence', (entry) => vetoed(entry, { evidence: '' }), '/categoricalVeto/evidence'],
    ['an ai veto without reasoning', (entry) => vetoed(entry, { reasoning: undefined }), '/categoricalVeto'],
    [
      'a report without its issue',
      (entry) => regraded(entry, { reportedIssue: undefined }),
      '/regradingTrigger',
    ],
    ['a report of nobody', (entry) => regraded(entry, { requestedBy: undefined }), '/regradingTrigger'],
    ['a field of its own', (entry) => set(entry, 'grade', 'B'), '/grade'],
    [
      'an opinion on terms in a field of its own',
      (entry) => set(entry, 'legalAssessment', 'free to use'),
      '/legalAssessment',
    ],
    [
      'the previous grading in an answer',
      ({ gradings: [answer] }) => set(answer, 'previousGradingId', 'x'),
      '/gradings/0/previousGradingId',
    ],
  ])('%s', (_, change, path) => refuses(change, path));

  it.each<[string, Change, string]>([
    ['A of a tool', (entry) => set(entry, 'aggregateGrade', 'A'), '/aggregateGrade'],
    ['A as the best a tool can get', (entry) => set(entry, 'maxAttainableGrade', 'A'), '/maxAttainableGrade'],
    [
      'a tool on the tier of selections',
      (entry) =>
        Object.assign(entry, { gradingTier: 'group-bound', selectionId: 'x', maxAttainableGrade: 'A' }),
      '/gradingTier',
    ],
    [
      'a selection on the tier of schemas',
      (entry) =>
        selectionOf(entry, { gradingTier: 'autonomous', aggregateGrade: 'B', maxAttainableGrade: 'B' }),
      '/gradingTier',
    ],
  ])("%s, which upstream's schema cannot express", (_, change, path) => {
    expect(placesIn(changed(change))).toEqual([path]);
  });
});

function refuses(change: Change, path: string): void {
  const entry = changed(change);
  expect(placesIn(entry)).toContain(path);
  if (upstream) expect(upstream(entry), `upstream takes it: ${path}`).toBe(false);
}

function placesIn(entry: unknown): (string | undefined)[] {
  return checkEntry(entry).problems.map(({ where }) => where?.path);
}

function set(target: object, field: string, value: unknown): void {
  Object.assign(target, { [field]: value });
}

function compileUpstream() {
  const text = readUpstream('upstream/08-grading-model.schema.json');
  if (text === null) return null;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(text));
}

// Whatever the quick check of an entry accepts, the full shape accepts too, for any change to an entry.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholeEntry } from '../../src/grade/whole-entry.js';
import { gradingEntry, storedEntry } from '../../src/spec/entry.js';

const GRADER = { kind: 'llm', name: 'a-grader', version: '1.0.0' };
const TIME = '2026-03-01T12:00:00.000Z';

const answer = {
  questionId: 'Q-single-test-04',
  score: 4,
  weight: 1,
  determinism: 'non-deterministic',
  graderIdentity: GRADER,
  llmModel: 'a-model',
  selectionContext: { groupId: 'demo', personaIds: ['decision-maker'], domainDocId: 'about' },
  timestamp: TIME,
  evidence: 'tools/a/tests/test-1.json',
  reasoning: 'it says so',
};

const entry = {
  gradingId: '0123abcd--2026-03-01T12-00-00Z--single-test--a.b',
  schemaId: 'demo.getItems',
  selectionId: 'group',
  area: 'single-test',
  skillId: 'a-skill',
  version: 'flowmcp/4.0.0',
  schemaHash: '0123abcd',
  aboutHash: '0123abcd',
  gradingMode: 'full',
  gradingTier: 'autonomous',
  harness: 'other',
  persona: { basePersonaId: 'decision-maker', lensId: 'general' },
  scoringSystem: 'scoringSystem/1.0.0',
  gradingSystem: 'gradingSystem/1.0.0',
  gradings: [answer, { ...answer, score: 'n/a', naReason: 'not-applicable-to-tool-type' }],
  categoricalVeto: {
    triggeredBy: 'illegal-content',
    graderIdentity: GRADER,
    evidence: 'a reason',
    reasoning: '',
    timestamp: TIME,
  },
  regradingTrigger: {
    triggeredBy: 'user-report',
    reportedIssue: '',
    requestedBy: '',
    previousGradingId: 'x',
    timestamp: TIME,
  },
  aggregateGrade: 'REJECTED',
  maxAttainableGrade: 'B',
};

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

/** A copy with one member replaced, removed or added. */
function changed(path: Path, change: { kind: 'set' | 'remove' | 'add'; value: unknown }): unknown {
  const copy: unknown = structuredClone(entry);
  const [last, ...above] = [...path].reverse();
  if (last === undefined) return change.kind === 'set' ? change.value : copy;
  const holder = above.reverse().reduce((at, key) => (at as Record<string, unknown>)[key], copy);
  const members = holder as Record<string, unknown>;
  if (Array.isArray(members) && change.kind !== 'set') members.splice(Number(last), 1);
  else if (change.kind === 'remove') delete members[last];
  else members[change.kind === 'add' ? `${last}x` : last] = change.value;
  return copy;
}

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    0,
    1,
    5,
    5.1,
    -1,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    '',
    ' ',
    'A',
    'B',
    'fail',
    'stale',
    'partial',
    'script',
    null,
    [],
    {},
  ),
  fc.constantFrom(
    'example-grader',
    'Example Grader',
    'other\n',
    '2024-02-29T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-03-01T12:00Z',
  ),
  fc.constantFrom('2026-03-01T24:00:00Z', '2026-03-01T12:00:00+01:00', '2026-03-01T12:00:00.123456Z', 'Q-\n'),
);

describe('the quick check of an entry', () => {
  it('notices a weight that no number can hold, which JSON allows', () => {
    const text = JSON.stringify(entry).replace(/"weight":[\d.]+/, '"weight":1e999');
    expect(storedEntry.safeParse(JSON.parse(text)).success).toBe(false);
    expect(isWholeEntry(JSON.parse(text))).toBe(false);
  });

  it('notices a list with a hole', () => {
    const [answer] = entry.gradings;
    const gradings = new Array(2);
    gradings[1] = answer;
    expect(isWholeEntry({ ...entry, gradings })).toBe(false);
  });

  it('recognizes a whole entry, with all of its members or only the required ones', () => {
    expect(storedEntry.safeParse(entry).error?.issues).toBeUndefined();
    expect(isWholeEntry(entry)).toBe(true);
    const {
      selectionId: _s,
      skillId: _k,
      aboutHash: _a,
      persona: _p,
      regradingTrigger: _r,
      ...least
    } = entry;
    expect(isWholeEntry({ ...least, categoricalVeto: null, aggregateGrade: 'B' })).toBe(true);
  });

  it('accepts nothing that the shape refuses', () => {
    const change = fc.record({
      kind: fc.constantFrom('set' as const, 'remove' as const, 'add' as const),
      value: odd,
    });
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(entry)), change, (path, what) => {
        const value = changed(path, what);
        if (!isWholeEntry(value)) return;
        const parsed = storedEntry.safeParse(value);
        expect(parsed.error?.issues).toBeUndefined();
        expect(parsed.data).toEqual(value);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['an own __proto__', JSON.parse(JSON.stringify(entry).replace('{', '{"__proto__":{},'))],
    ['a list', [entry]],
    ['no answer', { ...entry, gradings: [] }],
    ['a text for a score', { ...entry, gradings: [{ ...answer, score: '4' }] }],
    ['a list for evidence', { ...entry, gradings: [{ ...answer, evidence: [] }] }],
    ['nothing for evidence', { ...entry, gradings: [{ ...answer, evidence: '' }] }],
  ])('is not sure about %s', (_, value) => {
    expect(isWholeEntry(value)).toBe(false);
  });

  it('accepts the harness name of another version, but no text that is not a name', () => {
    const takes = (harness: string) => {
      const value = { ...entry, harness };
      return [
        isWholeEntry(value),
        storedEntry.safeParse(value).success,
        gradingEntry.safeParse(value).success,
      ];
    };
    expect(takes('other')).toEqual([true, true, true]);
    expect(takes('example-grader')).toEqual([true, true, false]);
    for (const none of ['', 'Some Body', 'a--b', 'other\n', '\u001b[31mred'])
      expect([none, ...takes(none)]).toEqual([none, false, false, false]);
  });

  it('accepts evidence that is an object, as the shape does', () => {
    const value = {
      ...entry,
      gradings: [{ ...answer, evidence: { text: 'a', gathered: { originMap: true } } }],
    };
    expect([isWholeEntry(value), storedEntry.safeParse(value).success]).toEqual([true, true]);
  });
});

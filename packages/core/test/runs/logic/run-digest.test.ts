// The digest of a run reveals every change in its documents, and its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOfRun, digestRun } from '../../../src/runs/logic/run-digest.js';
import { canonicalJson, hashValue, sha256 } from '../../../src/spec/hash.js';
import type { AskedSubject, StateFile } from '../../../src/spec/state.js';
import { groupBy } from '../../../src/values/group-by.js';
import { isRecord } from '../../../src/values/is-record.js';
import { formatPointer } from '../../../src/values/value-path.js';

const AT = '2026-03-01T10:00:00.000Z';

function asked(subject: string): AskedSubject {
  return {
    area: 'single-test',
    subject,
    node: `schemas.alpha.tools.${subject}`,
    folder: `alpha/tools/${subject}`,
    schemaHash: '12345678',
    schemaId: 'demo.getItems',
    version: 'flowmcp/4.2.0',
    persona: { basePersonaId: 'ai-engineer', lensId: 'general' },
    questions: ['Q-single-test-04', 'Q-single-test-05'],
    deterministic: [
      { questionId: 'Q-single-test-01', score: 'pass', weight: 2, reasoning: 'seen', timestamp: AT },
      { questionId: 'Q-single-test-02', score: 'fail', weight: 1, reasoning: 'seen', timestamp: AT },
    ],
  };
}

const state: StateFile = {
  target: 'providers/demo',
  flow: 'provider',
  tier: 'autonomous',
  taskId: 'demo--2026-03-01T10-00-00Z--12345678',
  status: 'prompts-emitted',
  gradingMode: 'full',
  createdAt: AT,
  lastUpdatedAt: AT,
  phases: { promptsEmitted: AT, scoresReceived: null, gradeComputed: null, indexRebuilt: null },
  runKey: '87654321',
  personaIds: ['schema-maintainer'],
  subjects: [asked('getItems'), asked('findItems')],
  askedByArea: { 'single-test': 2 },
};

const prompts = {
  taskId: state.taskId,
  scoringSystem: 'scoringSystem/1.0.0',
  prompts: [
    {
      id: 'single-test/getItems',
      questions: [{ questionId: 'Q-single-test-04', weight: 3, text: 'Is it so?' }],
      outputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    },
  ],
};

const known = digestRun({ state, prompts });

/** Every possible change in a document, with its JSON pointer. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, [...path, at]));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return [path];
}

function changed<T>(document: T, path: readonly (string | number)[]): T {
  const copy = structuredClone(document);
  const at = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], copy);
  (at as Record<string, unknown>)[String(path.at(-1))] = 'something else';
  return copy;
}

describe('a change in a run', () => {
  it('is not found if there is none, whatever the order of keys and the progress of the run', () => {
    const reversed = Object.fromEntries(Object.entries(prompts).reverse());
    const later: StateFile = {
      ...state,
      status: 'consuming',
      lastUpdatedAt: '2026-03-02T10:00:00.000Z',
      phases: { ...state.phases, scoresReceived: AT },
      consume: { scoresSha256: 'a', scoresPath: 'scores/a.json', timestamp: AT, entries: [] },
    };
    expect(changesOfRun(known, { state: later, prompts: reversed })).toEqual([]);
  });

  it.each<[string, (given: StateFile) => unknown, string]>([
    [
      'an answer by code',
      (s) => ({
        deterministic: [
          { ...s.subjects[0]?.deterministic[0], score: 'fail' },
          s.subjects[0]?.deterministic[1],
        ],
      }),
      '/subjects/0/deterministic/*/score',
    ],
    [
      'its weight',
      (s) => ({
        deterministic: [{ ...s.subjects[0]?.deterministic[0], weight: 9 }, s.subjects[0]?.deterministic[1]],
      }),
      '/subjects/0/deterministic/*/weight',
    ],
    ['the version', () => ({ version: 'flowmcp/4.9.0' }), '/subjects/0/version'],
    ['a key that was added', () => ({ maxGrade: 'B' }), '/subjects/0/maxGrade'],
  ])('is named: %s', (_, change, path) => {
    const [first, second] = state.subjects as [AskedSubject, AskedSubject];
    const subjects = [{ ...first, ...(change(state) as object) }, second];
    expect(changesOfRun(known, { state: { ...state, subjects }, prompts })).toEqual([
      { document: 'state', path },
    ]);
  });

  it('is named without an index if it is in several places', () => {
    const subjects = state.subjects.map((one) => ({ ...one, version: 'flowmcp/4.9.0' }));
    expect(changesOfRun(known, { state: { ...state, subjects }, prompts })).toEqual([
      { document: 'state', path: '/subjects/*/version' },
    ]);
  });

  it('is named as a whole in an object with many keys', () => {
    const [one] = prompts.prompts;
    const edited = { ...prompts, prompts: [{ ...one, outputSchema: { type: 'array' } }] };
    expect(changesOfRun(known, { state, prompts: edited })).toEqual([
      { document: 'prompts', path: '/prompts/0/outputSchema' },
    ]);
    expect(changesOfRun(known, { state, prompts: 'no document' })).toEqual([
      { document: 'prompts', path: '/' },
    ]);
  });

  it('is found for any single value of either document', () => {
    const frozen = leavesOf(state).filter(
      ([head]) => !['status', 'lastUpdatedAt', 'phases'].includes(String(head)),
    );
    const places = [
      ...frozen.map((path) => ({ document: 'state' as const, path })),
      ...leavesOf(prompts).map((path) => ({ document: 'prompts' as const, path })),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), ({ document, path }) => {
        const edited = {
          state: document === 'state' ? changed(state, path) : state,
          prompts: document === 'prompts' ? changed(prompts, path) : prompts,
        };
        const found = changesOfRun(known, edited);
        expect(found).toHaveLength(1);
        expect(found[0]?.document).toBe(document);
        expect(found[0]?.path.split('/')[1]).toBe(String(path[0]));
      }),
    );
  });

  it('is found if subjects were removed or reordered', () => {
    const reordered = [...state.subjects].reverse();
    for (const subjects of [reordered, state.subjects.slice(1)]) {
      expect(changesOfRun(known, { state: { ...state, subjects }, prompts })).not.toEqual([]);
    }
  });
});

// Journals keep these digests, so no later version may calculate them otherwise.
it('has the digests of the canonical JSON of the documents, their items and their leaves', () => {
  const item = fc.dictionary(
    fc.constantFrom('b', 'a', '10', '9', 'outputSchema', 'x/y~z'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  fc.assert(
    fc.property(fc.array(item), fc.jsonValue(), (items, other) => {
      const document = { z: other, prompts: items, a: { prompts: items } };
      const { prompts: found } = digestRun({ state, prompts: document });
      expect(found.sha256).toBe(sha256(canonicalJson(document)));
      expect(found.items).toEqual(items.map(hashValue));
      const leaves = groupBy(writtenLeaves(document, []), ([path]) =>
        formatPointer(path.map((key) => (typeof key === 'number' ? '*' : key))),
      );
      const texts = [...leaves].map(([name, all]) => [
        name,
        all.map(([path, text]) => `${formatPointer(path)} ${text}`),
      ]);
      expect(found.fields).toEqual(Object.fromEntries(texts.map(([name, all]) => [name, hashValue(all)])));
    }),
  );
});

function writtenLeaves(
  value: unknown,
  path: readonly (string | number)[],
): [readonly (string | number)[], string][] {
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  if (members.length === 0 || path.at(-1) === 'outputSchema') return [[path, canonicalJson(value)]];
  return members.flatMap(([key, member]) => writtenLeaves(member, [...path, key]));
}

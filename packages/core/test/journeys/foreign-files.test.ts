// Files in an island that were written by others or are in the wrong place.
import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import type { GradingError } from '../../src/problems/problem.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { StateFile } from '../../src/spec/state.js';
import { fillScores } from './filled-scores.js';
import { forgetLines } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** One schema with one tool, all graded B. */
async function openGraded(): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace({
    demo: { 'alpha.mjs': schemaText({ tools: { getItems: toolAt('/ok') } }) },
  });
  place.origin = provider.origin;
  await place.import();
  await place.emit();
  await place.consume(fillScores(place.prompts()));
  place.wait();
  return place;
}

const GRADINGS = 'providers/demo/alpha/tools/getItems/_gradings';
const nodeOf = (place: Workplace) => place.index().schemas.alpha?.tools.getItems;

describe('entries written by others', () => {
  let place: Workplace & AsyncDisposable;
  let entry: GradingEntry;
  beforeEach(async () => {
    place = await openGraded();
    const [path = ''] = pathsOf(place.tree(), GRADINGS);
    entry = place.json(path);
    return () => place[Symbol.asyncDispose]();
  });

  /** Adds a newer entry and returns the node after a rebuild. */
  async function withEntry(text: string, name = 'single-test--2026-03-01T11-00-00Z.json') {
    await place.write(`island/${GRADINGS}/${name}`, text);
    const { status, results, errors } = await place.rebuild();
    expect([status, errors]).toEqual([true, []]);
    return { node: nodeOf(place), warnings: results[0]?.warnings ?? [] };
  }

  it.each(['null', '[]', '3', '{}', '{"aggregateGrade": null}', '', '{"gradingId": "'])(
    '%j is named, and the earlier entry still decides the node',
    async (text) => {
      const { node, warnings } = await withEntry(text);
      expect(node).toMatchObject({ status: 'stable', grade: 'B' });
      expect(codesOf(warnings)).toEqual(['IDX-004']);
      expect(warnings[0]?.where?.file).toBe(`${GRADINGS}/single-test--2026-03-01T11-00-00Z.json`);
    },
  );

  it('an unreadable entry without others blocks its node with that reason', async () => {
    await forgetLines(place, ['entry']);
    await place.fixture.rm(`island/${GRADINGS}`);
    const { node } = await withEntry('null');
    expect(node).toMatchObject({ status: 'blocked', reason: 'entry unreadable' });
  });

  it.each([
    'single-test--2026-03-01T11-00-00Z.json.tmp',
    '.tmp-1-single-test--2026-03-01T11-00-00Z.json',
    'single-test--2026-13-01T11-00-00Z.json',
    'single-test--zebra--2026-03-01T11-00-00Z.json',
    'other-area--2026-03-01T11-00-00Z.json',
    'notes.txt',
  ])('%s is not an entry', async (name) => {
    const before = place.tree().get('providers/demo/index.json');
    const { warnings } = await withEntry('null', name);
    expect(warnings).toEqual([]);
    expect(place.tree().get('providers/demo/index.json')).toEqual(before);
  });

  it('a persona in its name does not make an older entry the newest (D4)', async () => {
    const older = { ...entry, aggregateGrade: 'F' as const };
    const { node } = await withEntry(
      JSON.stringify(older),
      'single-test--schema-maintainer--documentation-dx-reviewer--2026-02-01T00-00-00Z.json',
    );
    expect(node).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('a veto rejects, whatever its grade', async () => {
    const grader = { kind: 'human', name: 'reviewer', version: '1' } as const;
    const vetoed: GradingEntry = {
      ...entry,
      categoricalVeto: {
        triggeredBy: 'illegal-content',
        graderIdentity: grader,
        evidence: 'seen',
        timestamp: '2026-03-01T11:00:00Z',
      },
    };
    const { node } = await withEntry(JSON.stringify(vetoed));
    expect(node).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
  });

  it('an A beyond the limit of its tier becomes a B', async () => {
    const { node } = await withEntry(JSON.stringify({ ...entry, aggregateGrade: 'A' }));
    expect(node).toMatchObject({ status: 'stable', grade: 'B', rawGrade: 'A' });
  });
});

describe('files in the wrong place', () => {
  it('a folder with an invalid namespace name does not affect the others', async () => {
    await using place = await openGraded();
    mkdirSync(`${place.root}/providers/Not_a-Namespace`);
    const before = place.tree();
    const rebuilt = await place.rebuild('providers/demo');
    expect(rebuilt.errors).toEqual([]);
    for (const { results, errors } of [
      await readState({ island: place.island(), targets: [], all: true }),
      await place.emit('', { targets: [], all: true }),
    ]) {
      expect(results.map(({ target }) => target)).toEqual(['providers/demo']);
      expect(codesOf(errors)).toEqual([]);
    }
    expect(place.tree()).toEqual(before);
  });

  it('a link out of the island is neither a namespace nor a schema', async () => {
    await using place = await openGraded();
    symlinkSync(place.path('demo'), `${place.root}/providers/linked`);
    symlinkSync(place.path('demo'), `${place.root}/providers/demo/linked`);
    const { errors } = await readState({ island: place.island(), targets: ['linked'] });
    expect(codesOf(errors)).toEqual(['TGT-001']);
    await place.rebuild();
    expect(Object.keys(place.index().schemas)).toEqual(['alpha']);
  });

  it.each(['../demo', 'demo/../../x', '/etc', 'providers/../demo', 'demo/..', ''])(
    'the target %j is refused',
    async (target) => {
      await using place = await openGraded();
      const before = place.tree();
      const { status, results, errors } = await place.emit(target);
      expect([status, results, codesOf(errors)]).toEqual([false, [], ['TGT-001']]);
      expect(place.tree()).toEqual(before);
    },
  );

  it.each([
    ['the snapshot', 'alpha/schema'],
    ['the whole folder', 'alpha'],
  ])(
    'a member of which %s is gone stops what would grade without it, until it is imported',
    async (_, gone) => {
      await using place = await openGraded();
      await place.fixture.rm(`island/providers/demo/${gone}`);
      const before = place.tree();
      for (const run of [() => place.rebuild('providers/demo'), () => place.emit()]) {
        const refused = await run().then(
          ({ errors }) => errors,
          (error: GradingError) => [error.problem],
        );
        expect(codesOf(refused)).toEqual(['IDX-013']);
        expect(place.tree()).toEqual(before);
      }
      expect((await place.import()).errors).toEqual([]);
      expect(Object.keys(place.index().schemas)).toEqual(['alpha']);
    },
  );

  it('a damaged snapshot blocks its schema, with the same result on every rebuild', async () => {
    await using place = await openGraded();
    const file = place.index().schemas.alpha?.snapshot?.file;
    await place.write(`island/providers/demo/alpha/schema/${file}`, 'export const main = {');
    for (let round = 0; round < 2; round += 1) {
      await place.rebuild();
      const { alpha } = place.index().schemas;
      expect(alpha).toMatchObject({ status: 'blocked', reason: 'snapshot unreadable', tools: {} });
      expect(alpha?.toolsAggregate.status).toBe('stable');
    }
    await place.fixture.rm('island/providers/demo/alpha/_gradings');
    const reasons: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await (round === 1 ? place.emit() : place.rebuild());
      reasons.push(place.index().schemas.alpha?.toolsAggregate.reason);
    }
    expect(reasons).toEqual(Array(3).fill('snapshot unreadable'));
  });

  it.each([
    ['a folder', (state: StateFile) => ({ subjects: [{ ...state.subjects[0], folder: '../../elsewhere' }] })],
    ['an absolute folder', (state: StateFile) => ({ subjects: [{ ...state.subjects[0], folder: '/tmp' }] })],
    ['a schema id', (state: StateFile) => ({ subjects: [{ ...state.subjects[0], schemaId: '../x' }] })],
    [
      'an entry',
      (state: StateFile) => ({ consume: { ...state.consume, entries: ['alpha/../../x/single-test.json'] } }),
    ],
    [
      'evidence',
      (state: StateFile) => ({ consume: { ...state.consume, scoresPath: 'scores/../../x.json' } }),
    ],
  ])('a state.json in which %s leads out of the namespace is damaged', async (_, spoil) => {
    await using place = await openGraded();
    const state = place.state();
    await place.write('island/providers/demo/state.json', JSON.stringify({ ...state, ...spoil(state) }));
    const before = place.tree();
    const scores = fillScores(place.prompts());
    await expect(place.consume(scores)).rejects.toMatchObject({ problem: { code: 'IDX-012' } });
    expect(codesOf((await place.emit()).errors)).toEqual(['IDX-012']);
    expect(place.tree()).toEqual(before);
  });

  it.each([
    ['that was cut off', () => 'export const main = {'],
    [
      'in which values have no shape',
      (text: string) => text.replace(/"parameters": \[/, '"parameters": 7, "x": ['),
    ],
    ['that says something else', (text: string) => text.replace('Lists the items', 'Sells the items')],
  ])('a snapshot %s is neither tested nor asked about', async (_, spoil) => {
    await using place = await openGraded();
    const file = `providers/demo/alpha/schema/${place.index().schemas.alpha?.snapshot?.file}`;
    await place.write(`island/${file}`, spoil(place.island().readText(file) ?? ''));
    const seen = provider.seen.length;
    const { results, errors } = await place.emit('demo', {
      scope: 'all',
      areas: ['single-test', 'tools-aggregate-schema'],
    });
    expect([results[0]?.promptCount, codesOf(errors)]).toEqual([0, ['RUN-002']]);
    expect(provider.seen.length).toBe(seen);
    expect(place.index().schemas.alpha).toMatchObject({ status: 'blocked', reason: 'snapshot unreadable' });
  });

  it("a folder in the place of a schema's file ends the run after the others are done, not before", async () => {
    const late = schemaText({ tools: { getItems: toolAt('/429-once') } });
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schemaText({ tools: { getItems: toolAt('/ok') } }), 'beta.mjs': late },
    });
    place.origin = provider.origin;
    await place.import();
    await place.write('island/providers/demo/alpha/tools/getItems/tests', 'in the way');
    expect(codesOf((await place.emit()).errors)).toEqual(['ISL-006']);
    const before = place.tree();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(place.tree()).toEqual(before);
    const records = pathsOf(before, 'beta/tools/getItems/tests/').map((path) =>
      place.json<{ status: string }>(path),
    );
    expect(records.map(({ status }) => status)).toEqual(['working', 'working', 'working']);
  });

  it('damaged facts are void, with a warning', async () => {
    await using place = await openGraded();
    await place.write('island/providers/demo/alpha/summary.json', '{"tools": null}');
    const { results } = await place.rebuild();
    expect(codesOf(results[0]?.warnings ?? [])).toEqual(['IDX-004']);
    expect(nodeOf(place)?.status).toBe('stable');
  });
});

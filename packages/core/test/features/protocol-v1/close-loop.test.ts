// With a scorer, the protocol is one step: emit, score, grade; graded schemas are not asked about again.
import { beforeEach, describe, expect, it } from 'vitest';
import { closeProtocolLoop, type ScoreWith } from '../../../src/features/protocol-v1/close-loop.js';
import type { ProtocolPrompts } from '../../../src/features/protocol-v1/logic/protocol-v1.js';
import { problem } from '../../../src/problems/error-codes.js';
import { GRADED, PLACES, ProtocolPlace, placesOf, schemaText, scoresDocument } from './protocol-place.js';

const NAMES = ['coins', 'pools', 'prices'];
let place: ProtocolPlace;
beforeEach(async () => {
  place = await ProtocolPlace.create(
    Object.fromEntries(NAMES.map((name) => [`demo/${name}.mjs`, schemaText('demo')])),
  );
  return () => place[Symbol.asyncDispose]();
});

function loop(scoreWith: ScoreWith, onConflict?: 'skip' | 'overwrite' | 'abort') {
  const schemas = [place.path('demo')];
  return closeProtocolLoop({ schemas, scoreWith, onConflict, ...place.folders, now: () => GRADED });
}

/** Scores all of its prompts, from the last to the first, and records them. */
function createScorer(stopAfter = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const scoreWith: ScoreWith = async (sets: readonly ProtocolPrompts[], take) => {
    for (const { schemaIdSlug: slug } of [...sets].reverse()) {
      if (asked.length === stopAfter) throw new Error('the power is out');
      asked.push(slug);
      take({ schemaIdSlug: slug, scores: scoresDocument({ slug }) });
    }
  };
  return { asked, scoreWith };
}

describe('closeProtocolLoop', () => {
  it('grades all, in the order of the schemas, and keeps the scores', async () => {
    const { status, results, summary } = await loop(createScorer().scoreWith);
    expect(status).toBe(true);
    expect(results.map(({ schemaId, grade }) => `${schemaId} ${grade}`)).toEqual([
      'demo/coins B',
      'demo/pools B',
      'demo/prices B',
    ]);
    expect(summary).toMatchObject({ schemas: 3, graded: 3, failed: 0 });
    expect(place.read('work/demo_coins/scores.json')).toEqual(scoresDocument({ slug: 'demo_coins' }));
    expect(place.read('work/demo_coins/state.json').status).toBe('reported');
  });

  it.each([
    [undefined, 'F'],
    ['4.3', 'B'],
  ] as const)('holds schemas to Schemas-Spec %s: %s', async (schemasSpec, grade) => {
    await place.write('demo/coins.mjs', schemaText('demo', { resources: PLACES }));
    const { scoreWith } = createScorer();
    const schemas = [place.path('demo/coins.mjs')];
    const { results } = await closeProtocolLoop({ schemas, scoreWith, schemasSpec, ...place.folders });
    expect(results).toMatchObject([{ grade }]);
  });

  it('does not fail for schemas that are passed over', async () => {
    await place.write('demo/old/coins.mjs', schemaText('demo'));
    const { status, errors } = await loop(createScorer().scoreWith);
    expect([status, errors.map(({ code }) => code)]).toEqual([true, ['IMP-022']]);
  });

  it('continues after an interruption', async () => {
    const first = createScorer(2);
    await expect(loop(first.scoreWith)).rejects.toThrow('the power is out');
    expect(await place.list('reports')).toHaveLength(2);
    const second = createScorer();
    const { skipped, summary } = await loop(second.scoreWith);
    expect(second.asked).toEqual(['demo_coins']);
    expect(skipped).toEqual(['demo/pools', 'demo/prices']);
    expect(summary).toMatchObject({ schemas: 1, graded: 1 });
  });

  it('asks again about changed schemas, and about all of them with overwrite', async () => {
    await loop(createScorer().scoreWith);
    await place.write('demo/pools.mjs', schemaText('demo', { description: 'Other.' }));
    const changed = createScorer();
    await loop(changed.scoreWith);
    expect(changed.asked).toEqual(['demo_pools']);
    const everything = createScorer();
    await loop(everything.scoreWith, 'overwrite');
    expect(everything.asked).toHaveLength(3);
    const { errors } = await loop(createScorer().scoreWith, 'abort');
    expect(errors.map(({ code }) => code)).toEqual(['GRP-018', 'GRP-018', 'GRP-018']);
  });

  it('schemas without scores, or with wrong ones, have no report and are reported in the order of the schemas', async () => {
    const { results, errors } = await loop(async (_, take) => {
      take({ schemaIdSlug: 'demo_prices', scores: scoresDocument({ slug: 'demo_prices', scores: [6, 1] }) });
      take({ schemaIdSlug: 'demo_coins', problems: [problem('GRP-017', {}, { reason: 'x' })] });
    });
    expect(results).toEqual([]);
    expect(placesOf(place, errors)).toEqual([
      'GRP-017',
      'GRP-015 demo/pools.mjs',
      'GRP-004 work/demo_prices/scores.json /scores/0/score',
    ]);
    expect(await place.list('reports')).toEqual([]);
  });
});

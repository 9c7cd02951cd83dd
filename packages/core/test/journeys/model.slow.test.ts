// For any sequence of changes to an island: every status, letter and prompt equals those of a model built from the
// rules alone.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzRuns } from '../fuzz/runs.js';
import { type Move, move, type Shape, shape } from './model/moves.js';
import { Play } from './model/play.js';
import { type Api, startApi, World } from './model/world.js';

const RUNS = fuzzRuns(39);
/** MODEL_SEED: another seed, for a nightly run. */
const SEED = Number(process.env.MODEL_SEED ?? 14);
const MAX_MOVES = 80;
const MINUTE = 60_000;

let api: Api;
let quiet: Play;
beforeAll(async () => {
  api = await startApi();
  quiet = new Play(await World.open(api));
  await quiet.openQuiet();
});
afterAll(async () => {
  await quiet.world.close();
  api.server.close();
  api.server.closeAllConnections();
});

/** Events that must have happened, so that the agreement means something. */
const HAPPENS = [
  ...['hand-in written', 'hand-in refused', 'gate true', 'gate false', 'answer from the cache'],
  ...['node pending', 'node blocked', 'node graded', 'node stable', 'node rejected', 'node stable stale'],
  ...['asked selection-aggregate', 'selection operational A', 'selection rejected REJECTED'],
];

/** Rare in random moves: graded, half of it handed in again, and what that left out. */
const ALL = { scope: 'all', regrade: true, area: null, schema: null, question: null } as const;
const graded = { kind: 'grade', which: 'basalt', asking: ALL, weather: 'fine', daysOld: 0 } as const;
const LEAVING_OUT: [Shape, Move[]] = [
  { byTools: true, quiet: 4 },
  [
    { ...graded, sayings: ['high'] },
    { ...graded, sayings: ['high', 'missing'] },
    { ...graded, asking: { ...ALL, scope: 'pending' }, sayings: ['high'] },
  ],
];

describe('an island', () => {
  it(
    'agrees with the model after every move',
    async () => {
      const happened = new Map<string, number>();
      const moves = fc.array(move, { minLength: 1, maxLength: MAX_MOVES, size: 'max' });
      const property = fc.asyncProperty(shape, moves, async (given, made) => {
        const play = new Play(quiet.world.copy());
        await play.open(quiet, given);
        for (const one of made) await play.make(one);
        await play.checkAll();
        for (const [what, count] of play.seen) happened.set(what, (happened.get(what) ?? 0) + count);
      });
      const limit = { interruptAfterTimeLimit: Math.max(8, RUNS / 4) * MINUTE };
      const found = await fc.check(property, {
        numRuns: RUNS,
        seed: SEED,
        examples: [LEAVING_OUT],
        ...limit,
      });
      if (found.failed) {
        const [given, made = []] = found.counterexample ?? [];
        const list = [given, ...made].map((one) => JSON.stringify(one)).join('\n');
        throw new Error(`seed ${SEED}, path ${found.counterexamplePath}: ${found.errorInstance}\n${list}`);
      }
      expect(happened.get('move')).toBeGreaterThanOrEqual(1000);
      expect(HAPPENS.filter((what) => !happened.has(what))).toEqual([]);
    },
    Math.max(10, RUNS / 3) * MINUTE,
  );
});

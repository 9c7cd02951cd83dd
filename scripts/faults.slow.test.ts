// Real processes lose nothing when killed with -9; `npm run faults -- --kill 500` tries longer.
import { expect, it } from 'vitest';
import { killRounds, showKills } from './faults/kill-rounds.js';

it('import and hand-in, killed at a random moment, alone and two at once', async () => {
  const result = await killRounds({ rounds: 8 });
  expect(result.losses, showKills(result)).toEqual([]);
  expect(result).toMatchObject({ rounds: 8, twoAtOnce: 4 });
  expect(result.killed).toBeGreaterThan(0);
}, 240_000);

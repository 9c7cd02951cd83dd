// Whatever fails at whichever step of the disk: nothing is lost, and the same command completes the work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockProvider, startMockProvider } from '../journeys/mock-provider.js';
import { FAULT_CASES } from './fault-cases.js';
import { tryFaults } from './fault-rounds.js';
import { type Fault, FaultyDisk } from './faulty-disk.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** One fault at each step, and torn writes; `npm run faults` tries every fault at every step. */
const ONE_EACH: readonly (readonly Fault[])[] = [
  ['power', 'tear'],
  ['stop', 'tear'],
  ['power, any order', 'tear'],
  ['EIO', 'ENOSPC', 'tear'],
];
const faultsAt = (step: number) => ONE_EACH[step % ONE_EACH.length] ?? [];

describe('a command that goes wrong at any step of the disk', () => {
  it.each(FAULT_CASES.map((one) => [one.name, one] as const))(
    '%s',
    async (_, one) => {
      const { losses, steps, rounds } = await tryFaults(one, { origin: provider.origin, faultsAt });
      expect(losses).toEqual([]);
      expect(steps).toBeGreaterThan(8);
      expect(rounds.stop + rounds.power + rounds.EIO).toBeGreaterThan(6);
    },
    // verify looks at each round's island: minutes on a machine that others use.
    600_000,
  );
});

/** Flushes everything except the names of entries and snapshots. */
class ForgetfulDisk extends FaultyDisk {
  override sync(path: string): void {
    if (!/\/(?:_gradings|schema)$/.test(path)) super.sync(path);
  }
}

it.each(['import, the first', 'consume'])(
  'a disk with missing flushes is detected: %s',
  async (name) => {
    const one = FAULT_CASES.find((found) => found.name === name);
    if (!one) throw new Error(`no case ${name}`);
    const { losses } = await tryFaults(one, {
      origin: provider.origin,
      faultsAt: (step) => (step > 20 && step % 3 === 0 ? ['power'] : []),
      openDisk: (...args) => new ForgetfulDisk(...args),
    });
    expect(losses.filter((loss) => /the journal names .*, which is not there/.test(loss))).not.toEqual([]);
  },
  60_000,
);

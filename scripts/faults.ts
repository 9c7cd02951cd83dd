/**
 * Fails the disk at every step of every writing command. Prints what was lost, and fails if anything was.
 *
 *   npm run faults                                   every step, every fault
 *   npm run faults -- --only consume                 cases whose names contain a word
 *   npm run faults -- --kill 500                     instead: that many rounds of killing the built command with -9
 */
import { parseArgs } from 'node:util';
import { FAULT_CASES } from '../packages/core/test/faults/fault-cases.js';
import { type CaseResult, tryFaults } from '../packages/core/test/faults/fault-rounds.js';
import { FAULTS } from '../packages/core/test/faults/faulty-disk.js';
import { startMockProvider } from '../packages/core/test/journeys/mock-provider.js';
import { killRounds, showKills } from './faults/kill-rounds.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    kill: { type: 'string' },
  },
});
const TITLES = ['steps', ...FAULTS, 'losses'];
const losses = values.kill === undefined ? await tryAll(values.only) : await kill(values.kill);
for (const loss of losses) console.error(loss);
process.exitCode = losses.length > 0 ? 1 : 0;

async function tryAll(only: string): Promise<string[]> {
  const provider = await startMockProvider();
  const found: string[] = [];
  console.log(rowOf('command', TITLES));
  try {
    for (const one of FAULT_CASES.filter(({ name }) => name.includes(only))) {
      const result = await tryFaults(one, { origin: provider.origin, faultsAt: () => FAULTS });
      console.log(describe(result));
      found.push(...result.losses);
    }
  } finally {
    await provider.close();
  }
  return found;
}

function describe({ name, steps, rounds, losses }: CaseResult): string {
  return rowOf(name, [steps, ...FAULTS.map((fault) => rounds[fault]), losses.length]);
}

/** Puts each cell below its title. */
function rowOf(name: string, cells: readonly (string | number)[]): string {
  const columns = cells.map((cell, at) => String(cell).padStart(Math.max(6, TITLES[at]?.length ?? 0)));
  return [name.padEnd(28), ...columns].join('  ');
}

async function kill(text: string): Promise<string[]> {
  const rounds = Number(text);
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error(`--kill: a number of rounds, not "${text}"`);
  const result = await killRounds({ rounds, onRound: showRound });
  console.log(showKills(result));
  return [...result.losses];
}

function showRound(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} rounds`);
}

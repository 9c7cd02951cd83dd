import { setFlagsFromString } from 'node:v8';

/** By major version of node; newer ones gain nothing by the clock. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  20: ['--interrupt-budget=540672'],
  22: ['--invocation-count-for-turbofan=24000', '--invocation-count-for-osr=6400'],
};

/**
 * Makes V8 optimise a function eight times as late: a run of a second ends before most of that work pays off, and long
 * runs are not slower (decision 0139).
 */
export function optimiseLater(): void {
  const [major = ''] = process.versions.node.split('.');
  for (const flag of LATER[major] ?? []) setFlagsFromString(flag);
}

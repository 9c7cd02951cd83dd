import type { Taken } from './run-process.js';
import { median, spread } from './statistics.js';

export interface Measured {
  /** Medians. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly floorCpuMs: number;
  readonly floorWallMs: number;
  /** Maximum of all runs. */
  readonly megabytes: number;
  /** Medians of the ratios within pairs: a run and the floor directly before it. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
  readonly cpuSpread: readonly [least: number, most: number];
}

export function summarise(pairs: readonly { readonly least: Taken; readonly own: Taken }[]): Measured {
  const ratios = pairs.map(({ least, own }) => own.cpuMs / least.cpuMs);
  return {
    cpuMs: median(pairs.map(({ own }) => own.cpuMs)),
    wallMs: median(pairs.map(({ own }) => own.wallMs)),
    floorCpuMs: median(pairs.map(({ least }) => least.cpuMs)),
    floorWallMs: median(pairs.map(({ least }) => least.wallMs)),
    megabytes: Math.max(...pairs.map(({ own }) => own.megabytes)),
    cpuRatio: median(ratios),
    wallRatio: median(pairs.map(({ least, own }) => own.wallMs / least.wallMs)),
    cpuSpread: spread(ratios),
  };
}

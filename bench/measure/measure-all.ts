import { join } from 'node:path';
import { operations } from '../operations/all.js';
import type { Target } from '../operations/operation.js';
import { startUps } from '../operations/start-up.js';
import type { Size } from '../sizes.js';
import type { Workplace } from '../workload/workplace.js';
import { measureOperation } from './measure-operation.js';
import { measureStartUp } from './measure-start-up.js';
import type { Measured } from './summarise.js';

/** One line of the table. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** null for a command whose time does not depend on the size. */
  readonly size: Size | null;
  readonly measured: Measured;
  readonly targets: readonly Target[];
}

export interface MeasureOptions {
  readonly workplace: Workplace;
  readonly sizes: readonly Size[];
  /** Prefixes of the ids to measure; default: all. */
  readonly only?: string | undefined;
  /** Number of runs at each size. */
  readonly runsAt: (size: Size | null) => number;
  /** Results of earlier measurements, used as they are. */
  readonly known?: readonly Row[];
  readonly onRow?: (row: Row) => void;
}

/** Measures each operation at every size, and then how long commands take to start. */
export function measureAll(options: MeasureOptions): Row[] {
  const { workplace, sizes, only = '', runsAt, known = [], onRow } = options;
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    onRow?.(row);
  };
  /** Reuses a known row; false if it has to be measured. */
  const isKnown = (id: string, size: Size | null) => {
    const found = known.find((row) => row.id === id && row.size?.name === size?.name);
    if (found) add(found);
    return found !== undefined;
  };
  const scratch = join(workplace.root, 'measure');
  for (const { id, title, targets, needsNoGrades, prepare } of operations.filter((one) =>
    one.id.startsWith(only),
  )) {
    for (const size of sizes) {
      if (size.factor === null && !needsNoGrades) continue;
      if (isKnown(id, size)) continue;
      const prepared = prepare(workplace, size);
      const settings = { runs: runsAt(size), scratch, workplace };
      const measured = measureOperation(prepared, settings);
      const own = targets.filter((target) => target.sizes?.includes(size.name) ?? true);
      add({ id, title, size, measured, targets: own });
    }
  }
  for (const startUp of startUps.filter((one) => one.id.startsWith(only))) {
    if (isKnown(startUp.id, null)) continue;
    const measured = measureStartUp(startUp, { workplace, runs: runsAt(null), scratch });
    const { id, title, most } = startUp;
    add({ id, title, size: null, measured, targets: most === undefined ? [] : [{ what: 'clock', most }] });
  }
  return rows;
}

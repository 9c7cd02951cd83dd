import type { Island } from '../island/island.js';
import type { DerivedTarget } from './derive-target.js';
import { readFindings } from './state/read-findings.js';

/** Tools of a target whose tests an earlier version made: nobody can tell where they went. A selection has none of its own. */
export function unrecordedTools(
  island: Island,
  { index }: Pick<DerivedTarget, 'index'>,
): ReadonlySet<string> {
  return new Set('members' in index ? [] : readFindings(island, index, {}).unrecorded);
}

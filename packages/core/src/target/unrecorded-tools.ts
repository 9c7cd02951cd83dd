import type { Island } from '../island/island.js';
import { readFindings } from './read-findings.js';
import type { DerivedTarget } from './rebuild/derive-target.js';

/**
 * Tools of a target with tests of an earlier version, whose destination is unknown. A selection has no tools of its
 * own.
 */
export function unrecordedTools(
  island: Island,
  { index }: Pick<DerivedTarget, 'index'>,
): ReadonlySet<string> {
  return new Set('members' in index ? [] : readFindings(island, index, {}).unrecorded);
}

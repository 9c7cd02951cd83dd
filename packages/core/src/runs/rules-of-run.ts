import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import {
  type BookVersions,
  sameVersions,
  sayVersions,
  versionsOf,
  versionsOfRun,
} from '../spec/books/registered.js';
import type { Target } from '../target/logic/target.js';

/** Whether a run was emitted under the rules that its island follows now. */
export function isOfIslandRules(island: Island, run: { readonly rules?: BookVersions | undefined }): boolean {
  return sameVersions(versionsOfRun(run), versionsOf(island.book));
}

/**
 * Refuses a run that was emitted under other rules than the island's: its questions and weights are not the present
 * ones. A hand-in that was accepted before the rules changed is finished under its own.
 *
 * @throws GradingError RUN-013
 */
export function refuseRunOfOtherRules(
  island: Island,
  run: { readonly rules?: BookVersions | undefined },
  { folder, name }: Target,
): void {
  if (isOfIslandRules(island, run)) return;
  const found = sayVersions(versionsOfRun(run));
  const expected = sayVersions(versionsOf(island.book));
  throw fatal('RUN-013', { file: `${folder}/${FILE_NAMES.state}` }, { found, expected, target: name });
}

import { fatal } from '../../problems/error-codes.js';
import { latestToCount } from '../../target/logic/names.js';
import type { Island } from '../island.js';
import { isSetAside } from '../logic/fact-kind.js';
import { lastLineOf } from '../logic/scan-journal.js';
import { readJournalBytes, walkFacts } from './read-journal.js';

/**
 * Refuses a target that only a wrong clock explains (decision 0083): every name in it is more than a day ahead, or some
 * names are and the last line of its journal is too. A target derived now would be empty.
 *
 * @param folder `providers/<namespace>` or `selections/<id>`
 * @param journal its bytes, if they were already read
 * @throws GradingError ISL-008
 */
export function refuseWrongClock(
  island: Island,
  folder: string,
  journal: Uint8Array | null = readJournalBytes(island, folder),
): void {
  const now = island.now();
  const at = lastLineOf(journal ?? new Uint8Array())?.at;
  const isJournalAhead = at !== undefined && at.slice(0, 19).replaceAll(':', '-') > latestToCount(now);
  let isEmptied = false;
  for (const path of namedFacts(island, folder)) {
    isEmptied = isSetAside(path, now);
    // One name is enough: with such a journal one that is ahead, otherwise one that is not.
    if (isEmptied === isJournalAhead) break;
  }
  if (!isEmptied) return;
  const reason = isJournalAhead
    ? `${folder} was worked on at ${at}, and holds names more than a day ahead of the clock`
    : `every name in ${folder} lies more than a day ahead of it`;
  throw fatal('ISL-008', { file: folder }, { clock: now.toISOString(), reason });
}

/** Yields the files with a time in their names, one at a time: usually the first one is enough. */
function* namedFacts(island: Island, folder: string): Generator<string> {
  for (const { path, fact } of walkFacts(island, folder)) {
    if (fact === 'snapshot' || fact === 'entry') yield path;
  }
}

import type { VetoMark } from '../../spec/index-file.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { latestToCount, parseEntryName } from '../../target/logic/names.js';
import { linesOf } from '../logic/scan-journal.js';

/** A veto recorded in the journal of a target, whether its entry still exists or not. */
export interface JournalledVeto extends VetoMark {
  /** Folder of the graded subject, relative to the target's; empty for the target as a whole. */
  readonly folder: string;
  readonly area: AreaId;
}

/** Every recorded veto of a target that counts by now, in order. */
export function journalledVetoes(journal: Uint8Array | null, now: Date): JournalledVeto[] {
  const lines = journal ? linesOf(journal, ['veto']) : [];
  const latest = latestToCount(now);
  return lines.flatMap(({ path, gradingId, node }) => {
    const name = parseEntryName(path.slice(path.lastIndexOf('/') + 1));
    if (!name || name.timestamp > latest) return [];
    return { gradingId, at: name.timestamp, folder: node === '.' ? '' : node, area: name.area };
  });
}

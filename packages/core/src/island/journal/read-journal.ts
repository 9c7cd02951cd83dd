import type { Island } from '../island.js';
import type { AuditJournal, FactKind } from '../logic/audit.js';
import { factKindOf } from '../logic/fact-kind.js';
import { parseJournal } from '../logic/parse-journal.js';
import { FILE_NAMES } from '../logic/paths.js';

/** A fact on the disk. */
export interface FactFile {
  /** Relative to the target's folder. */
  readonly path: string;
  readonly fact: FactKind;
}

/**
 * Reads the journal of a target; empty if there is none yet.
 *
 * @param folder `providers/<namespace>` or `selections/<id>`
 */
export function readJournal(island: Island, folder: string): AuditJournal {
  return parseJournal(readJournalBytes(island, folder) ?? new Uint8Array());
}

/** The unparsed journal, for readers of only some of its lines; null if there is none. */
export function readJournalBytes(island: Island, folder: string): Uint8Array | null {
  return island.readBytes(`${folder}/${FILE_NAMES.audit}`);
}

/** Yields every fact of a target by its name alone, in order; links and names that match no grammar do not count. */
export function* walkFacts(island: Island, folder: string, below = ''): Generator<FactFile> {
  for (const { name, kind } of island.list(below === '' ? folder : `${folder}/${below}`)) {
    const path = below === '' ? name : `${below}/${name}`;
    if (kind === 'folder' && path !== FILE_NAMES.evaluations) yield* walkFacts(island, folder, path);
    const fact = kind === 'file' ? factKindOf(path) : null;
    if (fact) yield { path, fact };
  }
}

import { sha256 } from '../../spec/hash.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import { HASH_PATTERN, TIMESTAMP_PATTERN } from '../../spec/name-patterns.js';
import { parseNamespaceIndex } from '../documents.js';
import type { Island } from '../island.js';
import { latestToCount } from '../logic/names.js';
import { linesOf, parseAuditLine } from '../logic/parse-journal.js';
import { FILE_NAMES, namespaceFolder } from '../logic/paths.js';
import { readJournalBytes, refuseWrongClock } from './read-journal.js';
import { recordLine } from './record-facts.js';

/** Index and journal of a namespace on the disk, each read once. */
export interface NamespaceOnDisk {
  /** null if there is none. */
  readonly index: NamespaceIndex | null;
  readonly standing: IndexStanding;
  /** Bytes of the journal; null if there is none. */
  readonly journal: Uint8Array | null;
  /** Bytes of the index. */
  readonly text: string | null;
}

/**
 * How an index relates to the journal beside it (decision 0072). `last`: it has the bytes that the last rebuild
 * recorded; `unnamed`: the journal records no index, as in earlier versions; `other`: a command was interrupted or the
 * index was edited.
 */
type IndexStanding = 'last' | 'unnamed' | 'other';

/** @throws GradingError IDX-011 if the index is damaged, ISL-008 if the clock must be wrong */
export function readNamespaceOnDisk(island: Island, namespace: string): NamespaceOnDisk {
  const folder = namespaceFolder(namespace);
  const text = island.readText(`${folder}/${FILE_NAMES.index}`);
  const journal = readJournalBytes(island, folder);
  refuseWrongClock(island, folder, journal);
  const index = text === null ? null : parseNamespaceIndex(text, folder);
  const standing = indexStanding(journal, text ?? '');
  const isEarly = standing === 'last' && journal !== null && mayRestOnEarlyNames(journal);
  return { index, standing: isEarly ? 'unnamed' : standing, journal, text };
}

/**
 * Checks whether, when the index was written, the journal already contained names dated more than a day in the future.
 * Versions before decision 0083 counted those names, so an index they wrote confirms nothing.
 */
function mayRestOnEarlyNames(journal: Uint8Array): boolean {
  const text = new TextDecoder().decode(journal);
  const at = text.lastIndexOf('"kind":"index"');
  const [line = ''] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', 1);
  const last = parseAuditLine(line);
  if (!last) return false;
  const latest = latestToCount(new Date(last.at));
  return [...text.slice(0, at).matchAll(TIME_IN_NAME)].some(([, timestamp = '']) => timestamp > latest);
}

const TIME_IN_NAME = new RegExp(`--(${TIMESTAMP_PATTERN})(?=(?:--${HASH_PATTERN})?\\.[A-Za-z0-9.]+")`, 'g');

function indexStanding(journal: Uint8Array | null, index: string): IndexStanding {
  const known = journal && linesOf(journal, ['index']).at(-1);
  if (!known) return 'unnamed';
  return known.sha256 === sha256(index) ? 'last' : 'other';
}

/**
 * Records the sha256 of an index in the journal, unless it is the last one recorded there. Does nothing if there is no
 * journal, because nothing could then confirm the index. The line is not flushed: an index without it is derived again.
 */
export function recordIndex(island: Island, folder: string, index: string, now: Date): void {
  const journal = readJournalBytes(island, folder);
  if (!journal || indexStanding(journal, index) === 'last') return;
  const line = { kind: 'index', sha256: sha256(index) } as const;
  recordLine(island, folder, { line, now, flush: 'quick' });
}

import { DEFAULT_BOOK, versionsOf } from '../../spec/books/registered.js';
import type { Island } from '../island.js';
import { isFactLine } from '../logic/audit.js';
import { buildLines, formatLines, type LineContent } from '../logic/build-lines.js';
import { typeRules } from '../logic/choose-rules.js';
import { isSetAside } from '../logic/facts.js';
import { endOf } from '../logic/parse-journal.js';
import { FILE_NAMES } from '../logic/paths.js';
import { type FactFile, readJournal, readJournalBytes, walkFacts } from './read-journal.js';

/**
 * Records, in one write, the facts of a target that have no line in its journal yet: this command's facts with their
 * kind, and all other existing facts as adopted. Call it once the facts are flushed, and before anything derived from
 * them is written; a repeated call adds nothing.
 *
 * @param folder `providers/<namespace>` or `selections/<id>`
 * @param own paths, relative to the island, of the facts that the command wrote or found exactly as it would have
 *   written them
 * @param only returns whether to record a fact; by default, all are recorded
 */
export function recordFacts(
  island: Island,
  folder: string,
  { own, only, now }: { own: readonly string[]; only?: (fact: FactFile) => boolean; now: Date },
): void {
  const journal = readJournal(island, folder);
  const listed = new Set<string>();
  const vetoed = new Set<string>();
  for (const line of journal.lines.filter(isFactLine)) {
    (line.kind === 'veto' ? vetoed : listed).add(line.path);
  }
  const ownPaths = new Set(own);
  // A file that is set aside is not recorded until it counts.
  const missing = [...walkFacts(island, folder)]
    .filter(({ path }) => !listed.has(path) && !isSetAside(path, island.now()))
    .filter((fact) => only?.(fact) ?? true)
    .map((fact) => ({ ...fact, file: `${folder}/${fact.path}` }));
  island.settle(missing.map(({ file }) => file).filter((file) => !ownPaths.has(file)));
  const facts = missing.map(({ path, fact, file }) => {
    const bytes = island.readBytes(file);
    if (!bytes) throw new Error(`${file} went away while its target was locked`);
    return { path, fact, bytes, own: ownPaths.has(file), vetoed: vetoed.has(path) };
  });
  const text = buildLines(journal, facts, now.toISOString(), journal.lines.length > 0 ? [] : rulesOf(island));
  if (text !== '') island.append(`${folder}/${FILE_NAMES.audit}`, text, 'lasting');
}

/**
 * The first line of a journal: the rules that rules.json names, unless they are the default ones. If the file is lost or
 * edited later, verify knows.
 */
function rulesOf({ book, rulesText }: Island): LineContent[] {
  const [from, to] = [DEFAULT_BOOK, book].map((one) => typeRules(versionsOf(one)));
  if (from === undefined || to === undefined || from === to || typeof rulesText !== 'string') return [];
  return [{ kind: 'rules', from, to }];
}

/** Adds one line that is not about a fact. */
export function recordLine(
  island: Island,
  folder: string,
  { line, now, flush }: { line: LineContent; now: Date; flush: 'lasting' | 'quick' },
): void {
  const end = endOf(readJournalBytes(island, folder) ?? new Uint8Array());
  island.append(`${folder}/${FILE_NAMES.audit}`, formatLines(end, [line], now.toISOString()), flush);
}

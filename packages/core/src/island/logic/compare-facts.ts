import { type AuditJournal, type FactKind, type FactLine, isFactLine } from './audit.js';

export interface AuditComparison {
  /** Lines whose file is gone; a veto together with its entry. */
  readonly vanished: readonly FactLine[];
  /** Lines whose file has other bytes. */
  readonly edited: readonly FactLine[];
  /** Files without a line. */
  readonly unlisted: readonly string[];
  /** Repeated lines for the same path, without the first. */
  readonly doubled: readonly FactLine[];
}

/**
 * Compares a journal with the files on the disk.
 *
 * @param facts sha256 of every fact of the target, by its path relative to the target's folder
 */
export function compareFacts(
  { lines }: Pick<AuditJournal, 'lines'>,
  facts: ReadonlyMap<string, string>,
): AuditComparison {
  const named = lines.filter(isFactLine);
  const first = new Map<string, FactLine>();
  const doubled: FactLine[] = [];
  for (const line of named) {
    const key = `${line.kind === 'veto'} ${line.path}`;
    if (first.has(key)) doubled.push(line);
    else first.set(key, line);
  }
  const listed = new Set(named.map(({ path }) => path));
  return {
    vanished: named.filter(({ path }) => !facts.has(path)),
    edited: named.filter(({ path, sha256 }) => facts.has(path) && facts.get(path) !== sha256),
    unlisted: [...facts.keys()].filter((path) => !listed.has(path)).sort(),
    doubled,
  };
}

/** Kind of the fact in a line. */
export function factOf(line: FactLine): FactKind {
  if (line.kind === 'adopted') return line.fact;
  return line.kind === 'veto' ? 'entry' : line.kind;
}

import { type AuditJournal, type FactKind, type FactLine, isFactLine } from './audit.js';

export interface AuditComparison {
  /** Lines whose file is gone; a veto beside its entry. */
  readonly vanished: readonly FactLine[];
  /** Lines whose file has other bytes. */
  readonly edited: readonly FactLine[];
  /** Files no line names. */
  readonly unlisted: readonly string[];
  /** Lines, not the first, that take in a path again. */
  readonly doubled: readonly FactLine[];
}

/**
 * Holds a journal against the files that lie there.
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

/** Kind of the fact that a line takes in. */
export function factOf(line: FactLine): FactKind {
  if (line.kind === 'adopted') return line.fact;
  return line.kind === 'veto' ? 'entry' : line.kind;
}

import type { AuditJournal, AuditLine, FactKind } from '../../model/audit.js';

type FileLine = Exclude<AuditLine, { kind: 'mended' }>;

export interface AuditComparison {
  /** Lines whose file is gone; a veto beside its entry. */
  readonly vanished: readonly FileLine[];
  /** Lines whose file has other bytes. */
  readonly edited: readonly FileLine[];
  /** Files no line names. */
  readonly unlisted: readonly string[];
  /** Lines, not the first, that take in a path again. */
  readonly doubled: readonly FileLine[];
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
  const named = lines.filter((line): line is FileLine => line.kind !== 'mended');
  const first = new Map<string, FileLine>();
  const doubled: FileLine[] = [];
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
export function factOf(line: FileLine): FactKind {
  if (line.kind === 'adopted') return line.fact;
  return line.kind === 'veto' ? 'entry' : line.kind;
}

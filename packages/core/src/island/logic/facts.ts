import { type AuditJournal, type FactKind, type FactLine, isFactLine } from './audit.js';
import {
  latestToCount,
  parseEntryName,
  parseSnapshotName,
  parseTestName,
  parseTrialName,
  timestampOf,
} from './names.js';
import { FILE_NAMES, TRIALS } from './paths.js';

/**
 * The kind of fact that a target's file is; null for a file that is derived, replaceable or foreign, and so no fact.
 */
export function factKindOf(path: string): FactKind | null {
  const [file = '', folder = '', ...above] = path.split('/').reverse();
  // A list's folder never holds entries or tests, even if the list is called `_gradings` or `tests`.
  if (above[0] === '_lists') return parseSnapshotName(file) ? 'snapshot' : null;
  if (folder === '_gradings') return parseEntryName(file) ? 'entry' : null;
  if (folder === 'tests') return parseTestName(file) === null ? null : 'test';
  // Hand-ins are only at the target's root: elsewhere, `scores` may be the name of a tool.
  if (folder === 'scores' && above.length === 0) return /^[^.].*\.json$/.test(file) ? 'scores' : null;
  // The evaluated value of a computed `main` is beside its snapshot, under the same name (decision 0049).
  return parseSnapshotName(file.replace(/\.main\.json$/, '.mjs')) ? 'snapshot' : null;
}

/**
 * Checks whether a fact or a trial is set aside because the time in its name is more than a day in the future (decision
 * 0083).
 *
 * @param path relative to its target; of a trial, to the island
 */
export function isSetAside(path: string, now: Date): boolean {
  // A schema may be called `trials` as well, so facts come first.
  const ofTrial = path.startsWith(`${TRIALS}/`) ? parseTrialName(baseName(path))?.timestamp : undefined;
  const timestamp = timestampOfFact(path) ?? ofTrial;
  return timestamp != null && timestamp > latestToCount(now);
}

function timestampOfFact(path: string): string | null {
  const fact = path.startsWith(`${FILE_NAMES.evaluations}/`) ? null : factKindOf(path);
  return fact === 'snapshot' || fact === 'entry' ? timestampOf(baseName(path)) : null;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

interface AuditComparison {
  /** Lines whose file is gone. An entry with a veto has two lines, and both are listed. */
  readonly vanished: readonly FactLine[];
  /** Lines whose file now has different bytes. */
  readonly edited: readonly FactLine[];
  /** Files without a line. */
  readonly unlisted: readonly string[];
  /** Lines for a path that already has an earlier line. */
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

/** The kind of the fact that a line records. */
export function factOf(line: FactLine): FactKind {
  if (line.kind === 'adopted') return line.fact;
  return line.kind === 'veto' ? 'entry' : line.kind;
}

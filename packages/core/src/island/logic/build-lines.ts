import { canonicalJson, sha256 } from '../../spec/hash.js';
import {
  AGGREGATE_GRADES,
  type AggregateGrade,
  VETO_TRIGGERS,
  type VetoTrigger,
} from '../../spec/vocabulary.js';
import { isRecord } from '../../values/is-record.js';
import type { AuditJournal, AuditLine, FactKind } from './audit.js';

/** A file that needs a line. */
export interface FactToRecord {
  /** Relative to the target's folder. */
  readonly path: string;
  readonly fact: FactKind;
  readonly bytes: Uint8Array;
  /** Whether the command that adds the line wrote the file. */
  readonly own: boolean;
  /** Whether its veto is already in the journal. */
  readonly vetoed?: boolean;
}

/**
 * The text that records facts in a journal, to be appended in one write; empty if there is nothing to add. It ends an
 * unfinished line even if there is nothing else to add: its bytes stay, and the line added after it covers them.
 *
 * @param first lines before those of the facts, if there are any facts
 */
export function buildLines(
  end: JournalEnd,
  facts: readonly FactToRecord[],
  at: string,
  first: readonly LineContent[] = [],
): string {
  return formatLines(end, [...(facts.length > 0 ? first : []), ...facts.flatMap(describeFact)], at);
}

/** The end of a journal, to which the next line is added. */
export type JournalEnd = Pick<AuditJournal, 'head' | 'endsWhole' | 'torn'>;

type Content<T> = T extends AuditLine ? Omit<T, 'seq' | 'previous' | 'at'> : never;
/** A line without its place in the chain. */
export type LineContent = Content<AuditLine>;

/** The text that adds lines to a journal; empty if there are no lines to add and no unfinished line to end. */
export function formatLines(
  { head, endsWhole, torn }: JournalEnd,
  lines: readonly LineContent[],
  at: string,
): string {
  if (lines.length === 0 && torn === null) return '';
  const contents: LineContent[] = [...(torn === null ? [] : [{ kind: 'mended' } as const]), ...lines];
  const texts: string[] = [];
  let seq = head?.seq ?? 0;
  let previous = head?.sha256 ?? null;
  for (const content of contents) {
    seq += 1;
    const text = canonicalJson({ ...content, seq, previous, at });
    texts.push(`${text}\n`);
    previous = sha256(text);
  }
  return `${endsWhole ? '' : '\n'}${texts.join('')}`;
}

function describeFact({ path, fact, bytes, own, vetoed = false }: FactToRecord): LineContent[] {
  const file = { path, sha256: sha256(bytes) };
  const entry = fact === 'entry' ? readEntry(bytes) : null;
  const lines: LineContent[] = [];
  // The veto's line comes first: if the text is cut off after it, the entry has no line yet and is recorded again.
  if (entry?.triggeredBy && !vetoed) {
    const { gradingId, triggeredBy } = entry;
    lines.push({ kind: 'veto', ...file, gradingId, node: nodeFolder(path), triggeredBy });
  }
  if (!own || (fact === 'entry' && !entry)) lines.push({ kind: 'adopted', ...file, fact });
  else if (fact !== 'entry') lines.push({ kind: fact, ...file });
  else if (entry) lines.push({ kind: 'entry', ...file, gradingId: entry.gradingId, grade: entry.grade });
  return lines;
}

/** The values of an entry that its lines repeat; null if the entry cannot be read. */
function readEntry(
  bytes: Uint8Array,
): { gradingId: string; grade: AggregateGrade; triggeredBy: VetoTrigger | null } | null {
  const value = parseJson(bytes);
  if (!isRecord(value)) return null;
  const { gradingId, aggregateGrade: grade, categoricalVeto: veto } = value;
  if (typeof gradingId !== 'string' || gradingId === '' || !isWordOf(AGGREGATE_GRADES, grade)) return null;
  const triggeredBy = isRecord(veto) && isWordOf(VETO_TRIGGERS, veto.triggeredBy) ? veto.triggeredBy : null;
  return { gradingId, grade, triggeredBy };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function isWordOf<T extends string>(words: readonly T[], value: unknown): value is T {
  return typeof value === 'string' && (words as readonly string[]).includes(value);
}

/** Folder of an entry's subject: `a/tools/b` for `a/tools/b/_gradings/‹entry›`, `.` for the target itself. */
function nodeFolder(path: string): string {
  return path.split('/').slice(0, -2).join('/') || '.';
}

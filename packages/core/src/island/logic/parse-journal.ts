import { canonicalJson, sha256 } from '../../spec/hash.js';
import { AGGREGATE_GRADES, VETO_TRIGGERS } from '../../spec/vocabulary.js';
import { isRecord } from '../../values/is-record.js';
import { type AuditBreak, type AuditJournal, type AuditLine, FACT_KINDS } from './audit.js';
import type { JournalEnd } from './build-lines.js';

const LINE_END = 0x0a;

/** A line, or text between two lines that is not itself a line. */
interface Segment {
  readonly line: AuditLine | null;
  readonly text: Uint8Array;
  /** Number of its first line in the file. */
  readonly at: number;
}

/**
 * Reads audit.jsonl and checks its chain: each line is canonical, has the next number, and names the hash of the
 * previous line. Unfinished lines at the end do not break the chain; elsewhere they do, unless the next line repairs
 * them: the `previous` of a repairing line covers everything since the last whole line.
 */
export function parseJournal(bytes: Uint8Array): AuditJournal {
  const segments = splitSegments(bytes);
  const endsWhole = bytes.length === 0 || bytes.at(-1) === LINE_END;
  const breaks: AuditBreak[] = [];
  let torn: number | null = null;
  let head = null as AuditJournal['head'];
  for (const [nth, { line, text, at }] of segments.entries()) {
    const reason = line ? breakOf(line, text, head) : 'no line';
    const next = segments[nth + 1]?.line;
    const digest = sha256(text);
    if (line === null && nth === segments.length - 1 && isUnfinished(text)) torn = text.length;
    else if (reason !== null && !isMended(line, next, digest)) breaks.push({ line: at, reason });
    const seq = line?.seq ?? head?.seq ?? 0;
    head = { seq, sha256: digest };
  }
  return { lines: segments.flatMap(({ line }) => line ?? []), breaks, torn, head, endsWhole };
}

function splitSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (let at = 1; from < bytes.length; at += 1) {
    const found = bytes.indexOf(LINE_END, from);
    const end = found < 0 ? bytes.length : found;
    const line = parseAuditLine(decode(bytes.subarray(from, end)));
    const before = segments.at(-1);
    if (line === null && before?.line === null) {
      segments.pop();
      const start = before.text.byteOffset - bytes.byteOffset;
      segments.push({ line, text: bytes.subarray(start, end), at: before.at });
    } else segments.push({ line, text: bytes.subarray(from, end), at });
    from = end + 1;
  }
  return segments;
}

function breakOf(line: AuditLine, text: Uint8Array, head: AuditJournal['head']): AuditBreak['reason'] | null {
  if (decode(text) !== canonicalJson(line)) return 'edited';
  if (line.previous !== (head?.sha256 ?? null)) return 'not after the line before';
  return line.seq === (head?.seq ?? 0) + 1 ? null : 'out of turn';
}

/**
 * Whether text is the beginning of a line, or several beginnings in a row, each left by an interrupted attempt to
 * repair the one before; anything else is damage.
 */
function isUnfinished(text: Uint8Array): boolean {
  return decode(text)
    .split('\n')
    .every((part) => {
      // After a power failure, a file may have kept its length while its last bytes have become zeros.
      const line = part.replace(/\0+$/, '');
      return START.startsWith(line) || (BEGINNING.test(line) && !line.endsWith('}'));
    });
}

/** Canonical JSON sorts its keys, and `at` comes first in every kind of line. */
const START = '{"at":"';
const BEGINNING = /^\{"at":"[\d:.TZ-]*(?:$|"(?:$|,(?:$|"[^\p{Cc}]*$)))/u;

/** Whether the next line repairs this text. Only text that is not a line can be repaired: a wrong line stays wrong. */
function isMended(line: AuditLine | null, next: AuditLine | null | undefined, digest: string): boolean {
  return line === null && next?.kind === 'mended' && next.previous === digest;
}

function decode(text: Uint8Array): string {
  return new TextDecoder().decode(text);
}

type LineOf<K extends AuditLine['kind']> = Extract<AuditLine, { readonly kind: K }>;

/**
 * The lines of the given kinds, in order. Other lines are not even parsed, and the chain is not checked: verify does
 * that, and the cost of everyday commands must not grow with everything a target has recorded.
 */
export function linesOf<K extends AuditLine['kind']>(bytes: Uint8Array, kinds: readonly K[]): LineOf<K>[] {
  const marks = kinds.map((kind) => `"kind":"${kind}"`);
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((text) => marks.some((mark) => text.includes(mark)))
    .flatMap((text) => {
      const line = parseAuditLine(text);
      return line && isAmong(kinds, line) ? line : [];
    });
}

function isAmong<K extends AuditLine['kind']>(kinds: readonly K[], line: AuditLine): line is LineOf<K> {
  return (kinds as readonly string[]).includes(line.kind);
}

/**
 * The end of a journal, after which the next line is added. If the text ends with a whole line, only that line has to
 * be parsed.
 */
export function endOf(bytes: Uint8Array): JournalEnd {
  const last = bytes.subarray(bytes.lastIndexOf(LINE_END, bytes.length - 2) + 1, bytes.length - 1);
  const line = bytes.at(-1) === LINE_END ? parseAuditLine(new TextDecoder().decode(last)) : null;
  if (!line) return parseJournal(bytes);
  return { head: { seq: line.seq, sha256: sha256(last) }, endsWhole: true, torn: null };
}

/** The last whole line; an incomplete line after it is skipped. */
export function lastLineOf(bytes: Uint8Array): AuditLine | null {
  for (let end = bytes.lastIndexOf(LINE_END); end > 0; ) {
    const start = bytes.lastIndexOf(LINE_END, end - 1) + 1;
    const line = parseAuditLine(new TextDecoder().decode(bytes.subarray(start, end)));
    if (line) return line;
    end = start - 1;
  }
  return null;
}

const SHA256 = /^[0-9a-f]{64}$/;

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isSha256 = (value: unknown) => typeof value === 'string' && SHA256.test(value);
const isHash8 = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value);
const isDigest = (value: unknown) =>
  isRecord(value) &&
  Object.keys(value).length === 3 &&
  isSha256(value.sha256) &&
  isRecord(value.fields) &&
  Object.values(value.fields).every(isHash8) &&
  Array.isArray(value.items) &&
  value.items.every(isHash8);
const isOneOf = (words: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && words.includes(value);

const HEAD: Fields = {
  seq: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  previous: (value) => value === null || isSha256(value),
  at: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  kind: isText,
};
const FILE: Fields = { ...HEAD, path: isText, sha256: isSha256 };

const SHAPES: Readonly<Record<AuditLine['kind'], Fields>> = {
  snapshot: FILE,
  test: FILE,
  scores: FILE,
  entry: { ...FILE, gradingId: isText, grade: isOneOf(AGGREGATE_GRADES) },
  veto: { ...FILE, gradingId: isText, node: isText, triggeredBy: isOneOf(VETO_TRIGGERS) },
  adopted: { ...FILE, fact: isOneOf(FACT_KINDS) },
  index: { ...HEAD, sha256: isSha256 },
  run: { ...HEAD, taskId: isText, state: isDigest, prompts: isDigest },
  rules: { ...HEAD, from: isText, to: isText },
  renamed: { ...HEAD, from: isText, to: isText },
  mended: HEAD,
};

/**
 * Checks that a value is a line of audit.jsonl, with exactly the fields of its kind. This uses no library, because each
 * command reads thousands of lines.
 */
function isAuditLine(value: unknown): value is AuditLine {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(SHAPES, value.kind)) return false;
  const shape = SHAPES[value.kind as AuditLine['kind']];
  const names = Object.keys(shape);
  return Object.keys(value).length === names.length && names.every((name) => shape[name]?.(value[name]));
}

/** Parses a line; null if the text is not one. */
export function parseAuditLine(text: string): AuditLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAuditLine(value) ? value : null;
  } catch {
    return null;
  }
}

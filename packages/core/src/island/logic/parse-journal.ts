import { canonicalJson, sha256 } from '../../spec/hash.js';
import type { AuditBreak, AuditJournal, AuditLine } from './audit.js';
import { parseAuditLine } from './line-shape.js';

const LINE_END = 0x0a;

/** A line, or the text between two lines that is not one. */
interface Segment {
  readonly line: AuditLine | null;
  readonly text: Uint8Array;
  /** Number of its first line in the file. */
  readonly at: number;
}

/**
 * Reads audit.jsonl and checks its chain: each line is canonical, has the next number, and names the hash of the
 * previous line. Unfinished lines are not a break at the end, or if the next line repairs them: its `previous` covers
 * everything since the last whole line.
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
 * The beginning of a line, or of several that were each interrupted while they repaired the one before; anything else
 * is damage.
 */
function isUnfinished(text: Uint8Array): boolean {
  return decode(text)
    .split('\n')
    .every((part) => {
      // After a power failure, a disk may have kept a file's length without its last bytes.
      const line = part.replace(/\0+$/, '');
      return START.startsWith(line) || (BEGINNING.test(line) && !line.endsWith('}'));
    });
}

/** Canonical JSON sorts its keys, and `at` comes first in every kind of line. */
const START = '{"at":"';
const BEGINNING = /^\{"at":"[\d:.TZ-]*(?:$|"(?:$|,(?:$|"[^\p{Cc}]*$)))/u;

/** Only text that is not a line can be covered this way; a whole line that is wrong stays wrong. */
function isMended(line: AuditLine | null, next: AuditLine | null | undefined, digest: string): boolean {
  return line === null && next?.kind === 'mended' && next.previous === digest;
}

function decode(text: Uint8Array): string {
  return new TextDecoder().decode(text);
}

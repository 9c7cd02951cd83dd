import type { AuditBreak, AuditJournal, AuditLine } from '../../model/audit.js';
import { canonicalJson, sha256 } from '../hash.js';
import { isAuditLine } from './line-shape.js';

const LINE_END = 0x0a;

/**
 * Reads audit.jsonl and checks its chain: each line canonical, numbered in turn, and naming the hash of the one before.
 * A line that was not finished is no break where it is the last, or where the next one says that it mends it.
 */
export function parseJournal(bytes: Uint8Array): AuditJournal {
  const texts = splitLines(bytes);
  const endsWhole = bytes.length === 0 || bytes.at(-1) === LINE_END;
  const lines: AuditLine[] = [];
  const breaks: AuditBreak[] = [];
  let torn: number | null = null;
  let seq = 0;
  let before: Uint8Array | null = null;
  for (const [at, text] of texts.entries()) {
    const line = parseLine(text);
    const previous = before === null ? null : sha256(before);
    const reason = line ? breakOf(line, { text, seq, previous }) : 'no line';
    const isLast = at === texts.length - 1;
    if (line === null && isLast && !endsWhole) torn = text.length;
    else if (reason !== null && !isMended(texts[at + 1], text)) breaks.push({ line: at + 1, reason });
    if (line) {
      lines.push(line);
      seq = line.seq;
    }
    before = text;
  }
  return { lines, breaks, torn, head: before && { seq, sha256: sha256(before) }, endsWhole };
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const texts: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(LINE_END, from);
    texts.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return texts;
}

function parseLine(text: Uint8Array): AuditLine | null {
  try {
    const value: unknown = JSON.parse(decode(text));
    return isAuditLine(value) ? value : null;
  } catch {
    return null;
  }
}

function breakOf(
  line: AuditLine,
  { text, seq, previous }: { text: Uint8Array; seq: number; previous: string | null },
): AuditBreak['reason'] | null {
  if (decode(text) !== canonicalJson(line)) return 'edited';
  if (line.previous !== previous) return 'not after the line before';
  return line.seq === seq + 1 ? null : 'out of turn';
}

/** Only the text of a line that was cut off is vouched for so; a whole line that is wrong stays wrong. */
function isMended(next: Uint8Array | undefined, text: Uint8Array): boolean {
  const line = next && parseLine(next);
  return line?.kind === 'mended' && parseLine(text) === null && line.previous === sha256(text);
}

function decode(text: Uint8Array): string {
  return new TextDecoder().decode(text);
}

import { sha256 } from '../../spec/hash.js';
import type { AuditLine } from './audit.js';
import type { JournalEnd } from './build-lines.js';
import { parseAuditLine } from './line-shape.js';
import { parseJournal } from './parse-journal.js';

type LineOf<K extends AuditLine['kind']> = Extract<AuditLine, { readonly kind: K }>;

/**
 * The lines of some kinds, in order. Other lines are not even parsed, and the chain is not checked: verify does that,
 * and the cost of everyday commands must not grow with everything a target has recorded.
 */
export function linesOf<K extends AuditLine['kind']>(bytes: Uint8Array, kinds: readonly K[]): LineOf<K>[] {
  const marks = kinds.map((kind) => `"kind":"${kind}"`);
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((text) => marks.some((mark) => text.includes(mark)))
    .flatMap((text) => {
      const line = parseAuditLine(text);
      return line && isOneOf(kinds, line) ? line : [];
    });
}

function isOneOf<K extends AuditLine['kind']>(kinds: readonly K[], line: AuditLine): line is LineOf<K> {
  return (kinds as readonly string[]).includes(line.kind);
}

/** The end of a journal, where the next line follows. If the text ends with a whole line, that line is enough. */
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

const LINE_END = 0x0a;

import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Redactor } from '../keys/logic/redact.js';

/** Bytes of standard error that are kept: its end, where the reason stands. */
const KEPT = 64 * 1024;
/** Characters of it in a message; of a longer one its end gets most. */
const SHOWN_START = 250;
const SHOWN_END = 750;

export interface StandardError {
  readonly text: string;
  /** Its beginning is missing. */
  readonly cut: boolean;
}

/** Reads the stream to its end, so that nobody waits for a reader, and keeps what was said last. */
export function keepStandardError(stream: Readable): () => StandardError {
  let kept: Buffer = Buffer.alloc(0);
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([kept, chunk]);
    cut ||= all.length > KEPT;
    kept = all.subarray(-KEPT);
  });
  return () => ({ text: kept.toString('utf8'), cut });
}

/** Standard error fit for a message: without escape sequences and secrets. */
export function showStandardError({ text, cut }: StandardError, redactor: Redactor): string {
  const clean = redactor.text(stripVTControlCharacters(text));
  // A text without its beginning may begin with the second half of a secret, which redaction does not know.
  const safe = (cut ? clean.slice(redactor.longestForm) : clean).trim();
  if (safe === '') return 'nothing on standard error';
  if (safe.length <= SHOWN_START + SHOWN_END) return safe;
  return `${safe.slice(0, SHOWN_START)} … ${safe.slice(-SHOWN_END)}`;
}

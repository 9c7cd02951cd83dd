import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Redactor } from '../keys/logic/redact.js';

/** Number of bytes kept from the end of standard error, where the reason usually is. */
const KEPT = 64 * 1024;
/** Number of characters shown from the start of a long message; most of the space goes to its end. */
const SHOWN_START = 250;
const SHOWN_END = 750;

export interface StandardError {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly cut: boolean;
}

/** Reads the stream to its end, so that the program never blocks on a full pipe, and keeps the last part. */
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

/** Prepares standard error for a message: no escape sequences and no secrets. */
export function showStandardError({ text, cut }: StandardError, redactor: Redactor): string {
  const clean = redactor.text(stripVTControlCharacters(text));
  // A cut text may begin with the second half of a secret, which redaction would not recognise.
  const safe = (cut ? clean.slice(redactor.longestForm) : clean).trim();
  if (safe === '') return 'nothing on standard error';
  if (safe.length <= SHOWN_START + SHOWN_END) return safe;
  return `${safe.slice(0, SHOWN_START)} … ${safe.slice(-SHOWN_END)}`;
}

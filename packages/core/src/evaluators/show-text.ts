import type { Redactor } from '../keys/logic/redact.js';
import { SHOWN_OF_ANSWER } from './logic/check-evaluation.js';

/**
 * The beginning of what a server said, fit for a message: without our secrets, on one line, 500 characters at most.
 *
 * @param isCut whether the server said more than `text`
 */
export function showText(text: string, redactor: Redactor, isCut = false): string {
  // A character may take two units, and redaction shortens.
  const looked = text.slice(0, 2 * SHOWN_OF_ANSWER + 4 * redactor.longestForm);
  const clean = redactor.text(looked);
  // Where more follows, the end may be the first half of a secret, which redaction does not know.
  const isPart = isCut || looked.length < text.length;
  const safe = isPart ? clean.slice(0, Math.max(0, clean.length - redactor.longestForm)) : clean;
  const line = safe.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line === '' ? '(nothing)' : Array.from(line).slice(0, SHOWN_OF_ANSWER).join('');
}

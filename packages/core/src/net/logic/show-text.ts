import type { Redactor } from '../../keys/logic/redact.js';

/** Maximum number of characters of a server's text that a message shows. */
const SHOWN_OF_ANSWER = 500;

/**
 * The beginning of a server's text for a message: without our secrets and on one line.
 *
 * @param isCut whether the server sent more than `text`
 * @param most how many characters are shown
 */
export function showText(text: string, redactor: Redactor, isCut = false, most = SHOWN_OF_ANSWER): string {
  // A character may take two code units, and redaction shortens the text, so look at more than is shown.
  const looked = text.slice(0, 2 * SHOWN_OF_ANSWER + 4 * redactor.longestForm);
  const clean = redactor.text(looked);
  // If more follows, the end may be the first half of a secret, which redaction cannot recognize.
  const isPart = isCut || looked.length < text.length;
  const safe = isPart ? clean.slice(0, Math.max(0, clean.length - redactor.longestForm)) : clean;
  const line = safe.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line === '' ? '(nothing)' : Array.from(line).slice(0, most).join('');
}

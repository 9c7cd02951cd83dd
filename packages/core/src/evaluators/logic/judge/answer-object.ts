import type { ForeignJson } from '../../../net/logic/http.js';
import { isRecord } from '../../../values/is-record.js';

// Thoughts of a model before its answer.
const THOUGHTS = /^<think>[\s\S]*?<\/think>/;
// One Markdown code block, with text before or after it that contains no object.
const CODE_BLOCK = /^[^{}`]*```[A-Za-z0-9]*[ \t]*\r?\n([\s\S]*?)\r?\n?```[^{}`]*$/;

export type AnswerObject =
  | { readonly answer: Record<string, unknown> }
  | { readonly reason: string; readonly text: string }
  | 'too-large';

/**
 * The one JSON object of an answer: the whole text, or a code block. Thoughts before it are skipped. An object within
 * other text is not accepted, and of two objects none is chosen, because one may be a candidate's.
 *
 * @param read parses JSON that may be large
 */
export async function parseAnswerObject(
  text: string,
  read: (json: string) => Promise<ForeignJson>,
): Promise<AnswerObject> {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole === '') return { reason: 'the answer is empty', text };
  const said = whole.replace(THOUGHTS, '').trim();
  const answer = await read(CODE_BLOCK.exec(said)?.[1] ?? said);
  if (answer.kind === 'too-large') return answer.kind;
  if (answer.kind === 'too-deep') return { reason: 'the answer is nested too deep', text };
  if (answer.kind === 'no-json') return { reason: 'the answer is not JSON', text };
  return isRecord(answer.value) ? { answer: answer.value } : { reason: 'the answer is no JSON object', text };
}

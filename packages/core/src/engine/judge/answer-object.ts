import { isRecord } from '../../model/is-record.js';

// The whole answer in one Markdown code block: models that were not held to a format like to write so.
const CODE_BLOCK = /^```[A-Za-z0-9]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

export type AnswerObject =
  | { readonly answer: Record<string, unknown> }
  | { readonly reason: string; readonly text: string };

/**
 * The JSON object an answer consists of. A Markdown code block around all of it is taken off; an object that is
 * picked out of other words is not looked for, because the words may be a candidate's.
 */
export function parseAnswerObject(text: string): AnswerObject {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole === '') return { reason: 'the answer is empty', text };
  let answer: unknown;
  try {
    answer = JSON.parse(CODE_BLOCK.exec(whole)?.[1] ?? whole);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { reason: 'the answer is not JSON', text };
  }
  return isRecord(answer) ? { answer } : { reason: 'the answer is no JSON object', text };
}

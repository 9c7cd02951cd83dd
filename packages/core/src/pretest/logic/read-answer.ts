import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../../values/json-depth.js';

export type Answer =
  | { readonly kind: 'data'; readonly value: unknown }
  /** No body at all. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly problem: Problem; readonly text: string };

/** What a tool declares it sends; JSON where it declares nothing (Schemas-Spec 04). */
export type MimeType = string | undefined;

interface Body {
  readonly body: Buffer;
  readonly truncated: boolean;
  /** What was read of it; what it was cut at. */
  readonly bytes: number;
}

/** The data of an answer, as the tool's declared type: parsed JSON, a text, or an image in base64. */
export function readAnswer({ body, truncated, bytes }: Body, mimeType: MimeType): Answer {
  if (body.length === 0) return { kind: 'none' };
  if (mimeType === 'image/png') return { kind: 'data', value: body.toString('base64') };
  const text = new TextDecoder().decode(body);
  if (mimeType === 'text/plain') return { kind: 'data', value: text };
  if (text.trim() === '') return { kind: 'none' };
  if (truncated)
    return { kind: 'unreadable', problem: problem('DPT-134', undefined, { limit: bytes }), text };
  return readJson(text);
}

function readJson(text: string): Answer {
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    return { kind: 'unreadable', problem: problem('DPT-135', undefined, { limit: MAX_JSON_DEPTH }), text };
  }
  try {
    return { kind: 'data', value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'unreadable', problem: problem('DPT-133'), text };
  }
}

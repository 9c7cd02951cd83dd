import type { ForeignJson } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../../values/json-depth.js';

export type Answer =
  | { readonly kind: 'data'; readonly value: unknown }
  /** No body at all. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly problem: Problem; readonly text: string }
  /** The body was not parsed; `text` is its beginning. */
  | { readonly kind: 'too-large'; readonly problem: Problem; readonly text: string };

/** The declared type of a tool's answer; JSON if it declares none (Schemas-Spec 04). */
export type MimeType = string | undefined;

interface Body {
  readonly body: Buffer;
  readonly truncated: boolean;
  /** Bytes that were read, up to the limit. */
  readonly bytes: number;
  /** Parsed content of a large body. */
  readonly json?: ForeignJson;
}

/** How much of an unreadable body is shown: more than a record keeps. */
const BEGINNING_BYTES = 512 * 1024;

/** The data of an answer in the tool's declared type: parsed JSON, a text, or an image in base64. */
export function readAnswer({ body, truncated, bytes, json }: Body, mimeType: MimeType): Answer {
  if (body.length === 0) return { kind: 'none' };
  if (mimeType === 'image/png') return { kind: 'data', value: body.toString('base64') };
  const isJson = mimeType !== 'text/plain';
  if (isJson && json?.kind === 'value') return { kind: 'data', value: json.value };
  if (isJson && json?.kind === 'too-large') {
    const text = new TextDecoder().decode(body.subarray(0, BEGINNING_BYTES), { stream: true });
    return { kind: 'too-large', problem: problem('DPT-137'), text };
  }
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

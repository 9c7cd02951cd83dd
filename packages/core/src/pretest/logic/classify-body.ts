import type { ForeignJson } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { TestRemark } from '../../spec/facts.js';
import { isRecord } from '../../values/is-record.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../../values/json-depth.js';
import type { OutputMatch } from './output-match.js';

/** How a body shows that the call failed. */
export interface BodyFailure {
  /**
   * `certain`: its shape has no other meaning. `sign`: it may be data too; the declared output decides. `remark`:
   * handler code turned it into data, so it is only worth a finding.
   */
  readonly weight: 'certain' | 'sign' | 'remark';
  /** A few words of our own; only known words are repeated from the answer. */
  readonly why: string;
}

export type BodyVerdict =
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'working';
      /** null: no output declared. */
      readonly output: OutputMatch | null;
      readonly remarks: readonly Omit<TestRemark, 'test'>[];
    };

/** Properties that indicate a failure if an object has no others. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set([
  ...['errors', 'error', 'message', 'code', 'status', 'detail', 'reason'],
]);
/** Error properties that may also mean something else. */
const NEUTRAL_MEMBERS: ReadonlySet<string> = new Set(['message', 'detail', 'reason']);
/** Lists that are empty on success; they never hold the requested data. */
const NOTICE_LISTS: ReadonlySet<string> = new Set(['errors', 'error', 'messages', 'message', 'warnings']);
const FAILING_STATUS = /^(?:error|fail|failed|notok)$/i;
const CONTENT_WORDS = /^(?:ok|success|none)$/i;
const GRAPHQL_MEMBERS: ReadonlySet<string> = new Set(['data', 'errors', 'extensions']);
/** Maximum number of places that a remark names. */
const PLACES_SHOWN = 3;

/**
 * Classifies the data of a test (decision 0065). A definite failure always counts; a mere sign of failure counts only
 * if the data does not fit the declared output.
 *
 * @param failure result of {@link findFailure} for the body that the API sent
 * @param match compares the data with the declared output; null if none is declared
 */
export function classifyBody(
  value: unknown,
  failure: BodyFailure | null,
  match: ((value: unknown) => OutputMatch) | null,
): BodyVerdict {
  if (isEmpty(value)) return { kind: 'empty' };
  if (failure?.weight === 'certain') return { kind: 'failed', why: failure.why };
  const output = match?.(value) ?? null;
  if (failure?.weight === 'sign' && output && !output.matches) {
    return { kind: 'failed', why: `${failure.why}; ${output.where}` };
  }
  const lists = emptyLists(value);
  return {
    kind: 'working',
    output,
    remarks: [
      ...(failure ? [{ kind: 'says-failed', what: failure.why } as const] : []),
      ...(lists.length > 0 ? [{ kind: 'found-nothing', what: lists.join(', ') } as const] : []),
    ],
  };
}

/**
 * null, '', [], {} and values that contain nothing else are empty. A number or boolean is never empty: it is an
 * answer.
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * Checks by shape alone whether a body with HTTP 200 reports a failed call.
 *
 * @param mediaType as the API sent it; null if there is none
 */
export function findFailure(value: unknown, mediaType: string | null): BodyFailure | null {
  if (/^\s*application\/problem\+json\s*(?:;|$)/i.test(mediaType ?? '')) {
    return { weight: 'certain', why: 'its type is application/problem+json' };
  }
  if (!isRecord(value)) return null;
  const certain = certainFailure(value);
  if (certain !== null) return { weight: 'certain', why: certain };
  const sign = failureSign(value);
  return sign === null ? null : { weight: 'sign', why: sign };
}

function certainFailure(body: Record<string, unknown>): string | null {
  const { error = null, errors, data = null } = body;
  if (Object.hasOwn(body, 'jsonrpc') && error !== null) return 'it is a JSON-RPC error';
  const isGraphql = Object.keys(body).every((key) => GRAPHQL_MEMBERS.has(key));
  const isFailed = Array.isArray(errors) && errors.length > 0 && errors.every(isGraphqlError);
  return isGraphql && isFailed && data === null ? 'it holds GraphQL errors and no data' : null;
}

function isGraphqlError(error: unknown): boolean {
  return isRecord(error) && Object.hasOwn(error, 'message');
}

function failureSign(body: Record<string, unknown>): string | null {
  const { success, ok, status, message, result } = body;
  if (success === false) return 'success is false';
  if (ok === false) return 'ok is false';
  if (typeof status === 'string' && FAILING_STATUS.test(status)) return `status is ${status}`;
  if (status === '0') {
    if (typeof message === 'string' && /^notok$/i.test(message)) return 'status is 0, message is NOTOK';
    if (typeof result === 'string' && result !== '') return 'status is 0, result is a text';
    // Etherscan and similar APIs report an empty result like this: "No transactions found" and an empty list.
    if (Array.isArray(result)) return null;
  }
  const given = Object.entries(body).filter(([, value]) => !isEmpty(value));
  // Next to a status that reports success, a message may be the data.
  const isWell = ['status', 'code'].some((key) => Object.hasOwn(body, key) && saysWell(key, body[key]));
  const telling = given.filter(
    ([key, value]) =>
      ERROR_MEMBERS.has(key) &&
      value !== false &&
      value !== 0 &&
      !saysWell(key, value) &&
      !(isWell && NEUTRAL_MEMBERS.has(key)),
  );
  if (telling.length === 0 || given.some(([key]) => !ERROR_MEMBERS.has(key))) return null;
  return `it holds nothing but ${telling.map(([key]) => key).join(', ')}`;
}

/** Whether a field reports success, in a word or by an HTTP code. */
function saysWell(key: string, value: unknown): boolean {
  if (typeof value === 'string' && CONTENT_WORDS.test(value.trim())) return true;
  return (key === 'code' || key === 'status') && /^2\d\d$/.test(String(value));
}

/**
 * Paths of the empty lists in a body. If one of its lists has items, the call has found something, and no path is
 * returned. A body that is itself a list is not reported: either it is empty as a whole, or it has items.
 */
function emptyLists(body: unknown): string[] {
  const found: string[] = [];
  const holdsItems = (value: unknown, path: string): boolean => {
    if (Array.isArray(value)) {
      if (isEmpty(value)) found.push(path);
      return !isEmpty(value);
    }
    if (!isRecord(value)) return false;
    return Object.entries(value).some(
      ([key, item]) => !NOTICE_LISTS.has(key) && holdsItems(item, path === '' ? key : `${path}.${key}`),
    );
  };
  return holdsItems(body, '') ? [] : shorten(found);
}

function shorten(places: readonly string[]): string[] {
  const more = places.length - PLACES_SHOWN;
  return more > 0 ? [...places.slice(0, PLACES_SHOWN), `${more} more`] : [...places];
}

export type Answer =
  | { readonly kind: 'data'; readonly value: unknown }
  /** No body at all. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly problem: Problem; readonly text: string }
  /** The body was not parsed; `text` is its beginning. */
  | { readonly kind: 'too-large'; readonly problem: Problem; readonly text: string };

/** The declared type of a tool's answer; JSON if it declares none (Schemas-Spec 04). */
type MimeType = string | undefined;

interface Body {
  readonly body: Buffer;
  readonly truncated: boolean;
  /** Bytes that were read, up to the limit. */
  readonly bytes: number;
  /** Parsed content of a large body. */
  readonly json?: ForeignJson;
}

/** Number of bytes to decode from the beginning of a body that is too large to parse: more than a record keeps. */
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

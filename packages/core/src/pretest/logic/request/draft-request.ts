import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isUserParameter, typedDefaultOf } from '../../../sources/logic/parameter-options.js';
import { fillSlots, type OpenSlot, type ServerParams } from '../../../sources/logic/placeholders.js';
import type { ToolDefinition, ToolTest } from '../../../spec/schema-main.js';
import { isRecord } from '../../../values/is-record.js';
import { draftUrl, type RequestInput } from './build-request.js';
import { asText, resolveParameter } from './parameter-value.js';

/** A request as handler code gets it: not yet ready to be sent. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A draft, and the placeholders of the schema that are still unfilled. */
interface Drafted {
  readonly draft: RequestDraft;
  readonly open: readonly OpenSlot[];
}

/**
 * Builds the request of a tool with handler code, before that code runs (Schemas-Spec 01, Handler Per-Call Parameters).
 * A missing value is a problem as usual; an unknown placeholder stays, because the handler may fill it.
 */
export function draftRequest({ main, tool, test, serverParams }: RequestInput): Drafted | Problem {
  const server: ServerParams = { declared: main.requiredServerParams ?? [], values: serverParams };
  const open: OpenSlot[] = [];
  const inserts = new Map<string, string | null>();
  const query: [string, string][] = [];
  const body: [string, unknown][] = [];
  for (const parameter of tool.parameters) {
    const { key, location } = parameter.position;
    const found = resolveParameter(parameter, test, server);
    if (found.kind === 'problem') return found.problem;
    if (found.kind === 'value') open.push(...(found.open ?? []));
    const value = found.kind === 'value' ? found.value : undefined;
    if (location === 'insert') inserts.set(key, value === undefined ? null : asText(value));
    else if (value !== undefined && location === 'query') query.push([key, asText(value)]);
    else if (value !== undefined) body.push([key, value]);
  }
  const url = draftUrl({ template: `${main.root ?? ''}${tool.path}`, inserts, query, server });
  if ('code' in url) return url;
  open.push(...url.open);
  const headers = Object.entries(main.headers ?? {}).map(([name, template]) => {
    const filled = fillSlots(String(template), { place: `header ${name}`, server });
    open.push(...filled.open);
    return [name, filled.text] as const;
  });
  const { method } = tool;
  const draft = {
    method,
    url: url.text,
    headers: Object.fromEntries(headers),
    body: Object.fromEntries(body),
  };
  return { draft, open };
}

/**
 * The caller's values, completed with defaults, each in its declared type: in an address everything is text, but code
 * expects a number to be a number. Properties of the test that begin with `_` are notes and are left out.
 */
export function callerValues(tool: ToolDefinition, test: ToolTest): Record<string, unknown> {
  const defaults = tool.parameters.filter(isUserParameter).flatMap((parameter) => {
    const value = typedDefaultOf(parameter);
    return value === undefined ? [] : [[parameter.position.key, value] as const];
  });
  const given = Object.entries(test).filter(([key]) => !key.startsWith('_'));
  return Object.fromEntries([...defaults, ...given]);
}

/**
 * Applies the result of a `preRequest` to a draft. As in the runtime, the result may set the address, the headers and
 * the body, but not the method.
 *
 * @param result return value of the `preRequest`; if it has no `struct`, the draft stays unchanged
 */
export function applyPreRequest(draft: RequestDraft, result: unknown): RequestDraft | string {
  if (!isRecord(result)) return 'it gives no object';
  const { struct } = result;
  if (struct === undefined || struct === null) return draft;
  if (!isRecord(struct)) return 'its struct is no object';
  const { url = draft.url, headers = draft.headers, body = draft.body } = struct;
  if (typeof url !== 'string') return 'its struct.url is no text';
  if (!isRecord(headers)) return 'its struct.headers is no object';
  return {
    method: draft.method,
    url: url || draft.url,
    headers: asHeaders(headers),
    body: body ?? draft.body,
  };
}

/** Turns a draft into a request; DPT-125 if it has no valid http(s) address. */
export function finishRequest({ method, url, headers, body }: RequestDraft): HttpRequest | Problem {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return problem('DPT-125');
  const { href } = new URL(url);
  if (method !== 'POST' && method !== 'PUT') return { method, url: href, headers };
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    url: href,
    headers: isTyped ? headers : { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body ?? {}),
  };
}

/** A header without a value is left out. */
function asHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

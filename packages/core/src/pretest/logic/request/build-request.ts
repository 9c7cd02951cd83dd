import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { type Filled, fillSlots, type ServerParams } from '../../../sources/logic/placeholders.js';
import type { ParameterDefinition, SchemaMain, ToolDefinition, ToolTest } from '../../../spec/schema-main.js';
import { asText, resolveParameter } from './parameter-value.js';

export interface RequestInput {
  readonly main: SchemaMain;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  /** By name; handler code must not see keys, so it gets tokens in their place. */
  readonly serverParams: Readonly<Record<string, string>>;
}

interface Resolved {
  readonly parameter: ParameterDefinition;
  /** undefined: optional and left out. */
  readonly value: unknown;
}

type Built = { readonly request: HttpRequest } | { readonly problem: Problem };

/**
 * Builds the HTTP request of a test for a tool without handler code (Schemas-Spec 02). If a value is missing or cannot
 * be placed, the result is a problem, never an incomplete request.
 */
export function buildRequest({ main, tool, test, serverParams }: RequestInput): Built {
  const server: ServerParams = { declared: main.requiredServerParams ?? [], values: serverParams };
  const resolved: Resolved[] = [];
  for (const parameter of tool.parameters) {
    const found = resolveParameter(parameter, test, server);
    if (found.kind === 'problem') return { problem: found.problem };
    const [open] = (found.kind === 'value' && found.open) || [];
    if (open) return { problem: open.problem };
    resolved.push({ parameter, value: found.kind === 'value' ? found.value : undefined });
  }
  const at = (location: string) =>
    resolved.filter(({ parameter }) => parameter.position.location === location);
  const url = buildUrl({
    template: `${main.root ?? ''}${tool.path}`,
    inserts: new Map(
      at('insert').map(({ parameter, value }) => [
        parameter.position.key,
        value === undefined ? null : asText(value),
      ]),
    ),
    query: given(at('query')).map(([key, value]) => [key, asText(value)] as const),
    server,
  });
  if ('problem' in url) return url;
  const headers = buildHeaders(main.headers ?? {}, server);
  if ('problem' in headers) return headers;
  const { method } = tool;
  if (method !== 'POST' && method !== 'PUT') {
    return { request: { method, url: url.url, headers: headers.headers } };
  }
  // There is a body even without body parameters: the runtime sends an empty object, and many servers refuse a POST
  // without a body.
  const body = JSON.stringify(Object.fromEntries(given(at('body'))));
  return { request: { method, url: url.url, headers: withContentType(headers.headers), body } };
}

function given(resolved: readonly Resolved[]): (readonly [string, unknown])[] {
  return resolved
    .filter(({ value }) => value !== undefined)
    .map(({ parameter, value }) => [parameter.position.key, value] as const);
}

function buildHeaders(
  declared: Readonly<Record<string, string>>,
  server: ServerParams,
): { headers: Record<string, string> } | { problem: Problem } {
  const headers: [string, string][] = [];
  for (const [name, template] of Object.entries(declared)) {
    const { text, open } = fillSlots(String(template), { place: `header ${name}`, server });
    if (open[0]) return { problem: open[0].problem };
    headers.push([name, text]);
  }
  return { headers: Object.fromEntries(headers) };
}

function withContentType(headers: Record<string, string>): Record<string, string> {
  const declared = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return declared ? headers : { 'Content-Type': 'application/json', ...headers };
}

interface UrlParts {
  /** `root` and `path`, joined. */
  readonly template: string;
  /** Insert parameters by key; null for one without a value. */
  readonly inserts: ReadonlyMap<string, string | null>;
  readonly query: readonly (readonly [key: string, value: string])[];
  readonly server: ServerParams;
}

/**
 * Fills `{{key}}` and `:key`, each value percent-encoded, and appends the query in array order. `{key}` in single
 * braces is not a FlowMCP placeholder and stays unchanged.
 */
function buildUrl({ template, inserts, query, server }: UrlParts): { url: string } | { problem: Problem } {
  const filled = fillAddress(template, { inserts, keys: [...inserts.keys()], server });
  if (filled.open[0]) return { problem: filled.open[0].problem };
  const [address = ''] = filled.text.split('#');
  const [path = '', declared] = splitOnce(address, '?');
  if (climbs(path)) return { problem: problem('DPT-124') };
  const pairs = query.map(([key, value]) => `${encode(key)}=${encode(value)}`);
  const search = [...(declared ? [declared] : []), ...pairs].join('&');
  const text = search === '' ? address : `${path}?${search}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? { url: url.href } : { problem: problem('DPT-125') };
}

/**
 * The address as handler code gets it, not yet checked: placeholders that have a value are filled, all others stay as
 * written.
 *
 * @returns DPT-124 if a value would lead out of the declared path
 */
export function draftUrl({ template, inserts, query, server }: UrlParts): Filled | Problem {
  const given = [...inserts].flatMap(([key, value]) => (value === null ? [] : [key]));
  const filled = fillAddress(template, { inserts, keys: given, server });
  const [path = '', declared] = splitOnce(filled.text, '?');
  if (climbs(path)) return problem('DPT-124');
  const pairs = query.map(([key, value]) => `${encode(key)}=${encode(value)}`);
  const search = [...(declared ? [declared] : []), ...pairs].join('&');
  return { text: search === '' ? path : `${path}?${search}`, open: filled.open };
}

/** @param keys parameters that the address may also contain as `:key` */
function fillAddress(
  template: string,
  { inserts, keys, server }: Pick<UrlParts, 'inserts' | 'server'> & { readonly keys: readonly string[] },
): Filled {
  const own = (name: string) => {
    const value = inserts.get(name);
    return value === null ? problem('DPT-121', undefined, { key: name }) : (value ?? null);
  };
  return fillSlots(colonsToSlots(template, keys), { place: 'the address', server, own, encode });
}

/**
 * Replaces `:key` by `{{key}}`. Longer keys are replaced first, and only as whole words: `:id` is not found in
 * `:idType`. The colon of `{{SERVER_PARAM:KEY}}` is left alone.
 */
function colonsToSlots(template: string, keys: readonly string[]): string {
  if (keys.length === 0) return template;
  const names = [...keys].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const colon = new RegExp(`\\{\\{[^{}]*\\}\\}|:(${names.join('|')})(?![A-Za-z0-9_])`, 'g');
  return template.replace(colon, (found, key?: string) => (key === undefined ? found : `{{${key}}}`));
}

/** The URL parser resolves `.` and `..`, even if written with `%2e`, so a value could lead out of the declared path. */
function climbs(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')));
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

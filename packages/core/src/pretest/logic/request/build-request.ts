import type { HttpRequest } from '../../../net/logic/http.js';
import type { Problem } from '../../../problems/problem.js';
import { fillSlots, type ServerParams } from '../../../sources/logic/placeholders.js';
import type { ParameterDefinition, SchemaMain, ToolDefinition, ToolTest } from '../../../spec/schema-main.js';
import { asText, resolveParameter } from './parameter-value.js';
import { buildUrl } from './request-url.js';

interface RequestInput {
  readonly main: SchemaMain;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
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
  // Even without body parameters: the runtime sends an empty object, and many servers refuse a POST without a body.
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

import type { Problem } from '../../model/problem.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../../model/schema-main.js';
import { defaultOf, isUserParameter } from './parameter-options.js';
import { asText, resolveParameter } from './parameter-value.js';
import { fillSlots, type ServerParams } from './placeholders.js';
import { draftUrl } from './request-url.js';

/** A request as handler code gets it: not yet one that can be sent. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface DraftInput {
  readonly main: SchemaMain;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  /** By name; where handler code must not see a key, what stands for it. */
  readonly serverParams: Readonly<Record<string, string>>;
}

/**
 * The request of a tool with handler code, before that code (Schemas-Spec 01, Handler Per-Call Parameters). A value that
 * is missing is a problem as everywhere; a placeholder nobody knows stays, for it may be the handler's to fill.
 */
export function draftRequest({ main, tool, test, serverParams }: DraftInput): RequestDraft | Problem {
  const server: ServerParams = { declared: main.requiredServerParams ?? [], values: serverParams };
  const inserts = new Map<string, string | null>();
  const query: [string, string][] = [];
  const body: [string, unknown][] = [];
  for (const parameter of tool.parameters) {
    const { key, location, value: template } = parameter.position;
    const found = resolveParameter(parameter, test, server);
    if (found.kind === 'problem' && found.problem.code !== 'DPT-122') return found.problem;
    const value = found.kind === 'problem' ? template : found.kind === 'value' ? found.value : undefined;
    if (location === 'insert') inserts.set(key, value === undefined ? null : asText(value));
    else if (value !== undefined && location === 'query') query.push([key, asText(value)]);
    else if (value !== undefined) body.push([key, value]);
  }
  const url = draftUrl({ template: `${main.root ?? ''}${tool.path}`, inserts, query, server });
  if (typeof url !== 'string') return url;
  const headers = Object.entries(main.headers ?? {}).map(
    ([name, text]) => [name, fillKnown(String(text), server)] as const,
  );
  return { method: tool.method, url, headers: Object.fromEntries(headers), body: Object.fromEntries(body) };
}

/** What the caller gave, with defaults put in; keys of the test that begin with `_` are notes. */
export function callerValues(tool: ToolDefinition, test: ToolTest): Record<string, unknown> {
  const defaults = tool.parameters.filter(isUserParameter).flatMap((parameter) => {
    const value = defaultOf(parameter);
    return value === undefined ? [] : [[parameter.position.key, value] as const];
  });
  const given = Object.entries(test).filter(([key]) => !key.startsWith('_'));
  return Object.fromEntries([...defaults, ...given]);
}

function fillKnown(template: string, server: ServerParams): string {
  const filled = fillSlots(template, { place: '', server, own: keepUnknown(server) });
  return 'text' in filled ? filled.text : template;
}

function keepUnknown({ values }: ServerParams) {
  return (name: string) => {
    const key = name.replace(/^SERVER_PARAM:\s*/, '');
    return Object.hasOwn(values, key) ? null : { text: `{{${name}}}` };
  };
}

import type { HttpRequest } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { HandlerMode } from '../../sandbox/logic/handlers.js';
import type { HandlersReading } from '../../sources/logic/module-reading.js';
import { expandEnum } from '../../sources/logic/parameter-options.js';
import type { SchemaMain, ToolDefinition } from '../../spec/schema-main.js';
import type { SharedLists } from '../../spec/shared-list.js';
import { isRecord } from '../../values/is-record.js';

export interface RunConditions {
  readonly name: string;
  readonly tool: ToolDefinition;
  readonly main: SchemaMain;
  readonly handlers: HandlersReading;
  readonly handlerMode: HandlerMode;
  readonly lists: SharedLists;
  /** null: keys are not used in this run. */
  readonly serverParams: Readonly<Record<string, string>> | null;
  /** Declared keys that the key file lacks. */
  readonly missingKeys: readonly string[];
  /** For display and storage: `~/.flowmcp/.env`, not a path with a user's name. */
  readonly envPath: string;
  readonly allowWrites: boolean;
}

/**
 * Why a tool's tests cannot be sent at all, or null. A reason that lies in the schema takes precedence over a list or
 * key that this run lacks, so that the reason stays the same until the schema changes. A missing list or key stops
 * every tool of the schema: the runtime would either not load the schema or hide its tools (Schemas-Spec 02 Injection
 * Rules, 03).
 */
export function reasonNotToRun(conditions: RunConditions): Problem | null {
  return (
    handlerReason(conditions) ?? writeReason(conditions) ?? listReason(conditions) ?? keyReason(conditions)
  );
}

function handlerReason({ name, handlers, handlerMode }: RunConditions): Problem | null {
  return handlerMode === 'skip' && mayHaveCode(handlers, name) ? problem('DPT-105') : null;
}

/** Checks the syntax to see whether a tool may have handler code; true if the syntax leaves it open. */
export function mayHaveCode(handlers: HandlersReading, tool: string): boolean {
  return handlers.kind === 'unreadable' || (handlers.kind === 'named' && handlers.tools.includes(tool));
}

function writeReason({ tool, allowWrites }: RunConditions): Problem | null {
  return allowWrites ? null : reasonNotToWrite({ method: tool.method, url: '', headers: {} }, tool);
}

/** Why a tool's request is not sent without `--allow-writes`, or null. */
export function reasonNotToWrite(request: HttpRequest, tool: ToolDefinition): Problem | null {
  const write = findWrite(request, tool);
  return write && problem(write.isContradiction ? 'DPT-114' : 'DPT-107', undefined, { method: write.method });
}

function listReason({ tool, lists }: RunConditions): Problem | null {
  const [missing] = lists.unresolved;
  if (missing) {
    const { ref, version, found } = missing;
    return found.length === 0
      ? problem('DPT-108', undefined, { ref, version })
      : problem('DPT-109', undefined, { ref, version, found: found.join(', ') });
  }
  for (const { z } of tool.parameters) {
    const found = expandEnum(z.primitive, lists);
    if (found?.kind === 'unresolved') {
      return problem('DPT-110', undefined, { ref: found.list, field: found.field });
    }
  }
  return null;
}

function keyReason({ main, serverParams, missingKeys, envPath }: RunConditions): Problem | null {
  const declared = main.requiredServerParams ?? [];
  if (declared.length === 0) return null;
  if (serverParams === null) return problem('DPT-103');
  const name = declared.filter((key) => missingKeys.includes(key)).join(', ');
  return name === '' ? null : problem('DPT-104', undefined, { name, envPath });
}

/** Methods that only read, by definition of HTTP. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers, and fields of queries and bodies, that let a request ask servers for another method. */
const OVERRIDING = new Set([
  ...['x-http-method-override', 'x-http-method', 'x-method-override', 'x-method', 'x-original-method'],
  ...['-method', '-httpmethod', '$httpmethod'],
]);

/** A method that may write, and whether it contradicts the schema, which declares the tool read-only. */
interface Write {
  readonly method: string;
  readonly isContradiction: boolean;
}

/**
 * The write that a request may make, or null (decision 0078). A tool's `meta.isReadOnly` counts for POST only, because
 * searches often use POST. A request counts as using every method that it names.
 */
export function findWrite(request: HttpRequest, { meta }: Pick<ToolDefinition, 'meta'>): Write | null {
  const saysItReads = meta?.isReadOnly === true;
  const method = methodsOf(request).find((name) => !READING.has(name) && !(saysItReads && name === 'POST'));
  return method === undefined ? null : { method, isContradiction: saysItReads };
}

function methodsOf({ method, url, headers, body = '' }: HttpRequest): string[] {
  const members = [
    ...Object.entries(headers),
    ...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]),
    ...membersOfBody(body),
  ];
  const named = members
    // Servers behind CGI or WSGI do not distinguish between underscores and hyphens in the name of a header.
    .filter(([name]) => OVERRIDING.has(name.trim().toLowerCase().replaceAll('_', '-')))
    .map(([, value]) => value);
  return [method, ...named].map((name) => name.trim().toUpperCase()).filter((name) => name !== '');
}

/**
 * One part of a multipart form: its name, its other headers, an empty line, its value. Lengths are limited, because
 * handler code controls the size of the body.
 */
const PART =
  /\bname="?([^"\r\n;]{1,40})"?[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,3}\r?\n\r?\n([^\r\n]{0,40})/gi;

/** A body's fields, read as JSON, as a form, and as a multipart form: a server may read the body as any of them. */
function membersOfBody(body: string): [string, string][] {
  const parts = body.matchAll(PART);
  return [
    ...membersOfJson(body),
    ...new URLSearchParams(body),
    ...[...parts].map(([, name = '', value = '']): [string, string] => [name, value]),
  ];
}

function membersOfJson(body: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? Object.entries(value).map(([name, member]) => [name, String(member)]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

import type { HttpRequest } from '../../../net/logic/http.js';
import type { ToolDefinition } from '../../../spec/schema-main.js';
import { isRecord } from '../../../values/is-record.js';

/** Methods that only read, by definition of HTTP. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers, and members of queries and bodies, with which a request can ask servers for another method. */
const OVERRIDING = new Set([
  ...['x-http-method-override', 'x-http-method', 'x-method-override', 'x-method', 'x-original-method'],
  ...['-method', '-httpmethod', '$httpmethod'],
]);

/** A method that may write, and whether it is blocked although the schema declares the tool read-only. */
export interface Write {
  readonly method: string;
  readonly isContradiction: boolean;
}

/**
 * The write that a request may make, or null (decision 0078). A schema's `meta.isReadOnly` counts for POST only, which
 * searches often use. A request counts as each method that it names.
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
    // Servers behind CGI or WSGI take a header written with underscores for the one with hyphens.
    .filter(([name]) => OVERRIDING.has(name.trim().toLowerCase().replaceAll('_', '-')))
    .map(([, value]) => value);
  return [method, ...named].map((name) => name.trim().toUpperCase()).filter((name) => name !== '');
}

/** A name, its other headers, an empty line, the value; limited, because code controls the length of a body. */
const PART =
  /\bname="?([^"\r\n;]{1,40})"?[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,3}\r?\n\r?\n([^\r\n]{0,40})/gi;

/** Members as JSON, as a form, and as a multipart form: a server may read the body as any of them. */
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

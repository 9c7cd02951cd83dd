import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { type Filled, fillSlots, type ServerParams } from '../../../sources/logic/placeholders.js';

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
export function buildUrl({
  template,
  inserts,
  query,
  server,
}: UrlParts): { url: string } | { problem: Problem } {
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
 * The address as handler code gets it: filled where a value exists, otherwise as written, and not checked yet.
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

/** @param keys that may also be written as `:key` */
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
 * Replaces `:key` by `{{key}}`. Longest keys first, and whole words only: `:id` is not a part of `:idType`. The colon
 * of `{{SERVER_PARAM:KEY}}` does not count.
 */
function colonsToSlots(template: string, keys: readonly string[]): string {
  if (keys.length === 0) return template;
  const names = [...keys].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const colon = new RegExp(`\\{\\{[^{}]*\\}\\}|:(${names.join('|')})(?![A-Za-z0-9_])`, 'g');
  return template.replace(colon, (found, key?: string) => (key === undefined ? found : `{{${key}}}`));
}

/** The URL parser removes `.` and `..`, also as `%2e`, so a value could leave the declared path. */
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

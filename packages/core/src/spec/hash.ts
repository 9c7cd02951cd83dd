import { createHash } from 'node:crypto';
import { fatal } from '../problems/error-codes.js';
import { ExactNumber } from '../values/exact-json.js';

const MAX_DEPTH = 500;

/**
 * Canonical JSON (RFC 8785): sorted keys, no white space, undefined properties dropped.
 *
 * @throws GradingError HSH-003 for undefined in a list and numbers that are not finite, HSH-004 for anything else that
 * JSON cannot represent (a function, a cycle, a class instance …)
 * @see spec 15, Canonical Representation for the Hash
 */
export function canonicalJson(value: unknown): string {
  return write(value, [], []);
}

/** Full sha256 of bytes or UTF-8 text, in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Names a text by its content, where a stranger may choose the text: half of its sha256. A shorter part would not do, for
 * whoever can choose both of two texts finds two with the same part in the square root of the tries.
 */
export function hashText(text: string): string {
  return `sha256:${sha256(text).slice(0, 32)}`;
}

/** What {@link hashText} returns. */
export const TEXT_HASH = /^sha256:[0-9a-f]{32}$/;

/** First 8 hex characters of the sha256 of a value's canonical JSON. */
export function hashValue(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 8);
}

/** Hash of a schema's `main` without its own top-level `schemaHash`. */
export function hashSchema(main: object): string {
  return hashWithout(main, ['schemaHash']);
}

/**
 * Hash of a selection definition without its own top-level `selectionHash` and without `references`, which only say
 * where its members come from.
 */
export function hashSelection(definition: object): string {
  return hashWithout(definition, ['selectionHash', 'references']);
}

/**
 * Hash of a namespace, computed from its members as `<ns>.<schema>@<hash>` and from the hash of its About (null if
 * there is none). The order of the members counts: whoever freezes a namespace sorts them.
 */
export function hashNamespace({
  members,
  aboutHash,
}: {
  members: readonly unknown[];
  aboutHash: string | null;
}): string {
  return hashValue({ members, aboutHash });
}

/** Hash of a skill, computed over the whole exported object (spec 15). */
export function hashSkill(skill: object): string {
  return hashValue(skill);
}

/** Hash of an About file, computed over its bytes and not over a value (spec 15). */
export function hashAbout(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 8);
}

function hashWithout(value: object, keys: readonly string[]): string {
  return hashValue(Object.fromEntries(Object.entries(value).filter(([name]) => !keys.includes(name))));
}

/** @param parents the objects around the value, and `path` the steps that lead from each to the next */
function write(value: unknown, parents: object[], path: (string | number)[]): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object')
    throw notJson(path, typeof value === 'number' ? String(value) : typeof value);
  if (parents.includes(value)) throw notJson(path, 'a cycle');
  if (parents.length > MAX_DEPTH) throw notJson(path, `more than ${MAX_DEPTH} levels`);
  // For an exact number, the hash covers what its toJSON returns: a plain number, or its text.
  if (value instanceof ExactNumber) return JSON.stringify(value);
  parents.push(value);
  const text = Array.isArray(value) ? writeList(value, parents, path) : writeObject(value, parents, path);
  parents.pop();
  return text;
}

function writeList(list: readonly unknown[], parents: object[], path: (string | number)[]): string {
  let text = '';
  for (let at = 0; at < list.length; at += 1) {
    path.push(at);
    text += `${at > 0 ? ',' : ''}${write(list[at], parents, path)}`;
    path.pop();
  }
  return `[${text}]`;
}

function writeObject(value: object, parents: object[], path: (string | number)[]): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw notJson(path, 'a class instance');
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    path.push(key);
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(member, parents, path)}`;
    path.pop();
  }
  return `{${text}}`;
}

function notJson(path: readonly (string | number)[], found: string) {
  const isNoNumber = found === 'undefined' || /^-?(?:NaN|Infinity)$/.test(found);
  return fatal(isNoNumber ? 'HSH-003' : 'HSH-004', { path: `/${path.join('/')}` }, { found });
}

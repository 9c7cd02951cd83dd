import {
  canonicalJson,
  hashAbout,
  hashNamespace,
  hashSchema,
  hashSelection,
  hashSkill,
  hashValue,
} from '../spec/hash.js';
import { isRecord } from '../values/is-record.js';
import { thrownTexts } from './error-texts.js';

/**
 * Hashes of graded content: 8 hex digits over canonical JSON (spec 15). HSH-001 marks a missing argument, HSH-002 one of
 * another type, HSH-003 undefined in a list or a number that is not finite, HSH-004 anything else that JSON cannot
 * represent.
 */

/** A hash, or null and the reason. */
export interface Hashed {
  /** First 8 hex digits of the sha256. */
  hash: string | null;
  errors: string[];
}

/**
 * Canonical JSON (RFC 8785): sorted keys, no white space, undefined properties dropped.
 *
 * @param value anything that JSON can represent; null too
 * @returns HSH-001 (undefined), HSH-003 (undefined in a list, NaN, Infinity), HSH-004 (functions, cycles, class instances)
 */
export function canonicalize({ value }: { value: unknown }): { json: string | null; errors: string[] } {
  try {
    return { json: canonicalJson(value), errors: [] };
  } catch (error) {
    return { json: null, errors: thrownTexts(error) };
  }
}

/** Hash of any JSON value. */
export function computeHash({ value }: { value: unknown }): Hashed {
  return hashed(() => hashValue(value));
}

/** Hash of a schema's `main`, without its own top-level `schemaHash`. Handler code is not included. */
export function computeSchemaHash({ schema }: { schema: object }): Hashed {
  return hashed(() => (isPlain(schema) ? hashSchema(schema) : hashValue(schema)));
}

/** Hash of a selection definition, without its own top-level `selectionHash`. */
export function computeSelectionHash({ selection }: { selection: object }): Hashed {
  return hashed(() => (isPlain(selection) ? hashSelection(selection) : hashValue(selection)));
}

/**
 * Hash of a namespace (spec 15).
 *
 * @param members `<namespace>.<schema>@<schemaHash>` of each member, in the order that is hashed; a frozen namespace has
 *   them sorted
 * @param aboutHash hash of its About; null if it has none
 */
export function computeNamespaceHash(input: {
  members: readonly unknown[];
  aboutHash: string | null;
}): Hashed {
  return hashed(() => hashNamespace(input));
}

/** Hash of a skill: over the whole exported object. */
export function computeSkillHash({ skill }: { skill: object }): Hashed {
  return hashed(() => hashSkill(skill));
}

/** Hash of an About: over the bytes of its file, text as UTF-8. */
export function computeAboutHash({ about }: { about: string | Uint8Array }): Hashed {
  return hashed(() => hashAbout(typeof about === 'string' ? new TextEncoder().encode(about) : about));
}

/** Whether a value has the form of a hash: 8 hex digits. */
export function isValidHash({ hash }: { hash: unknown }): { valid: boolean; errors: string[] } {
  return { valid: typeof hash === 'string' && /^[0-9a-f]{8}$/.test(hash), errors: [] };
}

/** Class instances are refused: a copy made to leave out the hash would be a different value. */
function isPlain(value: unknown): boolean {
  const prototype = isRecord(value) ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
}

function hashed(compute: () => string): Hashed {
  try {
    return { hash: compute(), errors: [] };
  } catch (error) {
    return { hash: null, errors: thrownTexts(error) };
  }
}

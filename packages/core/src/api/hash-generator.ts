import { checkShape } from '../grade/entry/check-entry.js';
import { argumentProblem } from '../problems/describe-issue.js';
import {
  canonicalJson,
  hashAbout,
  hashNamespace,
  hashSchema,
  hashSelection,
  hashSkill,
  hashValue,
} from '../spec/hash.js';
import { namespaceHashInput } from '../spec/program-input.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts, thrownTexts } from './error-texts.js';

/**
 * Hashes of graded content: 8 hex digits over canonical JSON (spec 15). HSH-001 marks a value that JSON
 * cannot represent.
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
 * @returns HSH-001 for undefined in a list, NaN, functions, cycles, class instances
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
  return hashed(() => (isPlain(schema) ? hashSchema(schema) : hashValue(undefined)));
}

/** Hash of a selection definition, without its own top-level `selectionHash`. */
export function computeSelectionHash({ selection }: { selection: object }): Hashed {
  return hashed(() => (isPlain(selection) ? hashSelection(selection) : hashValue(undefined)));
}

/**
 * Hash of a namespace.
 *
 * @param members `<namespace>.<schema>@<schemaHash>` of each member, in any order
 * @param aboutHash hash of its About; null if it has none
 * @returns GRD-001, GRD-002 for missing or malformed arguments
 */
export function computeNamespaceHash(input: {
  members: readonly string[];
  aboutHash: string | null;
}): Hashed {
  const shaped = checkShape(input, namespaceHashInput);
  if (shaped.value === null) return { hash: null, errors: errorTexts(shaped.problems) };
  return hashed(() => hashNamespace(input));
}

/** Hash of a skill: over the whole exported object. */
export function computeSkillHash({ skill }: { skill: object }): Hashed {
  return hashed(() => hashSkill(skill));
}

/**
 * Hash of an About: over the bytes of its file, text as UTF-8. GRD-001 (missing), GRD-002 (neither text nor
 * bytes).
 */
export function computeAboutHash({ about }: { about: string | Uint8Array }): Hashed {
  if (typeof about !== 'string' && !(about instanceof Uint8Array)) {
    return { hash: null, errors: errorTexts([argumentProblem('about', 'text or bytes', about)]) };
  }
  return hashed(() => hashAbout(typeof about === 'string' ? new TextEncoder().encode(about) : about));
}

/** Whether a value has the form of a hash: 8 hex digits. */
export function isValidHash({ hash }: { hash: unknown }): { valid: boolean } {
  return { valid: typeof hash === 'string' && /^[0-9a-f]{8}$/.test(hash) };
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

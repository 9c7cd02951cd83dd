import { holdsKeyForm } from '../keys/logic/key-form-text.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { scoresLimits } from '../spec/scores-limits.js';
import { formatPointer } from './value-path.js';

/** A JSON document from a grader, with its original text. */
export interface JsonDocument {
  readonly json: unknown;
  readonly text: string;
}

/**
 * Parses a grader's hand-in, within limits.
 *
 * @param bytes UTF-8, with or without a byte order mark
 * @param code the code for text that is not JSON
 * @returns the document, or a problem: SCR-020 (too large) or the given code
 */
export function parseJsonDocument(
  bytes: string | Uint8Array,
  code: 'SCR-001' | 'GRP-003',
): JsonDocument | Problem {
  const text = decodeText(bytes, code);
  if (typeof text !== 'string') return text;
  const tooMuch = checkExtent(text);
  if (tooMuch) return tooMuch;
  try {
    return { json: JSON.parse(text) as unknown, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem(code, undefined, { reason: error.message });
  }
}

function decodeText(bytes: string | Uint8Array, code: 'SCR-001' | 'GRP-003'): string | Problem {
  const size = typeof bytes === 'string' ? bytes.length : bytes.byteLength;
  if (size > scoresLimits.maxBytes) {
    return problem('SCR-020', undefined, { limit: scoresLimits.maxBytes, what: 'bytes' });
  }
  const text = typeof bytes === 'string' ? bytes.replace(/^\uFEFF/, '') : decodeUtf8(bytes);
  if (text === null) return problem(code, undefined, { reason: 'its bytes are not UTF-8' });
  // JSON never contains raw NULs, but UTF-16 is full of them.
  if (text.includes('\0')) return problem(code, undefined, { reason: 'it contains NUL characters' });
  return text.trim() === '' ? problem(code, undefined, { reason: 'it is empty' }) : text;
}

/** The text; null for bytes that are not UTF-8. A byte order mark is skipped. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

// Facts about a JSON text that JSON.parse does not report: its size, and duplicate keys.

interface Sign {
  readonly sign: string;
  readonly start: number;
  /** Offset of a string's closing quote; for any other sign, the same as `start`. */
  readonly end: number;
}

const SIGNS = new Set(['{', '}', '[', ']', ',', '"']);

/**
 * Yields brackets, commas and strings in order. Ignores everything between them, and does not check whether the text is
 * JSON at all.
 */
function* signsOf(text: string): Generator<Sign> {
  for (let start = 0; start < text.length; start += 1) {
    const sign = text[start] as string;
    if (!SIGNS.has(sign)) continue;
    const end = sign === '"' ? endOfString(text, start) : start;
    yield { sign, start, end };
    start = end;
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** SCR-020 if the text is nested too deeply or is too large to read safely; null otherwise. */
function checkExtent(text: string): Problem | null {
  const { maxDepth, maxSigns } = scoresLimits;
  let depth = 0;
  let count = 0;
  for (const { sign } of signsOf(text)) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (sign !== '"') count += 1;
    if (depth > maxDepth)
      return problem('SCR-020', undefined, { limit: maxDepth, what: 'levels of lists and objects' });
    if (count > maxSigns)
      return problem('SCR-020', undefined, { limit: maxSigns, what: 'brackets and commas' });
  }
  return null;
}

interface OpenPart {
  /** Keys seen so far; null for a list. */
  readonly keys: Set<string> | null;
  step: string | number;
  atKey: boolean;
}

/**
 * Finds duplicate keys in an object, because it is not obvious which of their values counts (SCR-021).
 *
 * @param text valid JSON
 */
export function findDuplicateKeys(text: string): Problem[] {
  const problems: Problem[] = [];
  const open: OpenPart[] = [];
  for (const { sign, start, end } of signsOf(text)) {
    const part = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), step: '', atKey: true });
    else if (sign === '[') open.push({ keys: null, step: 0, atKey: false });
    else if (sign === '}' || sign === ']') open.pop();
    else if (part && sign === ',') {
      part.atKey = part.keys !== null;
      if (typeof part.step === 'number') part.step += 1;
    } else if (part?.keys && part.atKey) {
      const key = JSON.parse(text.slice(start, end + 1)) as string;
      part.step = key;
      part.atKey = false;
      const path = () => formatPointer(open.map(({ step }) => step));
      if (part.keys.has(key)) problems.push(problem('SCR-021', { path: path() }, { field: key }));
      part.keys.add(key);
    }
  }
  return problems;
}

/** Names that reach an object's prototype in careless programs. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const HALF_PAIR = /\p{Surrogate}/u;

/**
 * Finds values that JSON allows but no entry may contain: prototype keys (SCR-022), lone surrogates and infinite
 * numbers (SCR-023).
 *
 * @param json nested no deeper than the limits allow
 */
export function findUnsafeValues(json: unknown): Problem[] {
  const problems: Problem[] = [];
  walk(json, (value, place, isKey) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.push(problem('SCR-023', place(), { what: 'a number beyond 1.8e308' }));
    }
    if (typeof value !== 'string') return true;
    if (isKey && PROTOTYPE_KEYS.has(value)) problems.push(problem('SCR-022', place(), { field: value }));
    else if (HALF_PAIR.test(value)) {
      const what = isKey ? 'a key with half a surrogate pair' : 'text with half a surrogate pair';
      problems.push(problem('SCR-023', place(), { what }));
    } else return true;
    return false;
  });
  return problems;
}

/**
 * Finds strings in a hand-in, and names in its evidence, that look like a key (SCR-031). Entries would keep them
 * forever.
 */
export function findKeyForms(json: unknown): Problem[] {
  const problems: Problem[] = [];
  walk(json, (value, place, isKey) => {
    if (typeof value !== 'string' || !holdsKeyForm(value)) return true;
    // A path that ended with the key would reveal it.
    const { path: own } = place();
    const path = isKey ? own.slice(0, own.lastIndexOf('/')) : own;
    problems.push(problem('SCR-031', { path }));
    return false;
  });
  return problems;
}

/**
 * Visits every value with its place, and the name of each property before its value; skips the parts of a value for
 * which `visit` returns false.
 */
function walk(
  json: unknown,
  visit: (value: unknown, place: () => { readonly path: string }, isKey: boolean) => boolean,
): void {
  const path: (string | number)[] = [];
  const place = () => ({ path: formatPointer(path) });
  const step = (value: unknown) => {
    if (!visit(value, place, false)) return;
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      path.push(isList ? Number(key) : key);
      if (isList || visit(key, place, true)) step(member);
      path.pop();
    }
  };
  step(json);
}

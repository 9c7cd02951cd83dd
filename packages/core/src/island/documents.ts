import type { ZodType } from 'zod';
import { fatal, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { LockSnapshot, NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../values/json-depth.js';
import { formatPointer } from '../values/value-path.js';
import { isLockSnapshot, isNamespaceIndex, isSelectionIndex } from './index-shape.js';
import type { Island } from './island.js';
import { refuseWrongClock } from './journal/read-journal.js';
import { FILE_NAMES } from './logic/paths.js';

export type Parsed<T> = { readonly value: T } | { readonly problem: Problem } | null;

/**
 * Reads a JSON document of the island and checks its shape.
 *
 * @returns null if there is no file; problem IDX-004 if it is invalid
 */
export function readDocument<T>(island: Island, path: string, shape: ZodType<T>): Parsed<T> {
  const text = island.readText(path);
  return text === null ? null : parseDocument(text, path, shape);
}

/**
 * Like `readDocument`, but for text that has already been read.
 *
 * @param isWhole a fast check that is only true for valid documents; all others are checked against the shape
 */
export function parseDocument<T>(
  text: string,
  path: string,
  shape: ZodType<T>,
  isWhole: (value: unknown) => value is T = isNever,
): Exclude<Parsed<T>, null> {
  const json = parseText(text, path);
  if ('problem' in json) return json;
  if (isWhole(json.value)) return { value: json.value };
  const result = shape.safeParse(json.value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  return {
    problem: problem(
      'IDX-004',
      { file: path, path: formatPointer(issue?.path ?? []) },
      { reason: issue?.message ?? 'its shape is wrong' },
    ),
  };
}

/**
 * Reads a JSON document of the island, for a caller that checks the shape by hand.
 *
 * @returns null if there is no file; problem IDX-004 if it is not JSON
 */
export function readJson(island: Island, path: string): Parsed<unknown> {
  const text = island.readText(path);
  return text === null ? null : parseText(text, path);
}

function parseText(text: string, path: string): Exclude<Parsed<unknown>, null> {
  // Hand-ins are kept unchanged, including their byte order mark.
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  return json ?? { problem: problem('IDX-004', { file: path }, { reason: 'it is not JSON' }) };
}

/**
 * Reads a document that must be valid if it exists: any error in it ends the command.
 *
 * @throws GradingError IDX-012
 */
export function readTrusted<T>(island: Island, path: string, shape: ZodType<T>): T | null {
  const parsed = readDocument(island, path, shape);
  if (parsed && 'problem' in parsed) throw fatal('IDX-012', parsed.problem.where, parsed.problem.args);
  return parsed?.value ?? null;
}

/**
 * Reads the index of a namespace from the disk; null if there is none.
 *
 * @throws GradingError IDX-011 if it is damaged: its lockSnapshot must not be lost silently (decision D7)
 */
export function readNamespaceIndex(island: Island, folder: string): NamespaceIndex | null {
  return readIndex(island, folder, isNamespaceIndex);
}

/** Parses the text of an index that was already read. */
export function parseNamespaceIndex(text: string, folder: string): NamespaceIndex {
  return parseIndex(text, folder, isNamespaceIndex);
}

/**
 * Reads the index of a selection from the disk; null if there is none.
 *
 * @throws GradingError IDX-011 as for a namespace
 */
export function readSelectionIndex(island: Island, folder: string): SelectionIndex | null {
  return readIndex(island, folder, isSelectionIndex);
}

function readIndex<T>(island: Island, folder: string, isIndex: (value: unknown) => value is T): T | null {
  refuseWrongClock(island, folder);
  const text = island.readText(`${folder}/${FILE_NAMES.index}`);
  return text === null ? null : parseIndex(text, folder, isIndex);
}

function parseIndex<T>(text: string, folder: string, isIndex: (value: unknown) => value is T): T {
  const json = parseShallow(text);
  if (json && isIndex(json.value)) return json.value;
  throw fatal('IDX-011', { file: `${folder}/${FILE_NAMES.index}` }, { folder });
}

/** The frozen lock snapshot: from the index if there is one, otherwise from the copy beside it. */
export function readLockSnapshot(
  island: Island,
  folder: string,
  index: { readonly lockSnapshot?: LockSnapshot } | null,
): LockSnapshot | null {
  if (index) return index.lockSnapshot ?? null;
  const file = `${folder}/${FILE_NAMES.lockSnapshot}`;
  const text = island.readText(file);
  if (text === null) return null;
  const json = parseShallow(text);
  if (!json || !isLockSnapshot(json.value)) throw fatal('IDX-005', { file });
  return json.value;
}

/** JSON in the layout used for every file in the island. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Parses JSON with a depth limit: the caller walks and writes all of it, including unknown fields. */
function parseShallow(text: string): { value: unknown } | null {
  return jsonDepth(text) > MAX_JSON_DEPTH ? null : parseJson(text);
}

function isNever<T>(_value: unknown): _value is T {
  return false;
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

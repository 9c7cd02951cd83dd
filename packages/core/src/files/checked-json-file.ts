import type { ZodType } from 'zod';
import { describeProblem, type ErrorCode, fatal } from '../problems/error-codes.js';
import type { GradingError, Where } from '../problems/problem.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseJson } from '../sources/parse-json.js';
import { readSourceFile } from '../sources/read-source-file.js';
import { formatPointer } from '../values/value-path.js';

/** A value from a file, and the places of its parts. */
export interface PlacedJson<T> {
  readonly value: T;
  readonly whereOf: (path: readonly PropertyKey[]) => Where;
}

/** Like {@link readPlacedJson}, for callers that do not need the places. */
export function readCheckedJson<T>(...args: Parameters<typeof readPlacedJson<T>>): T {
  return readPlacedJson(...args).value;
}

/**
 * Reads a JSON file that a user hands in, and checks its shape.
 *
 * @param code error code whose text contains `{reason}`
 * @param options.uniqueKeys refuse a key that occurs twice in one object, because readers differ in which value counts
 * @throws GradingError `code`, with the position of the first error, if the file is missing or has the wrong
 * shape
 */
export function readPlacedJson<T>(
  file: string,
  shape: ZodType<T>,
  code: ErrorCode,
  { uniqueKeys = false }: { readonly uniqueKeys?: boolean } = {},
): PlacedJson<T> {
  const refuse = (where: Where, reason: string): GradingError => fatal(code, where, { reason });
  const { reading } = readSourceFile(file, (text) => parseJson(text, { root: '' }));
  const [fault] = reading.problems;
  if (fault) throw refuse({ ...fault.where, file }, describeProblem(fault).message);
  const [twice] = uniqueKeys ? reading.duplicateKeys : [];
  if (twice) {
    const path = formatPointer([...twice.path, twice.key]);
    throw refuse({ file, path, ...twice.position }, `the key "${twice.key}" occurs twice`);
  }
  const whereOf = (path: readonly PropertyKey[]) => ({
    file,
    path: formatPointer(path),
    ...placeOf(path, reading),
  });
  const parsed = shape.safeParse(reading.value);
  if (parsed.success) return { value: parsed.data, whereOf };
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw refuse(whereOf([...(issue?.path ?? []), ...unknown]), issue?.message ?? 'its shape is wrong');
}

function placeOf(path: readonly PropertyKey[], { locate }: ModuleReading): Pick<Where, 'line' | 'column'> {
  return locate(path.map((key) => (typeof key === 'number' ? key : String(key)))) ?? {};
}

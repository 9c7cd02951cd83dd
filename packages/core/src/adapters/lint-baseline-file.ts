import { formatPointer } from '../model/json-pointer.js';
import { type LintBaseline, lintBaselineFile } from '../model/lint-baseline.js';
import type { ModuleReading } from '../model/module-reading.js';
import type { GradingError, Where } from '../model/problem.js';
import { describeProblem, fatal } from '../tables/error-codes.js';
import { parseJson } from './schema-source/parse-json.js';
import { readSourceFile } from './schema-source/read-schema-file.js';

/**
 * Reads what was accepted of linted servers.
 *
 * @throws GradingError LNT-010 where there is no such file, or another shape in it: with the place of the first fault
 */
export function readLintBaseline(file: string): LintBaseline {
  const { reading } = readSourceFile(file, (text) => parseJson(text, { root: '' }));
  const [fault] = reading.problems;
  if (fault) throw refuse({ ...fault.where, file }, describeProblem(fault).message);
  const parsed = lintBaselineFile.safeParse(reading.value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  throw refuse(
    { file, path: formatPointer(path), ...placeOf(path, reading) },
    issue?.message ?? 'its shape is wrong',
  );
}

function placeOf(path: readonly PropertyKey[], { locate }: ModuleReading): Pick<Where, 'line' | 'column'> {
  return locate(path.map((key) => (typeof key === 'number' ? key : String(key)))) ?? {};
}

function refuse(where: Where, reason: string): GradingError {
  return fatal('LNT-010', where, { reason });
}

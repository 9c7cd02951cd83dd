import { describeProblem, problem } from '../problems/error-codes.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseJson } from '../sources/parse-json.js';
import { formatValuePath } from '../values/value-path.js';
import type { Sandbox } from './sandbox.js';

/** Checks whether the only problem with a module is that its `main` is not written as a literal. */
export function isComputed({ exportName, problems }: ModuleReading): boolean {
  return exportName !== null && problems.length > 0 && problems.every(({ code }) => code === 'SRC-002');
}

/**
 * Runs a module whose `main` is computed, and gets the export back as JSON text. The reader and limits for that text
 * are the same as for any document that is handed in.
 *
 * @param text the module
 * @param reading what its syntax tree says; returned unchanged if {@link isComputed} is false for it
 * @returns the reading with the value; or with SBX-001 added to the problems that the syntax tree showed
 */
export async function evaluateMain(
  sandbox: Sandbox,
  text: string,
  reading: ModuleReading,
): Promise<{ readonly reading: ModuleReading; readonly isEvaluated: boolean }> {
  const { exportName } = reading;
  if (exportName === null || !isComputed(reading)) return { reading, isEvaluated: false };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Every module gets a fresh engine, with nothing left of earlier modules; closing the engine frees its slot.
  const reply = await sandbox.run({ kind: 'value', source, exportName }).finally(() => sandbox.close());
  const refuse = (reason: string) => {
    const where = { path: formatValuePath(exportName, []), ...reading.locate([]) };
    const problems = [...reading.problems, problem('SBX-001', where, { reason })];
    return { reading: { ...reading, problems }, isEvaluated: false };
  };
  if (!reply.ok) return refuse(reply.reason);
  const { value, problems, keyForms } = parseJson(reply.text, { root: exportName });
  const [first] = problems;
  if (first) return refuse(describeProblem(first).message);
  // A key that the code puts together has no place of its own in the text.
  const computed = keyForms.slice(0, 1).map(() => reading.locate([]) ?? { line: 1, column: 1 });
  const keys = reading.keyForms.length > 0 ? reading.keyForms : computed;
  return { reading: { ...reading, value, problems: [], refused: [], keyForms: keys }, isEvaluated: true };
}

/** Name and version of the engine, as provenance records it; a test compares it with the installed package. */
export const SANDBOX_ENGINE = 'quickjs-emscripten 0.32.0';

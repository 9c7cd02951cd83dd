import { RULES_FOR_MAIN, RULES_FOR_MODULES } from '../catalogue/schema-rules/all-rules.js';
import type { KnownList, Report, RuleInput } from '../catalogue/schema-rules/rule.js';
import type { ModuleReading, ValuePath } from '../model/module-reading.js';
import type { Problem } from '../model/problem.js';
import { formatValuePath } from '../model/value-path.js';
import { problem } from '../tables/error-codes.js';

/** More than anybody reads; a hostile schema could have billions (many tests of many parameters). */
const MAX_PROBLEMS = 2000;

export type { KnownList } from '../catalogue/schema-rules/rule.js';

export interface ValidateSchemaInput {
  readonly reading: ModuleReading;
  /** As it is to be shown in messages. */
  readonly file: string;
  /** The shared lists at hand; undefined says nothing about lists. */
  readonly lists?: readonly KnownList[] | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The validation gate: every problem of a schema module, its reading's among them, in one go.
 * Rules are those of Schemas-Spec 4.2.0, chapter 09; severities follow decisions D21 and D22.
 *
 * @returns problems with file, path below the export, line and column (1-based), in the order of
 *   the text; the schema passes iff none has the severity `error`
 */
export function validateSchema({ reading, file, lists, strict = false }: ValidateSchemaInput): Problem[] {
  const found: Problem[] = reading.problems.map((known) => ({ ...known, where: { file, ...known.where } }));
  const isUnread = reading.exportName === null && reading.problems.length > 0;
  if (!isUnread) found.push(...runRules(reading, file, lists));
  const judged = strict ? found.map(raise) : found;
  return judged.sort(byPlace);
}

function runRules(reading: ModuleReading, file: string, lists: readonly KnownList[] | undefined): Problem[] {
  const found: Problem[] = [];
  const root = reading.exportName ?? 'main';
  const isRefused = createRefusals(reading.refused);
  const report: Report = (code, at, args) => {
    if (found.length >= MAX_PROBLEMS) throw new ReportFull();
    if ('where' in at) found.push(problem(code, { file, ...at.where }, args));
    else if (!isRefused(at)) {
      const place = reading.locate(at) ?? { line: 1, column: 1 };
      found.push(problem(code, { file, path: formatValuePath(root, at), ...place }, args));
    }
  };
  const { value } = reading;
  const isMain = typeof value === 'object' && value !== null && !Array.isArray(value);
  const input: RuleInput = { reading, main: isMain ? (value as RuleInput['main']) : {}, lists };
  try {
    for (const rule of RULES_FOR_MODULES) rule.check(input, report);
    if (isMain) for (const rule of RULES_FOR_MAIN) rule.check(input, report);
  } catch (error) {
    if (!(error instanceof ReportFull)) throw error;
    found.push(problem('GATE-004', { file, path: root, line: 1, column: 1 }, { limit: MAX_PROBLEMS }));
  }
  return found;
}

/** Ends the rules; never leaves this file. */
class ReportFull extends Error {}

/** Of what could not be read nothing more is said than that: its reason is in the reading's problems. */
function createRefusals(refused: readonly ValuePath[]): (path: ValuePath) => boolean {
  if (refused.length === 0) return () => false;
  return (path) =>
    refused.some((hole) => hole.length <= path.length && hole.every((step, at) => step === path[at]));
}

function raise(known: Problem): Problem {
  return known.severity === 'warning' ? { ...known, severity: 'error' } : known;
}

function byPlace(a: Problem, b: Problem): number {
  return (
    (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
    (a.where?.column ?? 0) - (b.where?.column ?? 0) ||
    compare(a.where?.path ?? '', b.where?.path ?? '') ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

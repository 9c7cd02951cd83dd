import { isErrorCode, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { ModuleReading, ValuePath } from '../sources/logic/module-reading.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { isRecord } from '../values/is-record.js';
import { formatValuePath } from '../values/value-path.js';
import type { AnyReport, AnyRule } from './rule.js';

/**
 * Maximum number of problems: nobody reads more, and a hostile module could have billions (many tests of many
 * parameters).
 */
const MAX_PROBLEMS = 2000;

export interface ModuleJudgement<Input> {
  readonly reading: ModuleReading;
  /** File name shown in messages. */
  readonly file: string;
  /** First part of all paths if the module exports none of the expected names. */
  readonly root: string;
  /** Warnings become errors. */
  readonly strict: boolean;
  /** Rules to run; none of them runs if the module could not be read at all. */
  readonly rules: readonly AnyRule<Input>[];
  readonly input: Input;
}

/**
 * Does what all gates for modules have in common: lists the problems that the reading and the rules have found, each
 * with its place, in source order.
 */
export function judgeModule<Input>(judgement: ModuleJudgement<Input>): Problem[] {
  const { reading, file, strict } = judgement;
  const found: Problem[] = reading.problems.map((known) => ({ ...known, where: { file, ...known.where } }));
  const isUnread = reading.exportName === null && reading.problems.length > 0;
  const root = reading.exportName ?? judgement.root;
  if (!isUnread) runRules(judgement, { reading, file, root, found });
  const judged = strict ? found.map(raise) : found;
  return judged.sort(byPlace);
}

interface Findings {
  readonly reading: ModuleReading;
  readonly file: string;
  readonly root: string;
  readonly found: Problem[];
}

function runRules<Input>({ rules, input }: ModuleJudgement<Input>, findings: Findings): void {
  const report = createReport(findings, findings.found.length + MAX_PROBLEMS);
  try {
    for (const rule of rules) rule.module?.(input, report);
    if (isRecord(findings.reading.value)) for (const rule of rules) rule.check?.(input, report);
  } catch (error) {
    if (!(error instanceof ReportFull)) throw error;
    const { file, root } = findings;
    findings.found.push(
      problem('GATE-004', { file, path: root, line: 1, column: 1 }, { limit: MAX_PROBLEMS }),
    );
  }
}

/** Thrown to stop the rules; never leaves this file. */
class ReportFull extends Error {}

function createReport({ reading, file, root, found }: Findings, limit: number): AnyReport {
  const isRefused = createRefusals(reading.refused);
  return (code, at, args) => {
    if (found.length >= limit) throw new ReportFull();
    if (!isErrorCode(code)) throw new Error(`no table of codes has a row ${code}`);
    if ('where' in at) found.push(problem(code, { file, ...at.where }, args));
    else if (!isRefused(at)) {
      const place = reading.locate(at) ?? { line: 1, column: 1 };
      found.push(problem(code, { file, path: formatValuePath(root, at), ...place }, args));
    }
  };
}

/** Rules report nothing about parts that could not be read: the reading's problems already give the reason. */
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
    byCodeUnit(a.where?.path ?? '', b.where?.path ?? '') ||
    byCodeUnit(a.code, b.code)
  );
}

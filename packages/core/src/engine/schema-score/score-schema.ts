import { isRecord } from '../../model/is-record.js';
import type { Problem, Severity } from '../../model/problem.js';
import type { SchemaFacts, SchemaScore } from '../../model/schema-score.js';
import { soundnessOf } from './soundness.js';

/** Highest score of a schema of which a part could not be read, and of one that the gate refuses. */
const PARTLY_READ = 0.1;
const REFUSED = 0.5;

/** What one remark costs: a schema with warnings that cost 1 together is half as clean. */
const COST: Readonly<Record<Severity, number>> = { error: 1, warning: 0.1, info: 0.02 };

/**
 * Scores what code can say of a schema without a request (docs/evaluators.md). Stages lie above each other, so what
 * comes to light once a part can be read, or the gate is passed, never costs more than the step up brings. Mending a
 * problem that brings no other beside it never lowers the score.
 */
export function scoreSchema(facts: SchemaFacts): SchemaScore {
  const { value, exportName, unread, problems, findings, answers, veto } = facts;
  const nothing = { soundness: null, questions: null, cleanness: null };
  if (veto) return { score: 0, stage: 'vetoed', parts: nothing };
  const root = exportName ?? 'main';
  if (!isRecord(value)) return { score: 0, stage: 'unread', parts: nothing };
  if (unread.length > 0) {
    const soundness = soundnessOf(root, pathsOf(unread));
    return { score: PARTLY_READ * soundness, stage: 'partly-read', parts: { ...nothing, soundness } };
  }
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const soundness = soundnessOf(root, pathsOf(errors));
    const score = PARTLY_READ + (REFUSED - PARTLY_READ) * soundness;
    return { score, stage: 'refused', parts: { ...nothing, soundness } };
  }
  if (!isCallable(value)) {
    return { score: REFUSED, stage: 'empty', parts: { ...nothing, soundness: 1 } };
  }
  const questions = shareOfPassed(answers);
  const cleanness =
    1 / (1 + [...problems, ...findings].reduce((sum, { severity }) => sum + COST[severity], 0));
  const score = REFUSED + (1 - REFUSED) * ((questions + cleanness) / 2);
  return { score, stage: 'valid', parts: { soundness: 1, questions, cleanness } };
}

/** Under their old name `routes` no tools are looked at, so nothing speaks for them. */
function isCallable({ tools, routes, resources }: Readonly<Record<string, unknown>>): boolean {
  return hasMembers(tools) || (hasMembers(resources) && !hasMembers(routes));
}

function hasMembers(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** A problem without a path lies on the module. */
function pathsOf(problems: readonly Problem[]): string[] {
  return problems.map(({ where }) => where?.path ?? 'module');
}

/** 1 where nothing could be answered: n/a is no failure. */
function shareOfPassed(answers: SchemaFacts['answers']): number {
  const counted = answers.filter(({ score }) => score === 'pass' || score === 'fail');
  const sum = (list: typeof counted) => list.reduce((total, { weight }) => total + weight, 0);
  return counted.length === 0 ? 1 : sum(counted.filter(({ score }) => score === 'pass')) / sum(counted);
}

import {
  checkDimensions,
  nameDimensions,
  type ProtocolDimension,
} from '../features/protocol-v1/logic/check-dimensions.js';
import {
  buildEvalPrompts as buildPrompts,
  type EvalPrompt,
} from '../features/protocol-v1/logic/eval-prompts.js';
import { gradeScores } from '../features/protocol-v1/logic/report.js';
import { reportName, slugOf } from '../features/protocol-v1/logic/state.js';
import { type Moment, readMoment } from '../grade/entry/check-entry.js';
import { argumentProblem, describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { SCORE_RANGE } from '../spec/scores-limits.js';
import type { Grade } from '../spec/vocabulary.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts } from './error-texts.js';

/**
 * Scoring protocol v1 for programs: builds the prompts about a schema, and computes a grade from their scores
 * (Schemas-Spec 22).
 */

/** Prompts that are scored separately. */
export interface EvalPrompts {
  /** `whenToUse`, then `parameters`; empty if there are errors. */
  evalPrompts: EvalPrompt[];
  errors: string[];
}

/**
 * Builds the two prompts about a schema. The protocol prescribes their wording; the schema's content is
 * included as JSON.
 *
 * @param schema its `main`; `description` and `tools` are shown
 * @returns GRD-001 (missing), GRD-002 (not an object, or one that JSON cannot represent)
 * @see Schemas-Spec 22, prompts.json
 */
export function buildEvalPrompts({ schema }: { schema: Readonly<Record<string, unknown>> }): EvalPrompts {
  try {
    return { evalPrompts: buildPrompts(schema), errors: [] };
  } catch {
    // JSON.stringify throws for a cycle, a bigint, too many levels, or a toJSON of the caller that throws.
    const args = { expected: 'a value that JSON can hold', found: 'a cycle, a bigint or too many levels' };
    return { evalPrompts: [], errors: errorTexts([problem('GRD-002', { path: '/schema/tools' }, args)]) };
  }
}

/** One answered prompt; additional fields are kept. */
export interface DimensionScore {
  readonly dimension: ProtocolDimension;
  /** From 1.0 to 5.0. */
  readonly score: number;
  readonly reasoning?: string;
}

/** Result of validating the schema. */
export interface DeterministicResult {
  readonly status: 'PASS' | 'FAIL';
  readonly errors?: readonly string[];
}

/** A grade and what it is based on. */
export interface ReportedGrade {
  /** null if there are errors. */
  grade: Grade | null;
  report: {
    schemaId: string;
    validatorVersion: string | null;
    grade: Grade;
    /** Plain mean of the scores. */
    averageScore: number;
    deterministic: DeterministicResult;
    probabilistic: { scores: readonly DimensionScore[]; averageScore: number };
    timestamp: string;
  } | null;
  /** `‹slug›-‹date›.json`, with the date in UTC. */
  suggestedFileName: string | null;
  errors: string[];
}

/**
 * Grades a schema by the plain mean of the scores; F if its validation failed. Writes nothing.
 *
 * @param schemaId `‹namespace›/‹file-base›`
 * @param scores each dimension once, or both without `dimension` in the order of the prompts
 * @param timestamp default: now
 * @returns GRD-001, GRD-002, GRP-004 (range), GRP-007 to GRP-009 (dimensions), with the place
 * @see Schemas-Spec 22, Grade Report
 */
export function grade({
  schemaId,
  deterministicResult,
  scores: given,
  validatorVersion = null,
  timestamp = new Date(),
}: {
  schemaId: string;
  deterministicResult: DeterministicResult;
  scores: readonly (DimensionScore | Omit<DimensionScore, 'dimension'>)[];
  validatorVersion?: string | null;
  timestamp?: Moment;
}): ReportedGrade {
  const at = readMoment(timestamp, 'timestamp');
  // checkScores has verified the shape.
  const { scores } = nameDimensions({ scores: given }) as { scores: readonly DimensionScore[] };
  const problems = [
    ...checkSchemaId(schemaId),
    ...checkResult(deterministicResult),
    ...checkScores(scores),
    ...at.problems,
  ];
  if (problems.length > 0 || at.value === null) {
    return { grade: null, report: null, suggestedFileName: null, errors: errorTexts(problems) };
  }
  const validationPassed = deterministicResult.status === 'PASS';
  const { score: averageScore, grade: letter } = gradeScores(scores, { validationPassed });
  const report = {
    schemaId,
    validatorVersion,
    grade: letter,
    averageScore,
    deterministic: deterministicResult,
    probabilistic: { scores, averageScore },
    timestamp: at.value.toISOString(),
  };
  const suggestedFileName = reportName({ slug: slugOf(schemaId), date: at.value, nth: 1 });
  return { grade: letter, report, suggestedFileName, errors: [] };
}

function checkSchemaId(schemaId: unknown): Problem[] {
  const isId = typeof schemaId === 'string' && /^[^/]+\/[^/]+$/.test(schemaId);
  return isId ? [] : [argumentProblem('schemaId', 'text of the form namespace/file', schemaId)];
}

function checkResult(result: unknown): Problem[] {
  const status: unknown = isRecord(result) ? result.status : undefined;
  if (!isRecord(result)) return [argumentProblem('deterministicResult', 'an object', result)];
  return status === 'PASS' || status === 'FAIL'
    ? []
    : [argumentProblem('deterministicResult/status', '"PASS" or "FAIL"', status)];
}

function checkScores(scores: unknown): Problem[] {
  if (!Array.isArray(scores)) return [argumentProblem('scores', 'a list', scores)];
  const { min, max } = SCORE_RANGE;
  const ofEntries = scores.flatMap((entry: unknown, at): Problem[] => {
    const { dimension, score } = isRecord(entry) ? entry : {};
    const inRange = typeof score === 'number' && score >= min && score <= max;
    return [
      ...(typeof dimension === 'string'
        ? []
        : [argumentProblem(`scores/${at}/dimension`, 'text', dimension)]),
      ...(inRange
        ? []
        : [problem('GRP-004', { path: `/scores/${at}/score` }, { found: describeValue(score) })]),
    ];
  });
  return [...ofEntries, ...checkDimensions({ scores })];
}

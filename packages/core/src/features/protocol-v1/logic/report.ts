import { bandOf } from '../../../grade/grade.js';
import { PROTOCOL_V1_GRADING } from '../../../spec/books/registered.js';
import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { GRADES, type Grade } from '../../../spec/vocabulary.js';
import type { ProtocolReport, ProtocolScores, ProtocolState } from './protocol-v1.js';
import { dayOf, type ReportMoments } from './state.js';

/** Input for a report. */
export interface ReportInput {
  readonly state: ProtocolState;
  /** Current path of the schema. */
  readonly schemaPath: string;
  /** Hash of the judged file, from which the prompts were built. */
  readonly schemaHash: string;
  readonly scores: ProtocolScores;
  /** Errors of the gate; empty if it passed. */
  readonly validationErrors: readonly string[];
  readonly moments: Pick<ReportMoments, 'graded' | 'reported'>;
}

/** Builds the report of one schema: its scores, who gave them and when, and the resulting grade. */
export function buildReport(input: ReportInput): ProtocolReport {
  const { state, schemaPath, schemaHash, scores, validationErrors, moments } = input;
  const validationPassed = validationErrors.length === 0;
  const { score, grade } = gradeScores(scores.scores, { validationPassed });
  return {
    schemaId: state.schemaId,
    schemaIdSlug: state.schemaIdSlug,
    schemaPath,
    schemaHash,
    date: dayOf(moments.reported),
    grade,
    score,
    scoringProtocol: SCORING_PROTOCOL,
    creator: scores.creator,
    harness: scores.harness,
    timestamps: {
      startedAt: state.phases.promptsEmitted,
      scoredAt: scores.timestamp,
      gradedAt: moments.graded.toISOString(),
      reportedAt: moments.reported.toISOString(),
    },
    dimensions: scores.scores,
    validationPassed,
    validationErrors: [...validationErrors],
  };
}

/**
 * Calculates the grade of scoring protocol v1: the plain mean of the scores, and its band. A schema that fails
 * validation is graded F, whatever its scores.
 *
 * @param scores at least one, each from 1 to 5
 * @see Schemas-Spec 22; bands: Grading-Spec 07 §4.1
 */
export function gradeScores(
  scores: readonly { readonly score: number }[],
  { validationPassed }: { readonly validationPassed: boolean },
): { readonly score: number; readonly grade: Grade } {
  const score = scores.reduce((sum, one) => sum + one.score, 0) / scores.length;
  return { score, grade: validationPassed ? bandOf(score, PROTOCOL_V1_GRADING) : 'F' };
}

/** Summary of many gradings. */
export interface GradeSummary {
  /** Number of schemas that were named and found. */
  readonly schemas: number;
  readonly graded: number;
  /** Number of schemas without a grade; the problems hold the reasons. */
  readonly failed: number;
  /** Plain mean of the scores of graded schemas; null if there are none. */
  readonly mean: number | null;
  readonly grades: Readonly<Record<Grade, number>>;
}

/** @param schemas number of schemas, graded or not */
export function summarise(
  graded: readonly { readonly grade: Grade; readonly score: number }[],
  schemas: number,
): GradeSummary {
  const sum = graded.reduce((total, { score }) => total + score, 0);
  const countOf = (grade: Grade) => graded.filter((one) => one.grade === grade).length;
  return {
    schemas,
    graded: graded.length,
    failed: schemas - graded.length,
    mean: graded.length === 0 ? null : sum / graded.length,
    grades: Object.fromEntries(GRADES.map((grade) => [grade, countOf(grade)])) as Record<Grade, number>,
  };
}

import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { gradeScores } from './grade-scores.js';
import { dayOf } from './identity.js';
import type { ProtocolReport, ProtocolScores, ProtocolState } from './protocol-v1.js';
import type { ReportMoments } from './state.js';

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

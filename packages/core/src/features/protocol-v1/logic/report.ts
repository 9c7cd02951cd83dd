import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { gradeScores } from './grade-scores.js';
import { dayOf } from './identity.js';
import type { ProtocolReport, ProtocolScores, ProtocolState } from './protocol-v1.js';
import type { ReportMoments } from './state.js';

/** What a report is made of. */
export interface ReportInput {
  readonly state: ProtocolState;
  /** Where the schema lies now. */
  readonly schemaPath: string;
  /** Of the file that was judged; the same that the prompts were made from. */
  readonly schemaHash: string;
  readonly scores: ProtocolScores;
  /** Errors of the gate; none: it passed. */
  readonly validationErrors: readonly string[];
  readonly moments: Pick<ReportMoments, 'graded' | 'reported'>;
}

/** The report of one schema: what was scored, by whom, when, and what follows from it. */
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

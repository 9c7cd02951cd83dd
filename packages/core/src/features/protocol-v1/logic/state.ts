import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { slugOf } from './identity.js';
import type { ProtocolState } from './protocol-v1.js';

/** state.json of a schema with freshly emitted prompts. */
export function buildState({
  schemaId,
  schemaPath,
  schemaHash,
  now,
}: {
  schemaId: string;
  schemaPath: string;
  schemaHash: string;
  now: Date;
}): ProtocolState {
  const at = now.toISOString();
  return {
    schemaId,
    schemaIdSlug: slugOf(schemaId),
    absolutePath: schemaPath,
    status: 'prompts-emitted',
    scoringProtocol: SCORING_PROTOCOL,
    schemaHash,
    createdAt: at,
    lastUpdatedAt: at,
    phases: { promptsEmitted: at, scoresReceived: null, gradeComputed: null, reportWritten: null },
  };
}

/** Times at which one schema's scores became its report. */
export interface ReportMoments {
  readonly received: Date;
  readonly graded: Date;
  readonly reported: Date;
}

/** The same state once the report exists. */
export function buildReportedState(
  state: ProtocolState,
  { received, graded, reported }: ReportMoments,
): ProtocolState {
  return {
    ...state,
    status: 'reported',
    lastUpdatedAt: reported.toISOString(),
    phases: {
      promptsEmitted: state.phases.promptsEmitted,
      scoresReceived: received.toISOString(),
      gradeComputed: graded.toISOString(),
      reportWritten: reported.toISOString(),
    },
  };
}

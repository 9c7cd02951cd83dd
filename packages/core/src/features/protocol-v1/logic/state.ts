import { SCORING_PROTOCOL } from '../../../spec/versions.js';
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

/** Times of the steps that turned one schema's scores into its report. */
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

/** Names of schemas and reports in scoring protocol v1 (Schemas-Spec 22, Schema ID Slug Convention). */

/** `‹namespace›/‹file-base›`. */
export function schemaIdOf(namespace: string, fileBase: string): string {
  return `${namespace}/${fileBase}`;
}

/** The schema id as the name of a folder: `mudab/marine-data` becomes `mudab_marine-data`. */
export function slugOf(schemaId: string): string {
  return schemaId.replaceAll('/', '_');
}

/** `sha256:` and the sha256 of the file's bytes, which any user can check with common tools. */
export function fileHashOf(sha256: string): string {
  return `sha256:${sha256}`;
}

/**
 * Name of a report; later reports of the same day are numbered, so that none is lost.
 *
 * @param date UTC
 * @param nth from 1 on
 */
export function reportName({ slug, date, nth }: { slug: string; date: Date; nth: number }): string {
  return `${slug}-${dayOf(date)}${nth === 1 ? '' : `-${nth}`}.json`;
}

/** `2026-05-18`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Checks whether a word taken from the schema can start a folder name without leading to another place. */
export function isFolderWord(text: unknown): text is string {
  return typeof text === 'string' && /^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]{0,127}$/u.test(text);
}

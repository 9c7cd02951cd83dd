import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import type { Grade } from '../../spec/vocabulary.js';
import { shellWord } from '../../values/shell-word.js';
import type { ProtocolReport, ProtocolState } from './logic/protocol-v1.js';
import { buildReport } from './logic/report.js';
import { buildReportedState } from './logic/state.js';
import type { ScoredSchema } from './match-scores.js';
import type { NamedSchema } from './read-schemas.js';
import { onDisk, type Workfolder } from './workfolder.js';

/** A schema with its report. */
export interface GradedSchema {
  readonly schemaId: string;
  readonly schemaIdSlug: string;
  /** Absolute, like the other path. */
  readonly schemaPath: string;
  readonly schemaHash: string;
  readonly grade: Grade;
  readonly score: number;
  readonly reportPath: string;
  readonly validationPassed: boolean;
  readonly validationErrors: readonly string[];
}

interface Grading {
  readonly folder: Workfolder;
  /** When the scores arrived. */
  readonly received: Date;
  readonly now: () => Date;
}

/**
 * Grades one schema by its scores and writes the report, then the state. Any problem of the schema or its scores
 * prevents both; if only the state cannot be written, the report is still part of the result.
 */
export function gradeSchema(
  schema: NamedSchema,
  scored: ScoredSchema | null,
  grading: Grading,
): { readonly result: GradedSchema | null; readonly problems: readonly Problem[] } {
  const { path, schemaId, slug } = schema;
  const { folder } = grading;
  if (scored === null) {
    return { result: null, problems: [problem('GRP-015', { file: path }, { schemaId })] };
  }
  const state = onDisk(folder.statePath(slug), () => checkState(schema, folder, scored.where));
  if ('code' in state) return { result: null, problems: [...scored.problems, state] };
  if (scored.scores === null) return { result: null, problems: scored.problems };
  const report = reportOn(schema, state, { ...grading, scores: scored.scores });
  const reportPath = onDisk(folder.reportsDir, () => folder.createReport(report));
  if (typeof reportPath !== 'string') return { result: null, problems: [reportPath] };
  const { gradedAt, reportedAt } = report.timestamps;
  const moments = {
    received: grading.received,
    graded: new Date(gradedAt),
    reported: new Date(reportedAt),
  };
  const left = onDisk(folder.statePath(slug), () => {
    folder.writeState(buildReportedState(state, moments));
    return null;
  });
  return { result: toResult(report, reportPath), problems: left ? [left] : [] };
}

/** The state of a schema whose content has not changed since its prompts were emitted. */
function checkState(schema: NamedSchema, folder: Workfolder, where: Where): ProtocolState | Problem {
  const { path, schemaId, slug, hash } = schema;
  const state = folder.readState(slug);
  if (state === null) return problem('GRP-011', { file: path }, { schemaId, workdir: folder.workdir });
  if (typeof state === 'string') {
    return problem('GRP-012', { file: folder.statePath(slug) }, { schemaId, reason: state });
  }
  return state.schemaHash === hash ? state : problem('GRP-010', where, { schemaId, path: shellWord(path) });
}

function reportOn(
  { path, hash, reading }: NamedSchema,
  state: ProtocolState,
  { scores, now }: Pick<Grading, 'now'> & { readonly scores: NonNullable<ScoredSchema['scores']> },
): ProtocolReport {
  const validationErrors = validateSchema({ reading, file: path })
    .filter(({ severity }) => severity === 'error')
    .map(describeError);
  const graded = now();
  return buildReport({
    state,
    schemaPath: path,
    schemaHash: hash,
    scores,
    validationErrors,
    moments: { graded, reported: graded },
  });
}

/** Formats `CODE: place: what is wrong`; leaves out the file, because the report names it. */
function describeError(found: Problem): string {
  const { path, line } = found.where ?? {};
  const place = [path, line === undefined ? undefined : `line ${line}`].filter(Boolean).join(', ');
  return [found.code, ...(place ? [place] : []), describeProblem(found).message].join(': ');
}

function toResult(report: ProtocolReport, reportPath: string): GradedSchema {
  const { schemaId, schemaIdSlug, schemaPath, schemaHash } = report;
  const { grade, score, validationPassed, validationErrors } = report;
  return {
    schemaId,
    schemaIdSlug,
    schemaPath,
    schemaHash,
    grade,
    score,
    reportPath,
    validationPassed,
    validationErrors,
  };
}

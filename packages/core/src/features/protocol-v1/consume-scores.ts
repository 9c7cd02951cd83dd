import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeProblem, exitCodeOf, problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import type { Grade } from '../../spec/vocabulary.js';
import { shellWord } from '../../values/shell-word.js';
import type { ProtocolReport, ProtocolState } from './logic/protocol-v1.js';
import { buildReport, type GradeSummary, summarise } from './logic/report.js';
import { buildReportedState } from './logic/state.js';
import { type NamedSchema, readSchemas } from './read-schemas.js';
import { matchScores, readScores, type ScoredSchema } from './read-scores.js';
import { onDisk, Workfolder, type Workfolders } from './workfolder.js';

export interface ProtocolConsumeOptions extends Workfolders {
  /** Files, folders and patterns in any mix; each schema needs scores. */
  readonly schemas: readonly string[];
  /** A scores file, a folder of them, or a JSON Lines file. */
  readonly scores: string;
  /** The Schemas-Spec that the schemas are held to; default: that of the default book. */
  readonly schemasSpec?: SchemasSpec | undefined;
  readonly now?: (() => Date) | undefined;
}

export interface ProtocolConsumeResult {
  readonly status: boolean;
  readonly mode: 'consume-scores';
  /** In the order of the schemas' paths. */
  readonly results: readonly GradedSchema[];
  readonly summary: GradeSummary;
  readonly errors: readonly Problem[];
}

/**
 * Second half of scoring protocol v1: checks the scores of each schema, grades the schema and writes its report. A
 * schema gets no report if it or its scores have a problem; the other schemas are not affected.
 *
 * @returns errors GRP-001, GRP-013 to GRP-016 (a schema), GRP-002 to GRP-012 and SCR-020 to SCR-026 (all errors in its
 *   scores, each with file, line and JSON pointer), GRP-017 (disk), GRP-020 and GRP-021 (nothing found)
 * @see Schemas-Spec 22, Grade Report
 */
export async function consumeProtocolScores(options: ProtocolConsumeOptions): Promise<ProtocolConsumeResult> {
  const { schemasSpec = DEFAULT_BOOK.spec.schemasSpec, now = () => new Date() } = options;
  const folder = new Workfolder(options);
  const received = now();
  const { handed, problems: unread } = readScores(options.scores);
  const { schemas, found, problems } = readSchemas(options.schemas);
  const matched = matchScores(schemas, handed, received);
  const results: GradedSchema[] = [];
  const errors = [...unread, ...problems];
  // If there is no document at all, the reason has already been reported.
  const asked = handed.length > 0 ? matched.pairs : [];
  for (const { schema, scored } of asked) {
    // Writing is synchronous: without this pause, no signal would be handled until all schemas are done.
    await nextTurn();
    const graded = gradeSchema(schema, scored, { folder, received, schemasSpec, now });
    if (graded.result) results.push(graded.result);
    errors.push(...graded.problems);
  }
  errors.push(...matched.problems);
  return {
    status: exitCodeOf(errors) === 0,
    mode: 'consume-scores',
    results,
    summary: summarise(results, found),
    errors,
  };
}

/** A schema with its report. */
export interface GradedSchema {
  readonly schemaId: string;
  readonly schemaIdSlug: string;
  /** Absolute, like `reportPath`. */
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
  readonly schemasSpec: SchemasSpec;
  readonly now: () => Date;
}

/**
 * Grades one schema by its scores and writes the report, then the state. Any problem with the schema or its scores
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

/**
 * Reads the state of a schema; returns a problem if it is missing or damaged, or if the schema has changed since its
 * prompts were emitted.
 */
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
  {
    scores,
    schemasSpec,
    now,
  }: Pick<Grading, 'schemasSpec' | 'now'> & { readonly scores: NonNullable<ScoredSchema['scores']> },
): ProtocolReport {
  const validationErrors = validateSchema({ reading, file: path, schemasSpec })
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

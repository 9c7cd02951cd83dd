import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from '../../problems/problem.js';
import { type GradedSchema, gradeSchema } from './grade-schema.js';
import type { GradeSummary } from './logic/summary.js';
import { summarise } from './logic/summary.js';
import { matchScores } from './match-scores.js';
import { readSchemas } from './read-schemas.js';
import { readScores } from './read-scores.js';
import { Workfolder, type Workfolders } from './workfolder.js';

export interface ProtocolConsumeOptions extends Workfolders {
  /** Files, folders and patterns in any mix; each schema needs scores. */
  readonly schemas: readonly string[];
  /** A scores file, a folder of them, or a JSON Lines file. */
  readonly scores: string;
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
 * Second half of scoring protocol v1: checks the scores of each schema, grades it and writes its report. A schema with
 * a problem, its own or of its scores, gets no report; the others are not affected.
 *
 * @returns errors GRP-001, GRP-013 to GRP-016 (a schema), GRP-002 to GRP-012 and SCR-020 to SCR-026 (its scores; all of
 *   them, with file, line and JSON pointer), GRP-017 (disk), GRP-020 and GRP-021 (nothing found)
 * @see Schemas-Spec 22, Grade Report
 */
export async function consumeProtocolScores(options: ProtocolConsumeOptions): Promise<ProtocolConsumeResult> {
  const { now = () => new Date() } = options;
  const folder = new Workfolder(options);
  const received = now();
  const { handed, problems: unread } = readScores(options.scores);
  const { schemas, found, problems } = readSchemas(options.schemas);
  const matched = matchScores(schemas, handed, received);
  const results: GradedSchema[] = [];
  const errors = [...unread, ...problems];
  // Without any document, the reason is already reported.
  const asked = handed.length > 0 ? matched.pairs : [];
  for (const { schema, scored } of asked) {
    // Writing is synchronous: without a pause, no signal would be handled before the last schema.
    await nextTurn();
    const graded = gradeSchema(schema, scored, { folder, received, now });
    if (graded.result) results.push(graded.result);
    errors.push(...graded.problems);
  }
  errors.push(...matched.problems);
  return {
    status: errors.length === 0,
    mode: 'consume-scores',
    results,
    summary: summarise(results, found),
    errors,
  };
}

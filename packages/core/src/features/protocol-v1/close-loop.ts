import { exitCodeOf, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import type { JsonDocument } from '../../values/read-json.js';
import { type GradedSchema, gradeSchema } from './consume-scores.js';
import { type ProtocolConflict, writePromptsOf } from './emit-prompts.js';
import { buildPromptsDocument } from './logic/eval-prompts.js';
import type { ProtocolPrompts, ProtocolScores } from './logic/protocol-v1.js';
import { type GradeSummary, summarise } from './logic/report.js';
import { type NamedSchema, readSchemas } from './read-schemas.js';
import { matchScores } from './read-scores.js';
import { onDisk, Workfolder, type Workfolders } from './workfolder.js';

/** The result of scoring one schema: its scores document, or the reason why there is none. */
export type ScoringOutcome = { readonly schemaIdSlug: string } & (
  | { readonly scores: ProtocolScores }
  | { readonly problems: readonly Problem[] }
);

/**
 * Scores each of the prompt sets.
 *
 * @param take to be called once per prompt set, as soon as the set is scored: this immediately writes the report, so
 *   that an interrupted run can continue. A prompt set that is never passed to `take` counts as not scored.
 */
export type ScoreWith = (
  prompts: readonly ProtocolPrompts[],
  take: (outcome: ScoringOutcome) => void,
) => Promise<void>;

export interface ProtocolLoopOptions extends Workfolders {
  /** Files, folders and patterns in any mix. */
  readonly schemas: readonly string[];
  readonly scoreWith: ScoreWith;
  /**
   * What to do with a schema whose current content already has prompts. Default `skip`: if it also has a report, it is
   * not asked about again; `overwrite` asks again; `abort` refuses the schema.
   */
  readonly onConflict?: ProtocolConflict | undefined;
  /** The Schemas-Spec that the schemas are held to; default: that of the default book. */
  readonly schemasSpec?: SchemasSpec | undefined;
  readonly now?: (() => Date) | undefined;
}

export interface ProtocolLoopResult {
  readonly status: boolean;
  readonly mode: 'evaluate';
  /** In the order of the schemas' paths; skipped schemas are left out. */
  readonly results: readonly GradedSchema[];
  /** Ids of schemas that already have a report. */
  readonly skipped: readonly string[];
  readonly summary: GradeSummary;
  readonly errors: readonly Problem[];
}

/**
 * Runs scoring protocol v1 as a whole: emits prompts, has them scored, keeps the scores beside them as scores.json, and
 * writes the reports. The prompts always show the current content of each schema.
 *
 * @returns errors of both halves of the protocol (emitting and consuming), and the problems of scoring
 */
export async function closeProtocolLoop(options: ProtocolLoopOptions): Promise<ProtocolLoopResult> {
  const {
    onConflict = 'skip',
    schemasSpec = DEFAULT_BOOK.spec.schemasSpec,
    now = () => new Date(),
  } = options;
  const folder = new Workfolder(options);
  const { schemas, found, problems } = readSchemas(options.schemas);
  const errors = [...problems];
  const skipped: string[] = [];
  const open = new Map<string, NamedSchema>();
  for (const schema of schemas) {
    const opened = onDisk(folder.statePath(schema.slug), () =>
      openSchema(schema, { folder, onConflict, now }),
    );
    if (opened === 'open') open.set(schema.slug, schema);
    else if (opened === 'skipped') skipped.push(schema.schemaId);
    else errors.push(opened);
  }
  const results: GradedSchema[] = [];
  const asked = [...open.values()];
  const told = new Map<NamedSchema, readonly Problem[]>();
  const take = (outcome: ScoringOutcome) => {
    const schema = open.get(outcome.schemaIdSlug);
    if (!schema) throw new Error(`${outcome.schemaIdSlug} was not asked about, or is scored already`);
    open.delete(outcome.schemaIdSlug);
    const graded = takeOutcome(schema, outcome, { folder, schemasSpec, now });
    if (graded.result) results.push(graded.result);
    told.set(schema, graded.problems);
  };
  if (asked.length > 0) await options.scoreWith(asked.map(promptsOf), take);
  // Report problems in the order of the schemas, whichever answer came first.
  for (const schema of asked) errors.push(...(told.get(schema) ?? [notScored(schema)]));
  return {
    status: exitCodeOf(errors) === 0,
    mode: 'evaluate',
    results: results.sort((a, b) => byCodeUnit(a.schemaPath, b.schemaPath)),
    skipped,
    summary: summarise(results, found - skipped.length),
    errors,
  };
}

function openSchema(
  schema: NamedSchema,
  { folder, onConflict, now }: { folder: Workfolder; onConflict: ProtocolConflict; now: () => Date },
): 'open' | 'skipped' | Problem {
  const before = folder.readState(schema.slug);
  const isCurrent = before !== null && typeof before !== 'string' && before.schemaHash === schema.hash;
  if (isCurrent && onConflict !== 'overwrite') {
    if (onConflict === 'abort') {
      const args = { schemaId: schema.schemaId, at: before.phases.promptsEmitted };
      return problem('GRP-018', { file: schema.path }, args);
    }
    return before.status === 'reported' ? 'skipped' : 'open';
  }
  writePromptsOf(schema, folder, now());
  return 'open';
}

function notScored({ path, schemaId }: NamedSchema): Problem {
  return problem('GRP-015', { file: path }, { schemaId });
}

function promptsOf({ path: schemaPath, schemaId, main }: NamedSchema): ProtocolPrompts {
  return buildPromptsDocument({ schemaId, schemaPath, main });
}

function takeOutcome(
  schema: NamedSchema,
  outcome: ScoringOutcome,
  { folder, schemasSpec, now }: { folder: Workfolder; schemasSpec: SchemasSpec; now: () => Date },
): { readonly result: GradedSchema | null; readonly problems: readonly Problem[] } {
  if ('problems' in outcome) return { result: null, problems: outcome.problems };
  const { slug } = schema;
  const received = now();
  const file = folder.scoresPath(slug);
  const kept = onDisk(file, () => {
    folder.writeScores(slug, outcome.scores);
    return null;
  });
  if (kept) return { result: null, problems: [kept] };
  const document: JsonDocument = { json: outcome.scores, text: JSON.stringify(outcome.scores) };
  const [pair] = matchScores([schema], [{ where: { file }, document }], received).pairs;
  return gradeSchema(schema, pair?.scored ?? null, { folder, received, schemasSpec, now });
}

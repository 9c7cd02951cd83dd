import { setImmediate as nextTurn } from 'node:timers/promises';
import { exitCodeOf, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { buildPromptsDocument } from './logic/eval-prompts.js';
import type { ProtocolState } from './logic/protocol-v1.js';
import { buildState } from './logic/state.js';
import { type NamedSchema, readSchemas } from './read-schemas.js';
import { onDisk, Workfolder, type Workfolders } from './workfolder.js';

/** How to treat prompts of an earlier emit. */
export type ProtocolConflict = 'skip' | 'overwrite' | 'abort';

export interface ProtocolEmitOptions extends Workfolders {
  /** Files, folders and patterns in any mix. */
  readonly schemas: readonly string[];
  /** Default `skip`: existing prompts stay. */
  readonly onConflict?: ProtocolConflict | undefined;
  readonly now?: (() => Date) | undefined;
}

export interface EmittedSchema {
  readonly schemaId: string;
  readonly schemaIdSlug: string;
  /** Absolute, like the other paths. */
  readonly schemaPath: string;
  readonly promptsPath: string;
  readonly statePath: string;
  /** Whether prompts of an earlier emit were kept. */
  readonly skipped: boolean;
}

export interface ProtocolEmitResult {
  readonly status: boolean;
  readonly mode: 'emit-prompts';
  readonly results: readonly EmittedSchema[];
  readonly summary: {
    readonly schemas: number;
    readonly emitted: number;
    readonly skipped: number;
    readonly failed: number;
  };
  /** GRP-019: kept prompts that show an older version of their schema. */
  readonly warnings: readonly Problem[];
  readonly errors: readonly Problem[];
}

/**
 * First half of scoring protocol v1: writes prompts.json and state.json for each schema. No code of a schema runs; an
 * unreadable schema does not affect the others.
 *
 * @returns errors GRP-001, GRP-013, GRP-014 (a schema), GRP-018 (--on-conflict abort), GRP-017 (disk), GRP-020 (nothing
 *   found)
 * @see Schemas-Spec 22, prompts.json
 */
export async function emitProtocolPrompts(options: ProtocolEmitOptions): Promise<ProtocolEmitResult> {
  const { onConflict = 'skip', now = () => new Date() } = options;
  const folder = new Workfolder(options);
  const { schemas, found, problems } = readSchemas(options.schemas);
  const results: EmittedSchema[] = [];
  const warnings: Problem[] = [];
  const errors = [...problems];
  for (const schema of schemas) {
    // Writing is synchronous: without this pause, no signal would be handled until all schemas are done.
    await nextTurn();
    const emitted = emitSchema(schema, { folder, onConflict, now: now() });
    if ('code' in emitted) errors.push(emitted);
    else {
      results.push(emitted.result);
      warnings.push(...emitted.warnings);
    }
  }
  const skipped = results.filter((result) => result.skipped).length;
  return {
    status: exitCodeOf(errors) === 0,
    mode: 'emit-prompts',
    results,
    summary: {
      schemas: found,
      emitted: results.length - skipped,
      skipped,
      failed: found - results.length,
    },
    warnings,
    errors,
  };
}

function emitSchema(
  schema: NamedSchema,
  { folder, onConflict, now }: { folder: Workfolder; onConflict: ProtocolConflict; now: Date },
): { result: EmittedSchema; warnings: readonly Problem[] } | Problem {
  const { path, schemaId, slug } = schema;
  const result = {
    schemaId,
    schemaIdSlug: slug,
    schemaPath: path,
    promptsPath: folder.promptsPath(slug),
    statePath: folder.statePath(slug),
  };
  return onDisk(result.promptsPath, () => {
    const before = folder.readState(slug);
    // A missing or damaged state shows that an earlier emit did not finish.
    const isKept = before !== null && typeof before !== 'string' && onConflict !== 'overwrite';
    if (!isKept) {
      writePromptsOf(schema, folder, now);
      return { result: { ...result, skipped: false }, warnings: [] };
    }
    const at = before.phases.promptsEmitted;
    if (onConflict === 'abort') return problem('GRP-018', { file: path }, { schemaId, at });
    const isOld = before.schemaHash !== schema.hash;
    const warnings = isOld ? [problem('GRP-019', { file: path }, { schemaId, at })] : [];
    return { result: { ...result, skipped: true }, warnings };
  });
}

/** Writes prompts and state of one schema, replacing existing ones. */
export function writePromptsOf(schema: NamedSchema, folder: Workfolder, now: Date): ProtocolState {
  const { path: schemaPath, schemaId, hash: schemaHash, main } = schema;
  const state = buildState({ schemaId, schemaPath, schemaHash, now });
  folder.writePrompts(buildPromptsDocument({ schemaId, schemaPath, main }), state);
  return state;
}

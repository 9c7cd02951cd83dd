import { dirname, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from '../../problems/problem.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import { findSchemaFiles, type SchemaFileGroup } from '../../sources/find-files.js';
import { READING_LIMITS } from '../../sources/logic/module-reading.js';
import { SOURCE_EXPORTS } from '../../sources/logic/source-kind.js';
import { parseModule } from '../../sources/parse-module.js';
import { parseSource } from '../../sources/parse-source.js';
import { readSchemaFile } from '../../sources/read-schema-file.js';
import { createListSource, type ListCatalogue, resolveSharedLists } from '../../sources/shared-lists.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import { firstDifference } from '../../values/first-difference.js';
import { applyEdits } from './logic/edits.js';
import {
  type KnownSchema,
  planProposals,
  type SchemaProposals,
  type ToolProposals,
  withoutProposals,
} from './logic/propose/plan-proposals.js';
import { buildPatch } from './patch.js';

export interface ProposeOptions {
  /** Schema files, provider folders, or folders of these. */
  readonly paths: readonly string[];
  /** Number of different parameter sets that a tool should have. */
  readonly to: number;
  /** The Schemas-Spec that the schemas are held to; default: that of the default book. */
  readonly schemasSpec?: SchemasSpec | undefined;
}

export interface ProposedFile {
  readonly file: string;
  /** The tools that have too few different parameter sets. */
  readonly tools: readonly ToolProposals[];
}

export interface ProposeResult {
  /** Whether every file could be read and has no error. */
  readonly status: boolean;
  readonly results: readonly ProposedFile[];
  /** A patch for `git apply`, with paths below `folder`; empty if nothing is proposed. */
  readonly patch: string;
  /** The folder in which the patch is to be applied: the current one, unless a file lies outside. */
  readonly folder: string;
  /** The errors of the files for which nothing is proposed, and those of the paths. */
  readonly errors: readonly Problem[];
}

/**
 * Proposes tests for tools that have few, and writes nothing. What is proposed follows from the schemas of a namespace: no
 * model is asked and no request made.
 */
export async function proposeTests(options: ProposeOptions): Promise<ProposeResult> {
  const errors: Problem[] = [];
  const planned: PlannedFile[] = [];
  for await (const file of planFiles(options, errors)) planned.push(file);
  const { patch, folder, errors: unshown } = buildPatch(planned);
  errors.push(...unshown);
  const results = planned.map(({ file, tools }) => ({ file, tools }));
  return { status: errors.every(({ severity }) => severity !== 'error'), results, patch, folder, errors };
}

/** Whether any test would be proposed; reads only as far as the first one. */
export async function hasProposals(options: ProposeOptions): Promise<boolean> {
  for await (const { tools } of planFiles(options, [])) {
    if (tools.some(({ proposals }) => proposals.length > 0)) return true;
  }
  return false;
}

interface PlannedFile extends ProposedFile {
  readonly before: string;
  readonly after: string;
}

/** @param errors receives those of the files for which nothing is proposed, and those of the paths */
async function* planFiles(
  { paths, to, schemasSpec = DEFAULT_BOOK.spec.schemasSpec }: ProposeOptions,
  errors: Problem[],
): AsyncGenerator<PlannedFile> {
  const { groups, problems } = findSchemaFiles(paths);
  const listsOf = createListSource();
  errors.push(...problems);
  for (const group of groups) {
    // Reading is synchronous: without this pause, no signal would be handled until all folders have been read.
    await nextTurn();
    const lists = listsOf(group);
    const read = filesOf(group).map((file) => ({ file, ...readValid(file, { lists, schemasSpec }) }));
    const named = read.filter(({ file }) => group.files.includes(file));
    errors.push(...named.flatMap((one) => one.errors));
    const valid = read.flatMap(({ file, schema }) => (schema ? [{ file, schema }] : []));
    const plans = planProposals(
      valid.map(({ schema }) => schema),
      to,
    );
    for (const [at, { file, schema }] of valid.entries()) {
      const plan = plans[at];
      if (!plan || !group.files.includes(file)) continue;
      const after = applyProposals(schema, plan);
      const tools = after === null ? withoutProposals(plan.tools) : plan.tools;
      yield { file, tools, before: schema.text, after: after ?? schema.text };
    }
  }
}

/** The text with the proposed tests; null if it would not read as the old one with these tests. */
function applyProposals(
  { text, module, main }: ReadSchema,
  { tools, edits }: SchemaProposals,
): string | null {
  if (edits.length === 0) return text;
  const after = `${text.slice(0, text.length - module.source.length)}${applyEdits(module.source, edits)}`;
  const { value, problems } = parseModule(after, { exports: SOURCE_EXPORTS });
  const added = new Map(tools.map(({ tool, proposals }) => [tool, proposals.map(({ test }) => test)]));
  const expected = Object.entries(main.tools ?? {}).map(([name, tool]) => {
    const tests = added.get(name) ?? [];
    return [name, tests.length > 0 ? { ...tool, tests: [...(tool.tests ?? []), ...tests] } : tool];
  });
  const isSame = firstDifference(value, { ...main, tools: Object.fromEntries(expected) }) === null;
  return problems.length === 0 && isSame ? after : null;
}

/** The files of a namespace: a file that was named alone has its neighbours, whose tests may be of use. */
function filesOf({ folder, files }: SchemaFileGroup): readonly string[] {
  const [file] = files;
  if (folder !== null || file === undefined) return files;
  const { groups } = findSchemaFiles([dirname(file)]);
  const beside = groups.find((group) => group.folder === dirname(file))?.files ?? [];
  return [file, ...beside.filter((other) => resolve(other) !== resolve(file))];
}

interface ReadSchema extends KnownSchema {
  readonly text: string;
}

function readValid(
  file: string,
  { lists, schemasSpec }: { readonly lists: ListCatalogue; readonly schemasSpec: SchemasSpec },
): { readonly schema: ReadSchema | null; readonly errors: readonly Problem[] } {
  const { text, reading } = readSchemaFile(file);
  const errors = validateSchema({ reading, file, lists: lists.files, schemasSpec }).filter(
    ({ severity }) => severity === 'error',
  );
  const module = parseSource(text, READING_LIMITS);
  if (errors.length > 0 || 'code' in module) return { schema: null, errors };
  // The gate refuses everything that does not have the shape of a main.
  const main = reading.value as SchemaMain;
  return {
    schema: { text, module, main, lists: resolveSharedLists(main.sharedLists ?? [], lists.files) },
    errors,
  };
}

import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeResultText } from '../../files/result-file.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { findSchemaFiles } from '../../sources/find-files.js';
import { parseModule } from '../../sources/parse-module.js';
import { readSourceFile } from '../../sources/read-source-file.js';
import { createListSource } from '../../sources/shared-lists.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import { findUncommitted } from './committed-files.js';
import { type EditKind, type FileToEdit, type PlannedFile, planFile } from './plan-file.js';

export { CORRECTIONS } from './logic/fix/corrections.js';
export { MIGRATIONS } from './logic/migrate/plan-migration.js';
export type { EditKind } from './plan-file.js';

export interface EditOptions {
  /** Schema files, provider folders, or folders of these. */
  readonly paths: readonly string[];
  readonly kind: EditKind;
  /** Write the edited files; otherwise they are only planned. */
  readonly write?: boolean | undefined;
  /** Also write files that git could not restore. */
  readonly force?: boolean | undefined;
  /** Codes of findings or names of transforms to apply; default: all. */
  readonly only?: readonly string[] | undefined;
  /** The Schemas-Spec that the schemas are held to; default: that of the default book. */
  readonly schemasSpec?: SchemasSpec | undefined;
  /** Receives the text of each file before and after its edits, in the order of the results. */
  readonly onPlanned?: ((file: string, before: string, after: string) => void) | undefined;
}

export interface EditedFile extends Omit<PlannedFile, 'after'> {
  readonly file: string;
  readonly written: boolean;
}

export interface EditResult {
  /** Whether every file is valid after its edits, and was written if that was asked for. */
  readonly status: boolean;
  readonly results: readonly EditedFile[];
  readonly errors: readonly Problem[];
}

interface ReadFile extends PlannedFile {
  readonly file: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly input: FileToEdit;
}

/**
 * Edits schema files: brings them to the current generation (`migrate`) or corrects what follows from the schema itself
 * (`fix`). All files are planned and checked before the first is written; one that cannot be edited hides no other.
 *
 * @returns one result per file, in code-unit order of folders and files
 */
export async function editSources(options: EditOptions): Promise<EditResult> {
  const { files, problems } = await planFiles(options);
  for (const { file, text, after } of files) options.onPlanned?.(file, text, after);
  const changed = options.write ? files.filter(({ edits }) => edits.length > 0) : [];
  const refusals = await refuseUnsafe(changed, options.force ?? false);
  const results: EditedFile[] = [];
  const errors: Problem[] = [...problems];
  for (const one of files) {
    const refusal = refusals.get(one.file) ?? (changed.includes(one) ? await writeFile(one) : null);
    const written = changed.includes(one) && refusal === null;
    const { file, from, edits, validAfter, skipped } = one;
    // What is left is named at its place in the file as it is now.
    const { byHand } = written ? planFile({ ...one.input, text: one.after }) : one;
    results.push({ file, from, edits, byHand, validAfter, written, ...(skipped && { skipped }) });
    errors.push(...byHand.filter(({ severity }) => severity === 'error'), ...(refusal ? [refusal] : []));
  }
  return { status: errors.every(({ severity }) => severity !== 'error'), results, errors };
}

async function planFiles({ paths, kind, only, schemasSpec }: EditOptions) {
  const { groups, problems } = findSchemaFiles(paths);
  const listsOf = createListSource();
  const files: ReadFile[] = [];
  for (const group of groups) {
    // Reading is synchronous: without this pause, no signal would be handled until all folders have been read.
    await nextTurn();
    const lists = listsOf(group).files;
    for (const file of group.files) {
      const { bytes, text, reading } = readSourceFile(file, () => UNPARSED);
      const input: FileToEdit = {
        text,
        file,
        kind,
        lists,
        schemasSpec: schemasSpec ?? DEFAULT_BOOK.spec.schemasSpec,
        only: only ? new Set(only) : null,
        hasSkill: hasSkillBeside(file),
      };
      const planned =
        reading.problems.length > 0 ? unreadable({ file, text }, reading.problems) : planFile(input);
      files.push({ ...planned, file, text, bytes, input });
    }
  }
  return { files, problems };
}

function hasSkillBeside(file: string): FileToEdit['hasSkill'] {
  return (name) => existsSync(join(dirname(file), 'skills', `${name}.mjs`));
}

/** A reading without problems: the plan parses the text itself. */
const UNPARSED = parseModule('', { exports: [] });

function unreadable(
  { file, text }: Pick<ReadFile, 'file' | 'text'>,
  problems: readonly Problem[],
): PlannedFile {
  const byHand = problems.map((found) => ({ ...found, where: { file, ...found.where } }));
  return { from: null, edits: [], after: text, byHand, validAfter: false };
}

/** FIX-003 or FIX-004 for each file that must not be written. */
async function refuseUnsafe(files: readonly ReadFile[], force: boolean): Promise<Map<string, Problem>> {
  const refusals = new Map<string, Problem>();
  for (const { file } of files) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) refusals.set(file, problem('FIX-007', { file }));
    else if (found.isSymbolicLink()) refusals.set(file, problem('FIX-004', { file }));
  }
  if (force) return refusals;
  const reasons = await findUncommitted(files.filter(({ file }) => !refusals.has(file)));
  for (const [file, reason] of reasons) refusals.set(file, problem('FIX-003', { file }, { reason }));
  return refusals;
}

/** Writes the file completely or not at all; returns why it was not written. */
function writeFile({ file, bytes, after }: ReadFile): Problem | null | Promise<Problem | null> {
  const { bytes: now } = readSourceFile(file, () => UNPARSED);
  return now.equals(bytes) ? writeResultText(file, after, 'FIX-005') : problem('FIX-007', { file });
}

/**
 * Says what `flowmcp migrate` would make of a schema of an older generation: the end of a sentence for its problem.
 * It takes the time of parsing the text twice.
 */
export function foretellMigration(input: Omit<FileToEdit, 'kind' | 'only' | 'hasSkill'>): string {
  const hasSkill = hasSkillBeside(input.file);
  const { validAfter, byHand } = planFile({ ...input, kind: 'migrate', only: null, hasSkill });
  if (validAfter && byHand.length === 0) return '"flowmcp migrate" makes it valid';
  const codes = [...new Set(byHand.map(({ code }) => code))].join(', ');
  return `"flowmcp migrate" leaves ${byHand.length} ${byHand.length === 1 ? 'problem' : 'problems'}: ${codes}`;
}

import { basename, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maskKeyForms } from '../../keys/logic/key-form-text.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { scopeOfLoneSkill } from '../../rules/skill/scope.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import type { SchemaFileGroup } from '../../sources/find-files.js';
import { findSources, type SelectionSource } from '../../sources/find-sources.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { checkList, createListSource } from '../../sources/shared-lists.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import { readSelectionSource } from './read-selection-source.js';
import { checkFolderName, type OtherSource, readSources } from './read-sources.js';

export interface ValidateOptions {
  /** Schema files, provider folders, selections, or folders of these. */
  readonly paths: readonly string[];
  /** Folders without links: shared lists that lie elsewhere are not read. Default: anywhere. */
  readonly listRoots?: readonly string[] | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
  /** Run a schema whose `main` is computed, in a separate engine (decision 0049). */
  readonly evaluate?: 'sandbox' | undefined;
  /** The Schemas-Spec that the schemas are held to; default: that of the default book. */
  readonly schemasSpec?: SchemasSpec | undefined;
}

export interface ValidatedFile {
  readonly file: string;
  /** The declared namespace; null if it could not be read or is not text. */
  readonly namespace: string | null;
  /** Whether no problem has the severity error. */
  readonly status: boolean;
  /** Set if the file is nothing that can be checked, which its only problem says (SRC-012, SRC-013). */
  readonly skipped?: true;
  readonly problems: readonly Problem[];
}

export interface ValidateResult {
  /** Whether none of `errors` has the severity error. */
  readonly status: boolean;
  readonly results: readonly ValidatedFile[];
  /**
   * Problems that belong to no single file (IMP-001 and IMP-023 nothing found, IMP-005 several namespaces, IMP-019 two
   * folders of one namespace, IMP-022 schemas passed over, LST-101 a broken list, LST-102 an unused list), followed by the
   * errors of the files.
   */
  readonly errors: readonly Problem[];
}

/**
 * Checks schemas, selections, skills and shared lists with the gate without writing anything, and without running anything
 * unless `evaluate` requests it. Imported content is not read: the import checks whether the references of a selection are
 * valid (SEL003).
 *
 * @returns one result per file: those of providers, then those of selections, each in code-unit order of folders and
 *   files
 */
export async function validateSources({
  paths,
  listRoots,
  strict = false,
  evaluate,
  schemasSpec = DEFAULT_BOOK.spec.schemasSpec,
}: ValidateOptions): Promise<ValidateResult> {
  const { groups, selections, problems } = findSources(paths);
  const listsOf = createListSource(listRoots);
  const sandbox = evaluate === 'sandbox' ? new Sandbox() : null;
  const found = new Set(problems);
  const checked: ValidatedFile[] = [];
  const alone = new Set<ValidatedFile>();
  const claimed = new Map<string, string>();
  for (const group of groups) {
    // Reading is synchronous: without this pause, no signal would be handled until all folders have been read.
    await nextTurn();
    const lists = listsOf(group);
    // A folder of lists is read once, so its problems are the same objects each time.
    for (const known of lists.problems) found.add(known);
    const read = await readSources(group, { lists, strict, schemasSpec, sandbox });
    const { sources, skills, others, problems } = read;
    for (const known of problems) found.add(known);
    const validated = sources.map(({ file, namespace, problems }) => toResult(file, namespace, problems));
    const [namespace = null] = validated.map((result) => result.namespace);
    const lone = others.map((other) => validateOther(other, strict));
    for (const result of lone) alone.add(result);
    checked.push(
      ...validated,
      ...skills.map(({ file, problems }) => toResult(file, namespace, problems)),
      ...lone,
    );
    for (const known of checkNamespaces(group, { validated, claimed, schemasSpec })) found.add(known);
  }
  checked.push(...selections.flatMap((source) => validateSelectionSource(source, strict)));
  // A skill that was named itself may have been read with its folder, too.
  const inFolders = new Set(checked.flatMap((result) => (alone.has(result) ? [] : [resolve(result.file)])));
  const results = checked.filter((result) => !alone.has(result) || !inFolders.has(resolve(result.file)));
  if (results.length > 0 && results.every(({ skipped }) => skipped)) found.add(problem('IMP-023'));
  const ofFiles = results.flatMap((result) => result.problems.filter(({ severity }) => severity === 'error'));
  // A broken list beside a provider, or one with a key, may have been named itself, too.
  const own = new Set(results.map(({ file }) => resolve(file)));
  const beside = [...found].filter(
    ({ code, where }) => !/^(?:LST-101|GATE-025)$/.test(code) || !own.has(resolve(where?.file ?? '')),
  );
  const errors = [...beside, ...ofFiles];
  return { status: isPassed(errors), results, errors };
}

/** The problems of a skill inside the definition belong to the definition's file. */
function validateSelectionSource(source: SelectionSource, strict: boolean): ValidatedFile[] {
  const read = readSelectionSource(source, { providers: null, strict });
  if (read.other) return [validateOther(read.other, strict)];
  const { namespace, problems, skills } = read;
  const inline = skills.filter(({ file }) => file === source.file);
  const files = skills.filter(({ file }) => file !== source.file);
  return [
    toResult(source.file, namespace, [...problems, ...inline.flatMap((skill) => skill.problems)]),
    ...files.map((skill) => toResult(skill.file, namespace, skill.problems)),
  ];
}

/** Checks a file that is neither a schema nor a selection as what it is. */
function validateOther({ file, kind, reading }: OtherSource, strict: boolean): ValidatedFile {
  if (kind.kind === 'list') return toResult(file, null, checkList(file, reading));
  if (kind.kind === 'skill') {
    const skillName = basename(file, '.mjs');
    const scope = scopeOfLoneSkill(reading.value);
    return toResult(file, null, validateSkill({ reading, file, skillName, scope, strict }));
  }
  const told = describeKind(kind, { file, reading });
  return { ...toResult(file, null, told ? [told] : []), skipped: true };
}

function toResult(file: string, namespace: string | null, problems: readonly Problem[]): ValidatedFile {
  return { file, namespace: namespace && maskKeyForms(namespace), status: isPassed(problems), problems };
}

function isPassed(problems: readonly Problem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

/**
 * Checks that the files of a folder declare only one namespace: one folder is one provider (IMP-005, grading spec 22),
 * has its name (VAL019, Schemas-Spec 16), and is the only one of its namespace (IMP-019).
 *
 * @param options.claimed folders that this command has checked, by namespace
 */
function checkNamespaces(
  group: SchemaFileGroup,
  {
    validated,
    claimed,
    schemasSpec,
  }: {
    readonly validated: readonly ValidatedFile[];
    readonly claimed: Map<string, string>;
    readonly schemasSpec: SchemasSpec;
  },
): Problem[] {
  const { folder } = group;
  if (folder === null) return [];
  const named = new Set(validated.flatMap(({ namespace }) => (namespace === null ? [] : [namespace])));
  const [namespace = null] = named;
  if (named.size > 1) {
    return [problem('IMP-005', { file: folder }, { count: named.size, found: [...named].sort().join(', ') })];
  }
  const other = namespace === null ? undefined : claimed.get(namespace);
  if (namespace !== null && other !== undefined) {
    return [problem('IMP-019', { file: folder }, { namespace, other })];
  }
  if (namespace !== null) claimed.set(namespace, folder);
  return checkFolderName(group, { schemasSpec, namespace });
}

import { basename, dirname, resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { EndpointBaseline } from '../../rules/finding.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import { evaluateMain } from '../../sandbox/evaluate-main.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { readBaseline } from '../../sources/baseline-file.js';
import type { SchemaFileGroup } from '../../sources/find-files.js';
import { findSkills } from '../../sources/find-skills.js';
import { writtenBy } from '../../sources/logic/module-reading.js';
import { describeKind, kindOfModule } from '../../sources/logic/source-kind.js';
import { readAbout } from '../../sources/read-about.js';
import { readSource, type SourceFile } from '../../sources/read-schema-file.js';
import type { ListCatalogue } from '../../sources/shared-lists.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import type { SkillSource } from '../../spec/skill.js';
import { buildSkillScope } from '../../target/logic/skill-scope.js';
import { declaredNamespace } from '../../target/targets.js';
import { findHiddenLists, findListsWithKey } from './import-lists.js';
import { checkNames, checkSkillName } from './logic/check-names.js';
import type { ImportSkill, ImportSource } from './logic/sources.js';

/** Everything that an import reads from one of its sources. */
export interface SourceFiles {
  readonly sources: readonly ImportSource[];
  readonly skills: readonly ImportSkill[];
  /** Files of the group that are something else. */
  readonly others: readonly OtherSource[];
  readonly baseline: EndpointBaseline | null;
  /** Problems that belong to no single schema or skill. */
  readonly problems: readonly Problem[];
}

/** A file that is neither a schema nor a selection. */
export type OtherSource = Pick<SourceFile, 'kind' | 'reading'> & { readonly file: string };

export interface GateOptions {
  readonly lists: ListCatalogue;
  readonly strict: boolean;
  readonly schemasSpec: SchemasSpec;
  /** Runs a module with a computed `main`; null: such a module is refused, and no code is run. */
  readonly sandbox: Sandbox | null;
  /** Called before each schema file. */
  readonly onFile?: (done: number, total: number) => void;
}

/**
 * Reads the schemas of a group, each with the About it declares, and checks them with the gate. A schema of an old
 * generation has one problem, SRC-011. For a provider folder it also reads the skills and the endpoint baseline; for a
 * single file, it reads neither.
 */
export async function readSources(group: SchemaFileGroup, options: GateOptions): Promise<SourceFiles> {
  const { strict, lists, onFile } = options;
  const sources: ImportSource[] = [];
  const others: OtherSource[] = [];
  for (const [at, file] of group.files.entries()) {
    onFile?.(at, group.files.length);
    const read = await readGroupFile(file, options);
    if ('kind' in read) others.push(read);
    else sources.push(read);
  }
  const ofLists = [...raiseAll(findHiddenLists(lists, sources), strict), ...findListsWithKey(lists, sources)];
  if (group.folder === null) return { sources, skills: [], others, baseline: null, problems: ofLists };
  const { baseline, problems } = readBaseline(group.folder);
  const found = readSkills(group.folder, sources, strict);
  const told = [...problems, ...ofLists, ...found.problems];
  return { sources, skills: found.skills, others, baseline, problems: told };
}

async function readGroupFile(
  file: string,
  { lists, strict, schemasSpec, sandbox }: GateOptions,
): Promise<ImportSource | OtherSource> {
  const read = readSource(file);
  const { bytes, sha256, isRead } = read;
  const { reading, isEvaluated } =
    sandbox && read.kind.kind === 'schema'
      ? await evaluateMain(sandbox, read.text, read.reading)
      : { reading: read.reading, isEvaluated: false };
  const kind = isEvaluated ? kindOfModule(reading) : read.kind;
  const schema = basename(file, '.mjs');
  const isOld = kind.kind === 'old-schema';
  const foretold = { text: read.text, file, lists: lists.files, schemasSpec };
  const migrated = isOld ? (await import('../edit/run.js')).foretellMigration(foretold) : '';
  const told = describeKind(kind, { file, reading, migrated });
  if (told && !isOld) return { file, kind, reading };
  const found = told ? [told] : validateSchema({ reading, file, lists: lists.files, schemasSpec, strict });
  // The gate refuses everything that does not have the shape of a main.
  const main = found.some(({ severity }) => severity === 'error') ? null : (reading.value as SchemaMain);
  const about = main
    ? readAbout({ schemaFile: file, main, folder: dirname(file) })
    : ({ kind: 'none' } as const);
  return {
    file,
    schema,
    bytes,
    fileSha256: isRead ? sha256 : null,
    main,
    isEvaluated,
    writesTo: writtenBy(reading),
    namespace: declaredNamespace(reading.value),
    about: about.kind === 'found' ? about.bytes : null,
    problems: [
      ...(told ? [] : checkNames(file, schema, main)),
      ...found,
      ...(isEvaluated && !told ? [problem('SBX-002', { file, ...reading.locate([]) })] : []),
      ...(about.kind === 'none' ? [] : raiseAll(about.problems, strict)),
    ],
  };
}

function readSkills(
  folder: string,
  sources: readonly ImportSource[],
  strict: boolean,
): { skills: ImportSkill[]; problems: readonly Problem[] } {
  const found = findSkills(folder);
  const namespace = sources.find(({ main }) => main)?.main?.namespace;
  if (namespace === undefined) return { skills: [], problems: found.problems };
  const scope = buildSkillScope({
    namespace,
    schemas: Object.fromEntries(sources.flatMap(({ schema, main }) => (main ? [[schema, main]] : []))),
    skills: Object.fromEntries(found.skills.map(({ name, reading }) => [name, reading.value])),
  });
  const skills = found.skills.map(({ file, name, bytes, reading }): ImportSkill => {
    const problems = [
      ...checkSkillName(file, name),
      ...validateSkill({ reading, file, skillName: name, scope, strict }),
    ];
    const passed = problems.every(({ severity }) => severity !== 'error');
    // A skill that passed the gate has the shape of a skill.
    return { file, name, bytes, skill: passed ? (reading.value as SkillSource) : null, problems };
  });
  return { skills, problems: found.problems };
}

/** Under `strict`, a warning is also a reason to refuse. */
export function raiseAll(problems: readonly Problem[], strict: boolean): readonly Problem[] {
  if (!strict) return problems;
  return problems.map((found) => (found.severity === 'warning' ? { ...found, severity: 'error' } : found));
}

/** The first Schemas-Spec, which asks nothing of the name of a folder. */
const WITHOUT_FOLDER_RULE: SchemasSpec = '4.2';

/**
 * VAL019 for a provider folder that is not called like its namespace; a file that was named on its own may lie anywhere.
 *
 * @param namespace null: unknown, so that nothing can be said
 */
export function checkFolderName(
  group: SchemaFileGroup,
  { schemasSpec, namespace }: { readonly schemasSpec: SchemasSpec; readonly namespace: string | null },
): Problem[] {
  const folder = folderNameOf(group);
  if (schemasSpec === WITHOUT_FOLDER_RULE || group.folder === null) return [];
  if (namespace === null || namespace === folder) return [];
  return [problem('VAL019', { file: group.folder }, { folder, namespace })];
}

/** Name of the folder that the files of a group lie in. */
export function folderNameOf({ folder, files: [file = ''] }: SchemaFileGroup): string {
  return basename(folder === null ? dirname(resolve(file)) : resolve(folder));
}

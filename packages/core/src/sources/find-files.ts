import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { codeOf } from '../values/system-error.js';
import { READING_LIMITS } from './logic/module-reading.js';
import { kindOfModule, SOURCE_EXPORTS } from './logic/source-kind.js';
import { buildModuleScope } from './module-scope.js';
import { parseModule } from './parse-module.js';
import { parseSource } from './parse-source.js';
import { peekFile } from './read-plain-file.js';

/** The schema files of one provider folder, or one file that the user named. */
export interface SchemaFileGroup {
  /** The provider folder; null for a file that the user named. */
  readonly folder: string | null;
  readonly files: readonly string[];
}

/** Folders that never hold schemas, whatever their files are called (Schemas-Spec 15). */
const NO_PROVIDERS = new Set([
  ...['resources', 'skills', 'prompts', '_lists', 'tests', 'selections', 'node_modules'],
]);
/**
 * Maximum depth of the search: enough to find `schemas/v4.0.0/providers/<namespace>` below any root that users name.
 */
const MAX_LEVELS = 4;
/** Maximum number of passed-over files that a message names. */
const MOST_NAMED = 3;

/**
 * Whether a file or folder of this name is never looked at for schemas unless it is named itself: it is for something
 * else, or its name begins with `_` or `.`.
 */
export function isForOthers(name: string): boolean {
  return /^[._]/.test(name) || NO_PROVIDERS.has(name);
}

/**
 * Finds schema files: .mjs files that the user named, those at the top level of a provider folder (names beginning with
 * `_` are not schemas), and those of provider folders inside a folder that holds no schemas itself. Symbolic links that
 * lead out of the named folder are not followed, and modules that hold a selection are left out.
 *
 * @param paths files or folders, as given; the names of the files found begin with these paths
 * @param kindOf separates schemas from selections; share it with `findSelections`, so that each file is read once
 * @returns groups and files in code-unit order, each file once; IMP-001 for each path without a schema file, and IMP-022
 *   for each provider folder with schemas in subfolders that were not found otherwise
 */
export function findSchemaFiles(
  paths: readonly string[],
  kindOf: ModuleKinds = createModuleKinds(),
): {
  readonly groups: readonly SchemaFileGroup[];
  readonly problems: readonly Problem[];
} {
  const groups: FoundGroup[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const placeOf = createPlaces();
  for (const path of [...new Set(paths)].sort()) {
    const found = findUnder(path, problems, kindOf);
    if (typeof found === 'string') problems.push(problem('IMP-001', { file: path }, { found }));
    else groups.push(...found);
  }
  // Folders come before single files, so that a file that was also named on its own stays with its folder.
  const ordered = [
    ...groups.filter(({ folder }) => folder !== null),
    ...groups.filter(({ folder }) => !folder),
  ];
  const once = ordered.flatMap((group) => {
    const files = group.files.filter((file) => !seen.has(placeOf(file)));
    for (const file of files) seen.add(placeOf(file));
    return files.length > 0 ? [{ ...group, files }] : [];
  });
  for (const { folder, below = [] } of once) {
    const passedOver = below.filter((file) => !seen.has(placeOf(file)));
    if (folder !== null && passedOver.length > 0) problems.push(describePassedOver(folder, passedOver));
  }
  return {
    groups: once
      .map(({ folder, files }) => ({ folder, files }))
      .sort((a, b) => byCodeUnit(nameOf(a), nameOf(b))),
    problems: leaveOutForOthers(problems, once.length > 0),
  };
}

/** Returns a function that tells where a file is, whichever link leads to its folder. */
function createPlaces(): (file: string) => string {
  const folders = new Map<string, string>();
  return (file) => {
    const folder = dirname(file);
    const real = folders.get(folder) ?? realpathSync(folder);
    folders.set(folder, real);
    return join(real, basename(file));
  };
}

function describePassedOver(folder: string, files: readonly string[]): Problem {
  const left = files.length - MOST_NAMED;
  const named = files.slice(0, MOST_NAMED).map((file) => relative(folder, file).replaceAll(sep, '/'));
  const found = [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ');
  return problem('IMP-022', { file: folder }, { count: files.length, found });
}

/** Leaves out IMP-001 for folders that a shell's `*` names along with the sources beside them, such as `_lists`. */
export function leaveOutForOthers(problems: readonly Problem[], hasSources: boolean): readonly Problem[] {
  if (!hasSources) return problems;
  return problems.filter(({ code, where: { file = '' } = {} }) => {
    if (code !== 'IMP-001' || !isForOthers(basename(resolve(file)))) return true;
    const stats = statsOf(file);
    return typeof stats === 'string' || !stats.isDirectory();
  });
}

/** The groups of one path, or the reason why it has none. */
function findUnder(path: string, problems: Problem[], kindOf: ModuleKinds): FoundGroup[] | string {
  const stats = statsOf(path);
  if (typeof stats === 'string') return stats;
  if (stats.isFile()) {
    if (!path.endsWith('.mjs')) return 'the file is not an .mjs module';
    return kindOf(path) === 'selection'
      ? 'the module contains a selection'
      : [{ folder: null, files: [path] }];
  }
  if (!stats.isDirectory()) return 'the path is neither a file nor a folder';
  const walk: Walk = { root: realpathSync(path), problems, kindOf };
  const groups = findInFolder(path, walk, MAX_LEVELS);
  return groups.length > 0 ? groups : 'the folder contains no .mjs schema';
}

/** Stats of a path, or why they cannot be read: for example, an overlong name or an inaccessible parent folder. */
export function statsOf(path: string): Stats | string {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'nothing exists at this path';
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return `the path cannot be read (${code})`;
  }
}

interface Walk {
  /** Root folder of the search; links that lead out of it are not followed. */
  readonly root: string;
  /** Receives SRC-005 for each folder that cannot be read; the search continues with the others. */
  readonly problems: Problem[];
  readonly kindOf: ModuleKinds;
}

interface FoundGroup extends SchemaFileGroup {
  /** Schemas in subfolders of a provider folder, which are no part of it. */
  readonly below?: readonly string[];
}

/**
 * A folder with schemas is a provider folder, and the search ends there (decision 0096). Other modules are a group of
 * their own, so that whoever reads them says what they are.
 */
function findInFolder(folder: string, walk: Walk, levels: number): FoundGroup[] {
  const { modules, folders } = lookInto(folder, walk);
  if (modules.some((file) => walk.kindOf(file) === 'schema')) {
    return [{ folder, files: modules, below: folders.flatMap((one) => findSchemasBelow(one, walk, levels)) }];
  }
  const below = levels === 0 ? [] : folders.flatMap((one) => findInFolder(one, walk, levels - 1));
  return [...(modules.length > 0 ? [{ folder, files: modules }] : []), ...below];
}

function findSchemasBelow(folder: string, walk: Walk, levels: number): string[] {
  const { modules, folders } = lookInto(folder, walk);
  return [
    ...modules.filter((file) => walk.kindOf(file) === 'schema'),
    ...(levels === 0 ? [] : folders.flatMap((one) => findSchemasBelow(one, walk, levels - 1))),
  ];
}

/** The modules of a folder that are no selections, and the folders in it that may hold schemas. */
function lookInto(
  folder: string,
  { root, problems, kindOf }: Walk,
): { readonly modules: readonly string[]; readonly folders: readonly string[] } {
  const entries = readEntries(folder, problems)
    .filter(({ name }) => !/^[._]/.test(name))
    .sort((a, b) => byCodeUnit(a.name, b.name));
  const pathsOf = (kind: 'file' | 'folder', isWanted: (name: string) => boolean) =>
    entries
      .filter((entry) => isWanted(entry.name) && kindOfEntry(entry, folder, root) === kind)
      .map(({ name }) => join(folder, name));
  return {
    modules: pathsOf('file', (name) => name.endsWith('.mjs')).filter((file) => kindOf(file) !== 'selection'),
    folders: pathsOf('folder', (name) => !isForOthers(name)),
  };
}

export function readEntries(folder: string, problems: Problem[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    problems.push(problem('SRC-005', { file: folder }, { reason }));
    return [];
  }
}

/** Kind of an entry. A link counts as its destination, unless that lies outside the root. */
export function kindOfEntry(entry: Dirent, folder: string, root: string): 'file' | 'folder' | 'other' {
  if (!entry.isSymbolicLink()) return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
  const path = join(folder, entry.name);
  const stats = statsOf(path);
  if (typeof stats === 'string') return 'other';
  const inside = relative(root, realpathSync(path));
  // Following a link to a parent folder would visit the same folders again until the level limit is reached.
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return 'other';
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}

function nameOf(group: SchemaFileGroup): string {
  return group.folder ?? group.files[0] ?? '';
}

/** As far as the text shows: `other` for a module that does not seem to export a schema. */
type ModuleKind = 'schema' | 'selection' | 'other';

/** Determines the kind of a module file; reads each file only once. */
export type ModuleKinds = (file: string) => ModuleKind;

const WORD = 'selection';
const EXPORTED = /\bexport\s*(?:\{|(?:const|let|var|function|class)\s+selection\b)/;
/** Decides the kind of a module if its text cannot be parsed. */
const DECLARED = /^export\s+const\s+selection\b/m;
/** How nearly every schema begins. */
const COMMON = 'export const main';
const SCHEMA = /\bexport\s*(?:(?:const|let|var)\s+|\{[^{}]{0,2000}?)\b(?:main|schema)\b/;

/**
 * Nearly every module is a schema, and the reader of schemas parses it later anyway. So this only searches the text,
 * and parses a module only if it seems to export a selection. What a module really is, its reader tells
 * (`logic/source-kind.ts`).
 */
export function createModuleKinds(): ModuleKinds {
  const known = new Map<string, ModuleKind>();
  return (file) => {
    const path = resolve(file);
    const kind = known.get(path) ?? lookAt(path);
    known.set(path, kind);
    return kind;
  };
}

/** What the text of an agent contains, even if it is exported as `main`. */
const OF_AGENTS = ['model', 'systemPrompt'];

function lookAt(path: string): ModuleKind {
  const isPlaced = isPlaceOfSelections(path);
  const bytes = peekFile(path, READING_LIMITS.maxBytes);
  // The file cannot be read; whoever reads it as a source reports why.
  if (bytes === null) return isPlaced ? 'selection' : 'schema';
  const hasWord = bytes.includes(WORD);
  const mayBeAgent = OF_AGENTS.every((member) => bytes.includes(member));
  if (!hasWord && !mayBeAgent && bytes.includes(COMMON)) return 'schema';
  const text = bytes.toString('utf8');
  if (mayBeAgent && kindOfModule(parseModule(text, { exports: SOURCE_EXPORTS })).kind === 'ungraded')
    return 'other';
  if (hasWord && EXPORTED.test(text)) {
    const kind = parseKind(text);
    if (kind !== null) return kind;
  }
  if (SCHEMA.test(text)) return 'schema';
  return isPlaced ? 'selection' : 'other';
}

/**
 * The kind of a module; null if it exports neither a schema nor a selection. A module that exports `main` is a schema,
 * whatever else it exports, so that existing schemas stay schemas.
 */
function parseKind(text: string): ModuleKind | null {
  const parsed = parseSource(text, READING_LIMITS);
  if ('code' in parsed) return DECLARED.test(text) && !SCHEMA.test(text) ? 'selection' : null;
  const { exports } = buildModuleScope(parsed.program);
  if (exports.has('main') || exports.has('schema')) return 'schema';
  return exports.has('selection') ? 'selection' : null;
}

/**
 * Matches `selections/<selection>/selection.mjs`, `selections/<namespace>/*.mjs` or `selections/*.mjs` (Schemas-Spec
 * 14, 17).
 */
function isPlaceOfSelections(path: string): boolean {
  const folder = dirname(path);
  return (
    basename(path) === 'selection.mjs' ||
    basename(folder) === 'selections' ||
    basename(dirname(folder)) === 'selections'
  );
}

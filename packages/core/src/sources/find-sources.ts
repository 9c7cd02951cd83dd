import { type Dirent, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { isRecord } from '../values/is-record.js';
import {
  createModuleKinds,
  findSchemaFiles,
  kindOfEntry,
  leaveOutForOthers,
  type ModuleKinds,
  readEntries,
  type SchemaFileGroup,
  statsOf,
} from './find-files.js';
import { READING_LIMITS } from './logic/module-reading.js';
import { peekFile } from './read-plain-file.js';

export interface FoundSources {
  readonly groups: readonly SchemaFileGroup[];
  readonly selections: readonly SelectionSource[];
  readonly problems: readonly Problem[];
}

/**
 * Finds everything that can be imported from the paths a user names: schema files by provider folder, and selections.
 * No file counts as both.
 *
 * @param paths files or folders in any mix
 * @returns both kinds in code-unit order, IMP-001 for a path that holds neither, and IMP-022 for schemas that are passed
 *   over
 */
export function findSources(paths: readonly string[]): FoundSources {
  const kindOf = createModuleKinds();
  const { selections, claimed, problems } = findSelections(paths, kindOf);
  const schemas = findSchemaFiles(paths, kindOf);
  const isMissing = ({ code, where }: Problem) =>
    code === 'IMP-001' && where?.file !== undefined && claimed.has(where.file);
  const known = new Set(problems.map(identify));
  const others = schemas.problems.filter((found) => !isMissing(found) && !known.has(identify(found)));
  const told = leaveOutForOthers([...problems, ...others], selections.length > 0);
  return { groups: schemas.groups, selections, problems: told };
}

/** Both searches report a folder that cannot be read; this identifies the duplicates. */
function identify({ code, where }: Problem): string {
  return `${code} ${where?.file ?? ''}`;
}

/** The definition of a selection, with the skill files beside it. */
export interface SelectionSource {
  /** The folder that contains the definition. */
  readonly folder: string;
  readonly file: string;
  /** Whether the folder holds this selection alone; otherwise it belongs to a namespace that may have several. */
  readonly ownsFolder: boolean;
  readonly skillFiles: readonly SelectionSkillFile[];
}

export interface SelectionSkillFile {
  /** Path below the folder of the definition, with slashes: `skills/find-a-berth.mjs`. */
  readonly path: string;
  readonly file: string;
}

export interface FoundSelections {
  readonly selections: readonly SelectionSource[];
  /** The given paths that hold a selection. */
  readonly claimed: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Folders that never hold a selection, whatever their files are called. */
const NO_SELECTIONS = new Set(['resources', 'skills', '_lists', 'tests', 'node_modules']);
const HOME = 'selections';
const MAX_LEVELS = 4;

/**
 * Finds selections: files that the user named (any `.json`, or an `.mjs` that exports `selection`), the folder of one
 * selection (`selection.mjs` or one `.json`), the folder of a namespace with one selection per module, and folders that
 * contain such folders. Symbolic links that lead out of the named folder are not followed.
 *
 * @param paths files or folders, as given; the names of the files found begin with these paths
 * @param kindOf separates schemas from selections; share it with `findSchemaFiles`
 * @returns selections in code-unit order, each file once; a path without a selection is not reported here, because it
 *   may hold schemas
 */
function findSelections(
  paths: readonly string[],
  kindOf: ModuleKinds = createModuleKinds(),
): FoundSelections {
  const problems: Problem[] = [];
  const claimed = new Set<string>();
  const files = new Map<string, { file: string; root: string }>();
  for (const path of [...new Set(paths)].sort()) {
    const found = findUnder(path, { kindOf, problems });
    if (found.files.length > 0) claimed.add(path);
    for (const file of found.files) {
      if (!files.has(resolve(file))) files.set(resolve(file), { file, root: found.root });
    }
  }
  const known = new Map<string, Beside>();
  // A namespace may have many selections in one folder, so the files beside them are read, and their problems reported,
  // only once.
  const besideOf = (folder: string, root: string) => {
    const found = known.get(folder) ?? lookBeside(folder, root, problems);
    known.set(folder, found);
    return found;
  };
  const selections = [...files.values()]
    .sort((a, b) => byCodeUnit(a.file, b.file))
    .map(({ file, root }) => describeSource(file, besideOf(dirname(file), root)));
  return { selections, claimed, problems };
}

interface Search {
  readonly kindOf: ModuleKinds;
  readonly problems: Problem[];
}

function findUnder(path: string, search: Search): { files: readonly string[]; root: string } {
  const stats = statsOf(path);
  if (typeof stats === 'string') return { files: [], root: path };
  if (stats.isFile()) {
    const isOne = path.endsWith('.json') || (path.endsWith('.mjs') && search.kindOf(path) === 'selection');
    return { files: isOne ? [path] : [], root: realpathSync(dirname(path)) };
  }
  if (!stats.isDirectory()) return { files: [], root: path };
  const root = realpathSync(path);
  return { files: findInFolder(path, { ...search, root }, MAX_LEVELS), root };
}

interface Walk extends Search {
  /** Root folder of the search; links that lead out of it are not followed. */
  readonly root: string;
}

function findInFolder(folder: string, walk: Walk, levels: number): string[] {
  const entries = listVisible(folder, walk.problems);
  const ending = (extension: string) =>
    entries
      .filter(
        (entry) => extname(entry.name) === extension && kindOfEntry(entry, folder, walk.root) === 'file',
      )
      .map(({ name }) => join(folder, name));
  const modules = ending('.mjs');
  const found = modules.filter((file) => walk.kindOf(file) === 'selection');
  const isProvider = found.length < modules.length;
  if (!isProvider) found.push(...chooseDocuments(folder, ending('.json'), found.length > 0));
  if (levels === 0) return found;
  const isEnd = found.length > 0 || isProvider;
  const below = entries.filter(
    (entry) =>
      (isEnd ? entry.name === HOME : !NO_SELECTIONS.has(entry.name)) &&
      kindOfEntry(entry, folder, walk.root) === 'folder',
  );
  return [...found, ...below.flatMap(({ name }) => findInFolder(join(folder, name), walk, levels - 1))];
}

/**
 * Chooses the JSON files that count as selections. JSON has many uses, so a file must be called `selection.json`, look
 * like a selection, or be the only JSON file in a folder where a selection is expected.
 */
function chooseDocuments(folder: string, documents: readonly string[], hasModules: boolean): string[] {
  const alike = documents.filter(looksLikeSelection);
  if (alike.length > 0 || hasModules || documents.length !== 1) return alike;
  return isHomeOf(folder) ? [...documents] : [];
}

function isHomeOf(folder: string): boolean {
  return basename(dirname(resolve(folder))) === HOME;
}

/** A file with this name is meant to be a selection, however broken; its reader reports what is wrong. */
const OWN_NAME = 'selection.json';
const CONTENTS = ['members', 'tools', 'skills', 'resources', 'prompts'];

function looksLikeSelection(file: string): boolean {
  if (basename(file) === OWN_NAME) return true;
  const text = peekFile(file, READING_LIMITS.maxBytes)?.toString('utf8');
  if (!text?.includes('"whenToUse"')) return false;
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return (
      isRecord(json) &&
      Object.hasOwn(json, 'whenToUse') &&
      CONTENTS.some((member) => Object.hasOwn(json, member))
    );
  } catch (error) {
    // The text is truncated or nested too deeply. It contains `whenToUse`, so the reader of selections should report
    // what is wrong.
    if (error instanceof SyntaxError || error instanceof RangeError) return true;
    throw error;
  }
}

/** The contents of the folder that holds a definition. */
interface Beside {
  readonly entries: readonly Dirent[];
  readonly skillFiles: readonly SelectionSkillFile[];
}

function lookBeside(folder: string, root: string, problems: Problem[]): Beside {
  const entries = readEntries(folder, problems);
  return { entries, skillFiles: findSkillFiles({ folder, entries, root, problems }) };
}

function describeSource(file: string, { entries, skillFiles }: Beside): SelectionSource {
  const folder = dirname(file);
  return { folder, file, ownsFolder: ownsFolder(file, folder, entries), skillFiles };
}

function ownsFolder(file: string, folder: string, entries: readonly Dirent[]): boolean {
  const base = basename(file, extname(file));
  if (base === 'selection' || base === basename(resolve(folder))) return true;
  const isOnly = entries.filter(({ name }) => name.endsWith('.json')).length === 1;
  return extname(file) === '.json' && isHomeOf(folder) && isOnly;
}

/** Finds `skills/*.mjs` and, one level deeper, `skills/<skill>/*.mjs`, where the island keeps its skills (spec 19). */
function findSkillFiles({
  folder,
  entries,
  root,
  problems,
}: {
  readonly folder: string;
  readonly entries: readonly Dirent[];
  readonly root: string;
  readonly problems: Problem[];
}): SelectionSkillFile[] {
  const holder = entries.find(({ name }) => name === 'skills');
  if (!holder) return [];
  const found: SelectionSkillFile[] = [];
  const visit = (entry: Dirent, parent: string, path: string, levels: number) => {
    const here = join(parent, entry.name);
    const kind = kindOfEntry(entry, parent, root);
    if (kind === 'folder' && levels > 0) {
      for (const inside of listVisible(here, problems)) {
        visit(inside, here, `${path}/${inside.name}`, levels - 1);
      }
    } else if (kind === 'file' && entry.name.endsWith('.mjs')) found.push({ path, file: here });
    else if (kind === 'other' && (path === 'skills' || entry.name.endsWith('.mjs'))) {
      problems.push(problem('SRC-008', { file: here }));
    }
  };
  visit(holder, folder, 'skills', 2);
  return found;
}

function listVisible(folder: string, problems: Problem[]): Dirent[] {
  return readEntries(folder, problems)
    .filter(({ name }) => !name.startsWith('_') && !name.startsWith('.'))
    .sort((a, b) => byCodeUnit(a.name, b.name));
}

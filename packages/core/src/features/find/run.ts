import { existsSync } from 'node:fs';
import {
  type AddressedTask,
  addressTasks,
  type CatalogueSchema,
  namesOf,
} from '../../catalogue/logic/catalogue.js';
import { type Engine, openSearch } from '../../catalogue/logic/search.js';
import { splitWords } from '../../catalogue/logic/word-search.js';
import {
  type Catalogue,
  type CatalogueOptions,
  placeOf,
  readCatalogue,
  readFolders,
  readIsland,
} from '../../catalogue/read-catalogue.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import { maskKeyForms } from '../../keys/logic/key-form-text.js';
import { exitCodeOf, fatal, problem } from '../../problems/error-codes.js';
import { type Problem, splitProblems } from '../../problems/problem.js';
import { loadSelection } from '../../target/load-selection.js';
import type { Target } from '../../target/logic/target.js';
import { resolveTargets } from '../../target/targets.js';
import { findUnknownTools } from '../../tasks/logic/task.js';
import { readTasks } from '../../tasks/read-tasks.js';
import { type FindabilityReport, reportFindability } from './logic/report.js';

export type { Engine };

export interface FindOptions extends CatalogueOptions {
  readonly text: string;
  readonly engine: Engine;
  /** Maximum number of results; flowmcp-cli never shows more than ten. */
  readonly limit: number;
}

export interface FoundTool {
  readonly tool: string;
  readonly description: string;
  readonly score: number;
  /** The words of the text that it has. */
  readonly matched: readonly string[];
}

export interface FindResult {
  readonly status: boolean;
  /** Best first. */
  readonly results: readonly FoundTool[];
  /** Number of tools in the catalogue. */
  readonly tools: number;
  readonly errors: readonly Problem[];
  /** About schemas that could not be read, so that their tools are not found. */
  readonly warnings: readonly Problem[];
}

/**
 * Finds tools by words. No model is asked, no request made and nothing written.
 *
 * @throws GradingError SRH-001 (no tools), SRH-003 (the search of flowmcp-cli breaks), SRH-004 (no word)
 */
export async function findTools({ text, engine, limit, ...where }: FindOptions): Promise<FindResult> {
  if (splitWords(text).length === 0) throw fatal('SRH-004');
  const { schemas, problems } = await readCatalogue(where);
  const items = schemas.flatMap((schema) => schema.items);
  const tools = items.filter(({ kind }) => kind === 'tool');
  const unread = schemas.flatMap((schema) => splitProblems(schema.problems).errors);
  const errors = [...splitProblems(problems).errors, ...(tools.length === 0 ? unread : [])];
  if (tools.length === 0 && errors.length === 0) throw fatal('SRH-001', undefined, { place: placeOf(where) });
  const search = await openSearch(engine, engine === 'words' ? tools : items);
  const found = search(text, limit);
  if ('breaksOn' in found) throw fatal('SRH-003', undefined, { word: JSON.stringify(found.breaksOn) });
  return {
    status: exitCodeOf(errors) === 0,
    results: found.hits.map(({ item: { address, description }, score, matched }) => ({
      ...{ tool: address, description: maskKeyForms(description), score, matched },
    })),
    tools: tools.length,
    errors,
    warnings: tools.length === 0 ? [] : unread.map(asWarning),
  };
}

export interface FindabilityOptions extends CatalogueOptions {
  /** Schema files or provider folders if one of them exists on the disk; otherwise names of the island. */
  readonly targets: readonly string[];
  /** All targets of the island. */
  readonly all?: boolean;
  /** A task file; default: the tests of the targets. */
  readonly tasks?: string | undefined;
  /** Share of tasks that have to find their tool, 0 to 1. */
  readonly minFound?: number | undefined;
}

export interface FindabilityResult {
  readonly status: boolean;
  /** null if nothing could be measured. */
  readonly report: FindabilityReport | null;
  /** Problems of targets and tasks, and SRH-002 below the bar. */
  readonly errors: readonly Problem[];
  /** About tests that are not tasks, and about other schemas of the catalogue, whose tools do not compete. */
  readonly warnings: readonly Problem[];
}

/**
 * Measures how well the tools of some targets are found by their tasks, among all tools of a catalogue: that of `in`, or
 * else the targets given as paths, or else the user's island. A schema of a target takes the place of the one with the
 * same id in the catalogue.
 *
 * @throws GradingError TRI-001 (no task)
 */
export async function measureFindability(options: FindabilityOptions): Promise<FindabilityResult> {
  const { targets, all = false, tasks: file, minFound } = options;
  const aimed = targets.some((path) => existsSync(path))
    ? await aimAtPaths(targets)
    : await aimAtIsland(targets, { ...options, all });
  const catalogue =
    options.in !== undefined || aimed.catalogue === null ? await readCatalogue(options) : aimed.catalogue;
  const own = new Map(aimed.schemas.map((schema) => [schema.schemaId, schema]));
  const others = catalogue.schemas.filter(({ schemaId }) => !own.has(schemaId));
  const problems = [
    ...aimed.problems,
    ...(options.in === undefined ? [] : catalogue.problems),
    ...aimed.schemas.flatMap((schema) => schema.problems),
  ];
  const found = file === undefined ? testTasks(aimed) : await fileTasks(file, aimed);
  const ofTargets = splitProblems(problems);
  const errors = [...ofTargets.errors, ...found.errors];
  const warnings = [
    ...ofTargets.warnings,
    ...found.warnings,
    ...others.flatMap((schema) => splitProblems(schema.problems).errors.map(asWarning)),
  ];
  if (found.tasks.length === 0) {
    if (errors.length > 0) return { status: false, report: null, errors, warnings };
    const reason =
      aimed.schemas.length === 0 ? 'the targets have no schemas' : 'the tools of the targets have no tests';
    throw fatal('TRI-001', undefined, {
      reason: file === undefined ? reason : 'every task of the file wants no tool',
    });
  }
  const items = [
    ...catalogue.schemas.flatMap((schema) => (own.get(schema.schemaId) ?? schema).items),
    ...aimed.schemas
      .filter(({ schemaId }) => !catalogue.schemas.some((one) => one.schemaId === schemaId))
      .flatMap((schema) => schema.items),
  ];
  const report = reportFindability(found.tasks, items);
  errors.push(...judgeShare(report, minFound));
  return { status: exitCodeOf(errors) === 0, report, errors, warnings };
}

/** What a command is pointed at: schemas, and perhaps only one tool of one of them. */
interface Aim {
  readonly schemas: readonly CatalogueSchema[];
  readonly hasTask: (task: AddressedTask) => boolean;
  /** The catalogue that was read for it; null if only parts of it were. */
  readonly catalogue: Catalogue | null;
  readonly problems: readonly Problem[];
}

async function aimAtPaths(paths: readonly string[]): Promise<Aim> {
  const catalogue = await readFolders(paths);
  const { schemas, problems } = catalogue;
  return { schemas, problems, catalogue, hasTask: () => true };
}

async function aimAtIsland(
  names: readonly string[],
  { all, openIsland, in: folder }: CatalogueOptions & { readonly all: boolean },
): Promise<Aim> {
  const island = openIsland();
  const { targets, problems } = await resolveTargets(island, names, { all });
  const parts = targets.flatMap((target) => partsOf(island, target));
  const namespaces = folder === undefined ? undefined : [...new Set(parts.map(({ namespace }) => namespace))];
  const catalogue = await readIsland(island, namespaces);
  const isIn = (schemaId: string, tool?: string) =>
    parts.some(
      (part) =>
        schemaId.startsWith(`${part.namespace}.`) &&
        (part.schemaId === undefined || part.schemaId === schemaId) &&
        (tool === undefined || part.tool === undefined || part.tool === tool),
    );
  const missing = parts.flatMap(({ schemaId, isMember }) =>
    isMember && !catalogue.schemas.some((schema) => schema.schemaId === schemaId)
      ? problem('TGT-001', undefined, {
          target: String(schemaId),
          suggestion: 'It is a member of the selection; import its provider folder.',
        })
      : [],
  );
  return {
    schemas: catalogue.schemas.filter(({ schemaId }) => isIn(schemaId)),
    hasTask: ({ id, tool }) => isIn(id.slice(0, id.lastIndexOf(`.${String(tool)}#`)), String(tool)),
    catalogue: folder === undefined ? catalogue : null,
    problems: [...problems, ...missing],
  };
}

interface Part {
  readonly namespace: string;
  readonly schemaId?: string | undefined;
  readonly tool?: string | undefined;
  /** Whether it is a member of a selection. */
  readonly isMember: boolean;
}

function partsOf(island: Island, { flow, id, scope }: Target): Part[] {
  if (flow === 'provider') {
    const schemaId = scope.schema === undefined ? undefined : `${id}.${scope.schema}`;
    return [{ namespace: id, schemaId, tool: scope.tool, isMember: false }];
  }
  const members = loadSelection(island, id)?.definition.members ?? [];
  return members.map(({ schemaId }) => ({ namespace: splitId(schemaId)[0], schemaId, isMember: true }));
}

interface FoundTasks {
  readonly tasks: readonly AddressedTask[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

function testTasks({ schemas, hasTask }: Aim): FoundTasks {
  return { tasks: schemas.flatMap(({ tasks }) => tasks).filter(hasTask), errors: [], warnings: [] };
}

/** Nothing is measured if a line is bad or a tool unknown: a share of the others would look like all of them. */
async function fileTasks(file: string, { schemas }: Aim): Promise<FoundTasks> {
  const { records, problems } = await readTasks(file);
  const items = schemas.flatMap((schema) => schema.items);
  const errors = [...problems, ...findUnknownTools(records, new Set(namesOf(items).keys()))];
  if (errors.length > 0) return { tasks: [], errors, warnings: [] };
  const count = records.filter(({ tool }) => tool === null).length;
  return {
    tasks: addressTasks(records, items).filter(({ wanted }) => wanted.length > 0),
    errors: [],
    warnings: count > 0 ? [problem('SRH-005', { file }, { count })] : [],
  };
}

function judgeShare({ summary: { found, tasks } }: FindabilityReport, bar: number | undefined): Problem[] {
  if (bar === undefined) return [];
  // 0.07 · 100 is a little more than 7.
  const wanted = Math.ceil(bar * tasks - 1e-9);
  return found < wanted ? [problem('SRH-002', undefined, { found, tasks, wanted, bar })] : [];
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: 'warning' };
}

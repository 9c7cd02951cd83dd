import type { ZodType } from 'zod';
import { listSnapshots } from '../../island/list-namespace.js';
import { isSafeName, toolFolderName } from '../../island/logic/names.js';
import { FILE_NAMES, listFolder, SHARED_LISTS } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { schemaFacts, testRecord } from '../../spec/facts.js';
import { parseText } from './parse-text.js';
import {
  type BoundFacts,
  type CheckFile,
  expectFile,
  pathIn,
  type SummarisedTool,
  type TargetView,
} from './target-view.js';

/** Checks one executed test. */
export const checkTestRecord: CheckFile = (view, { path, place, text }) => {
  const file = pathIn(view, path);
  const record = readFacts(view, { file, text, shape: testRecord });
  if (!record) return;
  const { tool, schemaHash, fileSha256, working } = record;
  view.tally.add('facts', differs(file, 'tool', toolFolderName(tool), place.tool));
  view.facts.push({ file, schema: place.schema ?? '', schemaHash, fileSha256, working });
};

/**
 * Checks the place of a summary with the pretest's facts about a schema. Later, checkFacts compares the summary with
 * the tested content and with its records.
 */
export const checkSummary: CheckFile = (view, { path, place, text }) => {
  const file = pathIn(view, path);
  const summary = readFacts(view, { file, text, shape: schemaFacts });
  if (!summary) return;
  const { namespace, schema, schemaHash, fileSha256, tools, checkedAt, lists = {} } = summary;
  view.tally.add('facts', [
    ...differs(file, 'namespace', namespace, place.id),
    ...differs(file, 'schema', schema, place.schema),
  ]);
  const told = Object.entries(tools).map(([tool, { working, bar, status, records }]) => ({
    ...{ tool, working, bar, isOk: status === 'ok' },
    records: records.map((record) => pathIn(view, `${place.schema}/${record}`)),
  }));
  view.facts.push({ file, schema: place.schema ?? '', schemaHash, fileSha256, tools: told, lists });
  for (const { tool, records } of told) {
    for (const ref of records) expectFile(view, ref, { file, path: `/tools/${tool}/records` });
  }
  if (checkedAt > view.factsAt) view.factsAt = checkedAt;
};

/** Counts the file as checked; null if it cannot be read (VFY-040). */
function readFacts<T>(
  { tally }: TargetView,
  { file, text, shape }: { readonly file: string; readonly text: string; readonly shape: ZodType<T> },
): T | null {
  tally.check('facts');
  const parsed = parseText(text, shape);
  if ('value' in parsed) return parsed.value;
  tally.add('facts', problem('VFY-040', { file }, parsed));
  return null;
}

function differs(file: string, field: string, found: string, expected = ''): Problem[] {
  return found === expected
    ? []
    : [problem('VFY-042', { file, path: `/${field}` }, { field, found, expected })];
}

/**
 * Reports facts about missing content or missing lists, summaries that claim more than their records show, and records
 * without a summary.
 */
export function checkFacts(view: TargetView): void {
  const { facts, files, folder, tally } = view;
  const isWorking = new Map(facts.map(({ file, working }) => [file, working]));
  const isUntold = (schema: string) => !files.has(`${schema}/summary.json`);
  const untold = new Set(facts.map(({ schema }) => schema).filter(isUntold));
  tally.add('facts', [
    ...facts.flatMap((one) => checkContent(view, one)),
    ...facts.flatMap((one) => checkLists(view, one)),
    ...facts.flatMap(({ file, tools = [] }) => tools.flatMap((tool) => checkCount(file, tool, isWorking))),
    ...(view.island.book.spec.stageOneEntries ? facts.flatMap((one) => checkGraded(view, one)) : []),
    ...[...untold].map((schema) =>
      problem('VFY-044', { file: pathIn(view, `${schema}/summary.json`) }, { target: folder }),
    ),
  ]);
}

/** Reports tools that were tested and never graded, not even by code (spec 19, Conformance). */
function checkGraded({ files, folder }: TargetView, { file, schema, tools = [] }: BoundFacts): Problem[] {
  const isGraded = (node: string) => {
    const gradings = `${node}/${FILE_NAMES.gradings}/`;
    return [...files.keys()].some((path) => path.startsWith(gradings));
  };
  if (isGraded(schema)) return [];
  return tools
    .filter(({ tool, isOk }) => isOk && !isGraded(`${schema}/tools/${toolFolderName(tool)}`))
    .map(({ tool }) =>
      problem('VFY-133', { file, path: `/tools/${tool}` }, { tool, schema, target: folder }),
    );
}

function checkContent(view: TargetView, { file, schema, schemaHash, fileSha256 }: BoundFacts): Problem[] {
  const snapshots = view.snapshots.get(`${schema}/schema`) ?? [];
  const ofHash = snapshots.filter(({ hash }) => hash === schemaHash);
  if (ofHash.some(({ sha256 }) => sha256 === fileSha256)) return [];
  const wrong =
    ofHash.length === 0
      ? { field: 'schemaHash', found: schemaHash }
      : { field: 'fileSha256', found: fileSha256 };
  return [problem('VFY-041', { file, path: `/${wrong.field}` }, { schema, ...wrong })];
}

/**
 * Reports lists that tests used but that are no longer stored. Each list is stored with its provider; earlier versions
 * stored the lists of all providers together.
 */
function checkLists(view: TargetView, { file, lists = {} }: BoundFacts): Problem[] {
  return Object.entries(lists).flatMap(([key, found]) => {
    const name = key.slice(0, key.lastIndexOf('@'));
    const own = view.snapshots.get(`_lists/${name}`) ?? [];
    const isKept =
      own.some(({ hash }) => hash === found) ||
      (isSafeName(name) &&
        listSnapshots(view.island, listFolder(SHARED_LISTS, name), name).some(({ hash }) => hash === found));
    if (isKept) return [];
    const where = { file, path: `/lists/${key}` };
    return [problem('VFY-041', where, { schema: `the list ${name}`, field: 'hash', found })];
  });
}

/**
 * A summary may count fewer tests than its records show: tests with the same parameter values count once (decision
 * 0017).
 */
function checkCount(
  file: string,
  { tool, working, bar, isOk, records }: SummarisedTool,
  isWorking: ReadonlyMap<string, boolean | undefined>,
): Problem[] {
  // Missing or unreadable records are reported elsewhere.
  if (!records.every((record) => isWorking.has(record))) return [];
  const found = records.filter((record) => isWorking.get(record)).length;
  if (working <= found && (!isOk || working >= bar)) return [];
  return [problem('VFY-043', { file, path: `/tools/${tool}` }, { working, bar, found })];
}

import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listNamespaces, listSchemas, listSelections } from '../island/list-namespace.js';
import { formatTestName, parseTestName } from '../island/logic/names.js';
import { namespaceFolder, testsFolder } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { nearestNames } from '../values/nearest-names.js';
import { findPrintedParts, type PrintedPart } from './logic/printed-parts.js';
import { namespaceTarget, selectionTarget, type Target } from './logic/target.js';

export interface ResolvedTargets {
  readonly targets: readonly Target[];
  readonly problems: readonly Problem[];
}

/** A target as a user types it, or one that has been resolved. */
export type NamedTarget = string | Target;

/** Maximum number of namespaces that a message names. */
const NAMED = 3;
/** Maximum number of provider folders that a message names; the others are only counted. */
const FOLDERS_NAMED = 5;

/**
 * Resolves names given by a user to targets of the island: a namespace, `providers/<namespace>`,
 * `<namespace>/<schema>`, `<namespace>/tool/<tool>`, a test of a tool as it was recorded
 * (`<namespace>/tool/<tool>/tests/<N>`), `<namespace>/` before the id of a node or a prompt, a selection, `selections/<selection>`, or a provider folder on
 * disk whose namespace is imported. With `all`, namespaces come first, because selections depend on them.
 *
 * @param tests whether the command takes a single test
 * @param elsewhere what to do about a name that nothing comes near, for whoever cannot name a folder: nothing outside the
 *   island is looked at then
 * @returns the targets, and problems: TGT-001 (unknown, with the nearest names), TGT-002 (several meanings), TGT-003
 *   (no target named), TGT-004 (nothing imported yet), TGT-008 (a single test), TGT-010 (a node that cannot be named
 *   alone), TGT-011 (a node without its namespace)
 */
export async function resolveTargets(
  island: Island,
  names: readonly NamedTarget[],
  { all = false, tests = false, elsewhere }: { all?: boolean; tests?: boolean; elsewhere?: string } = {},
): Promise<ResolvedTargets> {
  const known: Known = {
    ...{ namespaces: listNamespaces(island), selections: listSelections(island), elsewhere },
  };
  if (all) {
    const targets = [
      ...known.namespaces.map((one) => namespaceTarget(one)),
      ...known.selections.map(selectionTarget),
    ];
    return { targets, problems: targets.length === 0 ? [problem('TGT-004')] : [] };
  }
  if (names.length === 0) return { targets: [], problems: [problem('TGT-003')] };
  const resolved = await Promise.all(
    names.map((name) => (typeof name === 'string' ? resolveTarget(island, name, known) : { target: name })),
  );
  const found = tests ? resolved : resolved.map(refuseTest);
  return {
    targets: unique(found.flatMap((result) => ('target' in result ? [result.target] : []))),
    problems: found.flatMap((result) => ('problem' in result ? [result.problem] : [])),
  };
}

type Resolution = { readonly target: Target } | { readonly problem: Problem };

interface Known {
  readonly namespaces: readonly string[];
  readonly selections: readonly string[];
  readonly elsewhere: string | undefined;
}

/** Nothing else about a tool depends on one of its tests alone. */
function refuseTest(found: Resolution): Resolution {
  if (!('target' in found) || found.target.scope.test === undefined) return found;
  const { target } = found;
  return { problem: problem('TGT-008', undefined, { target: target.name, tool: toolOfTest(target) }) };
}

function toolOfTest({ id, scope: { test: _, ...tool } }: Target): string {
  return namespaceTarget(id, tool).name;
}

/**
 * Refuses options that choose among nodes or questions for a target that is one recorded test and has none: they would
 * be ignored.
 *
 * @param given the options that a user has set, as typed
 * @returns TGT-009 for the first of them; null if the target takes all of them
 */
export function refuseIdleOptions(target: Target, given: readonly string[]): Problem | null {
  const [option] = target.scope.test === undefined ? [] : given;
  if (option === undefined) return null;
  return problem('TGT-009', undefined, { option, target: target.name, tool: toolOfTest(target) });
}

async function resolveTarget(island: Island, name: string, known: Known): Promise<Resolution> {
  const written = name.replace(/\/+$/, '');
  const selectionId = written.replace(/^selections\//, '');
  if (known.selections.includes(selectionId)) {
    if (written !== selectionId || !known.namespaces.includes(written)) {
      return { target: selectionTarget(selectionId) };
    }
    const candidates = `providers/${written}, selections/${written}`;
    return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
  }
  const selection = known.selections.find((id) => selectionId.startsWith(`${id}/`));
  const isNamespace = written === selectionId && known.namespaces.includes(selection ?? '');
  if (selection !== undefined && !isNamespace) {
    const rest = selectionId.slice(selection.length + 1);
    const printed = resolvePrinted(island, { name, rest, target: selectionTarget(selection) });
    if (printed) return printed;
  }
  return resolveNamespace(island, name, known);
}

async function resolveNamespace(island: Island, name: string, known: Known): Promise<Resolution> {
  const { namespaces } = known;
  const parts = name
    .replace(/\/+$/, '')
    .replace(/^providers\//, '')
    .split('/');
  const [namespace = '', second, third] = parts;
  if (namespaces.includes(namespace) && !name.startsWith('/')) {
    if (parts.length === 1) return { target: namespaceTarget(namespace) };
    // A tool's name may contain slashes.
    const rest = parts.slice(1).join('/');
    if (second === 'tool' && third !== undefined) {
      return resolveTest(island, { name, namespace, tool: parts.slice(2).join('/') }, known);
    }
    const named = { name, namespace, schema: second ?? '' };
    const schema = parts.length === 2 && second ? resolveSchema(island, named, known) : null;
    if (schema && 'target' in schema) return schema;
    const part = resolvePrinted(island, { name, rest, target: namespaceTarget(namespace) }) ?? schema;
    if (part) return part;
  }
  const found = known.elsewhere === undefined ? await resolveFolder(name, known) : null;
  return found ?? unknownTarget(island, name, known);
}

/** A part of a target, by a name that a command printed; null if it has no such part. */
function resolvePrinted(
  island: Island,
  { name, rest, target }: { name: string; rest: string; target: Target },
): Resolution | null {
  const parts = findParts(island, target, rest);
  const [only] = parts;
  if (!only) return null;
  if (only.scope === null) {
    const args = { target: name, whole: target.name, node: only.node };
    return { problem: problem('TGT-010', undefined, args) };
  }
  const targets = parts.map(({ scope }) => namespaceTarget(target.id, scope ?? {}));
  if (targets.length === 1) return { target: namespaceTarget(target.id, only.scope) };
  const candidates = targets.map((one) => one.name.replace('providers/', '')).join(', ');
  return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
}

function findParts(island: Island, { flow, folder }: Target, printed: string): PrintedPart[] {
  const index = flow === 'provider' ? readNamespaceIndex(island, folder) : readSelectionIndex(island, folder);
  return index ? findPrintedParts(index, printed) : [];
}

/** The first namespaces that have a part of this name; the search reads the index of every namespace. */
function namespacesWith(island: Island, printed: string, namespaces: readonly string[]): string[] {
  if (!/^[\w-]+[./]./.test(printed)) return [];
  const found: string[] = [];
  for (const namespace of namespaces) {
    if (found.length === NAMED) break;
    if (hasPart(island, namespaceTarget(namespace), printed)) found.push(namespace);
  }
  return found;
}

function hasPart(island: Island, target: Target, printed: string): boolean {
  try {
    return findParts(island, target, printed).length > 0;
  } catch (error) {
    // Nobody named this namespace: commands that do report its damaged index.
    if (!(error instanceof GradingError)) throw error;
    return false;
  }
}

function resolveSchema(
  island: Island,
  { name, namespace, schema }: { name: string; namespace: string; schema: string },
  known: Known,
): Resolution {
  const stored = listSchemas(island, namespace);
  // The index also has schemas without a folder: those whose file never passed the gate.
  const schemas = stored.includes(schema) ? stored : [...stored, ...recordedSchemas(island, namespace)];
  if (!schemas.includes(schema)) {
    const tools = toolsOf(island, namespace).map(({ tool }) => tool);
    const nearTools = nearest(schema, tools, `${namespace}/tool/`);
    const near = [...nearest(schema, schemas, `${namespace}/`), ...nearTools];
    return unknown(name, tools.includes(schema) ? nearTools.slice(0, 1) : near, known);
  }
  return { target: namespaceTarget(namespace, { schema }) };
}

function recordedSchemas(island: Island, namespace: string): string[] {
  const index = readNamespaceIndex(island, namespaceFolder(namespace));
  return Object.entries(index?.schemas ?? {}).flatMap(([schema, { snapshot }]) => (snapshot ? [] : [schema]));
}

/** `<tool>/tests/<N>` is a record of the tool, unless a tool has this very name. */
function resolveTest(
  island: Island,
  { name, namespace, tool }: { name: string; namespace: string; tool: string },
  known: Known,
): Resolution {
  const found = resolveTool(island, { name, namespace, tool }, known);
  const [, owner, number] = /^(.+)\/tests\/([1-9]\d{0,8})$/s.exec(tool) ?? [];
  if (owner === undefined || !('problem' in found) || found.problem.code !== 'TGT-001') return found;
  const owned = resolveTool(island, { name, namespace, tool: owner }, known);
  if (!('target' in owned)) return owned;
  const { scope } = owned.target;
  const test = Number(number);
  const folder = testsFolder(namespace, scope.schema ?? '', scope.tool ?? '');
  if (island.kind(`${folder}/${formatTestName(test)}`) === 'file') {
    return { target: namespaceTarget(namespace, { ...scope, test }) };
  }
  const numbers = island.listFiles(folder).flatMap((file) => parseTestName(file) ?? []);
  const suggestion =
    numbers.length === 0
      ? `The tool has no records; a run tests it: flowmcp grading emit ${owned.target.name}`
      : `The newest record of the tool is ${Math.max(...numbers)}.`;
  return { problem: problem('TGT-001', undefined, { target: name, suggestion }) };
}

function resolveTool(
  island: Island,
  { name, namespace, tool }: { name: string; namespace: string; tool: string },
  known: Known,
): Resolution {
  const tools = toolsOf(island, namespace);
  const matching = tools.filter((found) => found.tool === tool || `${found.schema}.${found.tool}` === tool);
  const [only] = matching;
  if (!only) {
    const names = tools.map((found) => found.tool);
    return unknown(name, nearest(tool, names, `${namespace}/tool/`), known);
  }
  if (matching.length > 1) {
    const candidates = matching.map((found) => `${namespace}/tool/${found.schema}.${found.tool}`).join(', ');
    return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
  }
  return { target: namespaceTarget(namespace, only) };
}

function toolsOf(island: Island, namespace: string): { schema: string; tool: string }[] {
  const index = readNamespaceIndex(island, namespaceFolder(namespace));
  return Object.entries(index?.schemas ?? {}).flatMap(([schema, { tools }]) =>
    Object.keys(tools).map((tool) => ({ schema, tool })),
  );
}

/**
 * A provider folder on disk stands for the namespace that its schemas declare; a folder of provider folders stands for
 * none.
 *
 * @returns null if it is not a provider folder
 */
async function resolveFolder(name: string, { namespaces }: Known): Promise<Resolution | null> {
  // Loaded only here, because a target that is given by its namespace needs no parser.
  const { findSchemaFiles } = await import('../sources/find-files.js');
  const { groups } = findSchemaFiles([name]);
  if (groups.length > 1) {
    const shown = groups.slice(0, FOLDERS_NAMED).map(({ folder }) => folder);
    const left = groups.length - shown.length;
    const candidates = [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
    return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
  }
  const [group] = groups;
  const [file] = group?.folder ? group.files : [];
  if (file === undefined) return null;
  const { readSchemaFile } = await import('../sources/read-schema-file.js');
  const { value } = readSchemaFile(file).reading;
  const namespace = declaredNamespace(value);
  if (namespace !== null && namespaces.includes(namespace)) return { target: namespaceTarget(namespace) };
  const suggestion = `The folder is not imported yet: flowmcp grading import ${name}`;
  return { problem: problem('TGT-001', undefined, { target: name, suggestion }) };
}

function unknownTarget(island: Island, name: string, known: Known): Resolution {
  const { namespaces, selections } = known;
  const owners = namespacesWith(island, name, namespaces);
  if (owners.length > 0) {
    const candidates = owners.map((owner) => `${owner}/${name}`).join(' or ');
    return { problem: problem('TGT-011', undefined, { target: name, candidates }) };
  }
  const wanted = basename(name);
  const near = /^selections\//.test(name)
    ? nearest(wanted, selections, 'selections/')
    : nearest(wanted, [...namespaces, ...selections], '');
  return unknown(name, near, known);
}

/** The namespace that a module's `main` or selection names, whatever its shape. */
export function declaredNamespace(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('namespace' in value)) return null;
  return typeof value.namespace === 'string' ? value.namespace : null;
}

function nearest(wanted: string, names: readonly string[], prefix: string): string[] {
  return nearestNames(wanted, [...new Set(names)]).map((name) => `${prefix}${name}`);
}

function unknown(target: string, near: readonly string[], { elsewhere = ELSEWHERE }: Known): Resolution {
  const suggestion = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : elsewhere;
  return { problem: problem('TGT-001', undefined, { target, suggestion }) };
}

const ELSEWHERE =
  'See what is there with "flowmcp grading state --all", or import it: flowmcp grading import <provider folder>';

function unique(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.name, target])).values()];
}

/**
 * Runs an operation for each target in turn. A target with a problem does not affect the others; any other exception is
 * a bug and ends all of them.
 *
 * @param errors receives the problems of failed targets
 * @returns the results of the others, in order
 */
export async function eachTarget<T, R>(
  targets: readonly T[],
  errors: Problem[],
  work: (target: T, at: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [at, target] of targets.entries()) {
    // Reading is synchronous: without a pause, no signal would be handled before the last target.
    if (at > 0) await nextTurn();
    try {
      results.push(await work(target, at));
    } catch (error) {
      if (!(error instanceof GradingError)) throw error;
      errors.push(error.problem);
    }
  }
  return results;
}

export interface NamedTargets {
  readonly island: Island;
  readonly targets: readonly NamedTarget[];
  /** Whether to take all targets of the island, no matter which ones are named. */
  readonly all?: boolean;
}

/** Runs an operation for each target that a user names; the results have the form that use cases return. */
export async function eachNamedTarget<R>(
  { island, targets, all = false, tests = false }: NamedTargets & { readonly tests?: boolean },
  work: (target: Target) => R | Promise<R>,
): Promise<{ readonly status: boolean; readonly results: R[]; readonly errors: readonly Problem[] }> {
  const resolved = await resolveTargets(island, targets, { all, tests });
  const errors: Problem[] = [...resolved.problems];
  const results = await eachTarget(resolved.targets, errors, work);
  return { status: errors.length === 0, results, errors };
}

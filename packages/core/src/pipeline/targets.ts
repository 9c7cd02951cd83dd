import { basename } from 'node:path';
import { findSchemaFiles } from '../adapters/schema-source/find-files.js';
import type { Scope } from '../engine/subjects.js';
import { readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listNamespaces, listSchemas } from '../island/list-namespace.js';
import { namespaceFolder } from '../island/paths.js';
import type { Problem } from '../model/problem.js';
import { problem } from '../tables/error-codes.js';

/** A target that lies in the island. */
export interface Target {
  /** `providers/<namespace>`, as it can be typed again. */
  readonly name: string;
  readonly namespace: string;
  readonly scope: Scope;
}

export interface ResolvedTargets {
  readonly targets: readonly Target[];
  readonly problems: readonly Problem[];
}

/** Provider folders named in a message before the rest is only counted. */
const FOLDERS_NAMED = 5;

/**
 * Turns what a user names into targets of the island: a namespace, `providers/<namespace>`, `<namespace>/<schema>`,
 * `<namespace>/tool/<tool>`, or a provider folder on disk whose namespace is imported.
 *
 * @returns problems TGT-001 (unknown, with the nearest names), TGT-002 (several meanings), TGT-003, TGT-004
 */
export async function resolveTargets(
  island: Island,
  names: readonly string[],
  { all = false }: { all?: boolean } = {},
): Promise<ResolvedTargets> {
  const namespaces = listNamespaces(island);
  if (all) {
    const problems = namespaces.length === 0 ? [problem('TGT-004')] : [];
    return { targets: namespaces.map((namespace) => wholeNamespace(namespace)), problems };
  }
  if (names.length === 0) return { targets: [], problems: [problem('TGT-003')] };
  const found = await Promise.all(names.map((name) => resolveTarget(island, name, namespaces)));
  return {
    targets: unique(found.flatMap((result) => ('target' in result ? [result.target] : []))),
    problems: found.flatMap((result) => ('problem' in result ? [result.problem] : [])),
  };
}

type Resolution = { readonly target: Target } | { readonly problem: Problem };

async function resolveTarget(
  island: Island,
  name: string,
  namespaces: readonly string[],
): Promise<Resolution> {
  const parts = name
    .replace(/\/+$/, '')
    .replace(/^providers\//, '')
    .split('/');
  const [namespace = '', second, third] = parts;
  if (namespaces.includes(namespace) && !name.startsWith('/')) {
    if (parts.length === 1) return { target: wholeNamespace(namespace) };
    if (parts.length === 2 && second) return resolveSchema(island, name, namespace, second);
    // A tool's name may hold slashes of its own.
    if (second === 'tool' && third !== undefined) {
      return resolveTool(island, name, namespace, parts.slice(2).join('/'));
    }
  }
  return resolveFolder(name, namespaces);
}

function resolveSchema(island: Island, name: string, namespace: string, schema: string): Resolution {
  const schemas = listSchemas(island, namespace);
  if (!schemas.includes(schema)) return unknown(name, schema, schemas, `${namespace}/`);
  return { target: { name: `providers/${namespace}/${schema}`, namespace, scope: { schema } } };
}

function resolveTool(island: Island, name: string, namespace: string, tool: string): Resolution {
  const index = readNamespaceIndex(island, namespaceFolder(namespace));
  const tools = Object.entries(index?.schemas ?? {}).flatMap(([schema, node]) =>
    Object.keys(node.tools).map((id) => ({ schema, tool: id })),
  );
  const matching = tools.filter((found) => found.tool === tool || `${found.schema}.${found.tool}` === tool);
  const [only] = matching;
  if (!only)
    return unknown(
      name,
      tool,
      tools.map((found) => found.tool),
      `${namespace}/tool/`,
    );
  if (matching.length > 1) {
    const candidates = matching.map((found) => `${namespace}/tool/${found.schema}.${found.tool}`).join(', ');
    return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
  }
  return {
    target: { name: `providers/${namespace}/tool/${only.schema}.${only.tool}`, namespace, scope: only },
  };
}

/** A provider folder on disk stands for the namespace its schemas declare; a folder of them for none. */
async function resolveFolder(name: string, namespaces: readonly string[]): Promise<Resolution> {
  const { groups } = findSchemaFiles([name]);
  if (groups.length > 1) {
    const shown = groups.slice(0, FOLDERS_NAMED).map(({ folder }) => folder);
    const left = groups.length - shown.length;
    const candidates = [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
    return { problem: problem('TGT-002', undefined, { target: name, candidates }) };
  }
  const [group] = groups;
  const [file] = group?.folder ? group.files : [];
  if (file !== undefined) {
    // Loaded here: a target that is named by its namespace costs no parser.
    const { readSchemaFile } = await import('../adapters/schema-source/read-schema-file.js');
    const { value } = readSchemaFile(file).reading;
    const namespace = declaredNamespace(value);
    if (namespace !== null && namespaces.includes(namespace)) return { target: wholeNamespace(namespace) };
    const suggestion = `The folder is not imported yet: flowmcp grading import ${name}`;
    return { problem: problem('TGT-001', undefined, { target: name, suggestion }) };
  }
  return unknown(name, basename(name), namespaces, '');
}

function declaredNamespace(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('namespace' in value)) return null;
  return typeof value.namespace === 'string' ? value.namespace : null;
}

function wholeNamespace(namespace: string): Target {
  return { name: `providers/${namespace}`, namespace, scope: {} };
}

function unknown(target: string, wanted: string, known: readonly string[], prefix: string): Resolution {
  const near = [...known]
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => `${prefix}${name}`);
  const suggestion =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : 'See what is there with "flowmcp grading state --all", or import it: flowmcp grading import <provider folder>';
  return { problem: problem('TGT-001', undefined, { target, suggestion }) };
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function unique(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.name, target])).values()];
}

import { fatal } from '../../problems/error-codes.js';
import { isDeviceName, isSafeName, toolFolderName } from './names.js';

/**
 * The only place that knows the paths in an island (spec 19). All paths are relative to the island and are written with
 * `/`. `names.ts` defines what the names in them look like.
 */

const NAMESPACE = /^[a-z][a-z0-9-]{0,127}$/;

function safe(name: string, what: string): string {
  if (!isSafeName(name)) throw fatal('ISL-003', undefined, { what, found: name });
  return name;
}

export function isNamespaceName(name: string): boolean {
  return NAMESPACE.test(name) && !isDeviceName(name);
}

export function namespaceFolder(namespace: string): string {
  if (!isNamespaceName(namespace)) throw fatal('ISL-003', undefined, { what: 'namespace', found: namespace });
  return `providers/${namespace}`;
}

export function schemaFolder(namespace: string, schema: string): string {
  return `${namespaceFolder(namespace)}/${safe(schema, 'schema')}`;
}

export function snapshotFolder(namespace: string, schema: string): string {
  return `${schemaFolder(namespace, schema)}/schema`;
}

function toolFolder(namespace: string, schema: string, tool: string): string {
  return `${schemaFolder(namespace, schema)}/tools/${safe(toolFolderName(tool), 'tool')}`;
}

export function testsFolder(namespace: string, schema: string, tool: string): string {
  return `${toolFolder(namespace, schema, tool)}/tests`;
}

export function aboutFolder(namespace: string, schema: string): string {
  return `${schemaFolder(namespace, schema)}/resources/about`;
}

export function aboutName(namespace: string): string {
  return `${namespace}-about`;
}

export function skillFolder(namespace: string, schema: string, skill: string): string {
  return `${skillsFolder(namespace, schema)}/${safe(skill, 'skill')}`;
}

export function skillsFolder(namespace: string, schema: string): string {
  return `${schemaFolder(namespace, schema)}/skills`;
}

export function factsFile(namespace: string, schema: string): string {
  return `${schemaFolder(namespace, schema)}/summary.json`;
}

const SELECTION = /^[a-z0-9][a-z0-9-]{0,127}$/;

/** `[a-z0-9-]+` (spec 16); a leading `-` would look like an option. */
export function isSelectionName(name: string): boolean {
  return SELECTION.test(name) && !isDeviceName(name);
}

export function selectionFolder(selectionId: string): string {
  if (!isSelectionName(selectionId)) {
    throw fatal('ISL-003', undefined, { what: 'selection', found: selectionId });
  }
  return `selections/${selectionId}`;
}

/** Folder of the snapshots of a selection's definition. */
export function definitionFolder(selectionId: string): string {
  return `${selectionFolder(selectionId)}/selection`;
}

export function selectionAboutFolder(selectionId: string): string {
  return `${selectionFolder(selectionId)}/resources/about`;
}

export function selectionSkillFolder(selectionId: string, skill: string): string {
  return `${selectionFolder(selectionId)}/skills/${safe(skill, 'skill')}`;
}

/** Folder of the lists that versions before decision 0075 wrote for all providers. Nothing is added to it any more. */
export const SHARED_LISTS = 'shared-lists';

/** Folder of the lists that are imported with a provider. */
export function providerLists(namespace: string): string {
  return `${namespaceFolder(namespace)}/_lists`;
}

/** Folder of the snapshots of a list. */
export function listFolder(lists: string, list: string): string {
  return `${lists}/${safe(list, 'shared list')}`;
}

/** Folder of all trials, beside the targets: within one it would be a stray. */
export const TRIALS = 'trials';

/** Folder of the trials of a target of the island. */
export function trialsFolder({ folder }: { readonly folder: string }): string {
  return `${TRIALS}/${folder}`;
}

/** Folder of the trials of an MCP server. */
export function serverTrialsFolder(slug: string): string {
  return `${TRIALS}/servers/${safe(slug, 'server')}`;
}

/** Files that a run or a rebuild keeps in the folder of a namespace or selection. */
export const FILE_NAMES = {
  index: 'index.json',
  lockSnapshot: 'lock-snapshot.json',
  prompts: 'prompts.json',
  emitSkill: 'skill.md',
  state: 'state.json',
  scores: 'scores',
  evaluations: 'evaluations',
  gradings: '_gradings',
  audit: 'audit.jsonl',
} as const;

/** File at the root that names the island's rules; absent for the default ones. */
export const RULES_FILE = 'rules.json';

/** Folder at the root for what follows from other files and may be deleted at any time. */
export const CACHE = '.cache';

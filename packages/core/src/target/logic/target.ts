import { namespaceFolder, selectionFolder } from '../../island/logic/paths.js';

/** The part to which a command limits a target; empty if the command names the whole target. */
export interface Scope {
  readonly schema?: string;
  /** Several schemas, for a run that is emitted first because a selection needs it (`--chain`). */
  readonly schemas?: readonly string[];
  readonly tool?: string;
  /** Number of a record of the tool (`test-N.json`); only for the commands that take one test. */
  readonly test?: number;
}

interface AnyTarget {
  /** In a form that can be typed into a command. */
  readonly name: string;
  /** Folder of its index, relative to the island. */
  readonly folder: string;
  /** The namespace, or the id of the selection. */
  readonly id: string;
  /** Always empty for a selection. */
  readonly scope: Scope;
}

/** A namespace of the island, or a part of it. */
export interface NamespaceTarget extends AnyTarget {
  readonly flow: 'provider';
  readonly tier: 'autonomous';
}

/** A selection of the island. */
export interface SelectionTarget extends AnyTarget {
  readonly flow: 'selection';
  readonly tier: 'group-bound';
}

/** A target in the island. */
export type Target = NamespaceTarget | SelectionTarget;

export function namespaceTarget(namespace: string, scope: Scope = {}): NamespaceTarget {
  const folder = namespaceFolder(namespace);
  const name = `${folder}${nameOfPart(scope)}`;
  return { flow: 'provider', tier: 'autonomous', name, folder, id: namespace, scope };
}

function nameOfPart({ schema, tool, test }: Scope): string {
  if (schema === undefined) return '';
  if (tool === undefined) return `/${schema}`;
  return `/tool/${schema}.${tool}${test === undefined ? '' : `/tests/${test}`}`;
}

export function selectionTarget(selectionId: string): SelectionTarget {
  const folder = selectionFolder(selectionId);
  return { flow: 'selection', tier: 'group-bound', name: folder, folder, id: selectionId, scope: {} };
}

export function isWhole({ scope }: Target): boolean {
  return Object.keys(scope).length === 0;
}

/** The whole targets to which the given ones belong, each only once: parts of one namespace share an index. */
export function wholeTargets(targets: readonly Target[]): Target[] {
  const whole = targets.map((target): Target => ({ ...target, name: target.folder, scope: {} }));
  return [...new Map(whole.map((target) => [target.folder, target])).values()];
}

import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { nodesOf } from './build-index.js';
import type { Scope } from './target.js';

/** A part of a target, found by a name that a command printed. */
export interface PrintedPart {
  /** Id in the index. */
  readonly node: string;
  /** Null if the node has no scope of its own, such as an About. */
  readonly scope: Scope | null;
}

/** Nodes of areas with one subject. */
const ONLY_NODES: Readonly<Record<string, string>> = {
  'tools-aggregate-namespace': 'namespaceAggregate',
  'namespace-description': 'description',
  'about-namespace': 'about',
  'about-selection': 'about',
  'selection-aggregate': 'selectionAggregate',
};

/**
 * Finds the parts of a target that a command prints under this name: as the id of a node
 * (`schemas.coins.tools.getPools`), as the id of a prompt (`single-test/coins.getPools`), or as a tool with its schema
 * (`coins.getPools`).
 */
export function findPrintedParts(index: NamespaceIndex | SelectionIndex, printed: string): PrintedPart[] {
  const schemas = 'members' in index ? {} : index.schemas;
  const scoped = Object.entries(schemas).flatMap(([schema, { tools }]) => {
    const aggregate = `schemas.${schema}.toolsAggregate`;
    const own: Readonly<Record<string, string>> = {
      [`schemas.${schema}`]: `schemas.${schema}`,
      [aggregate]: aggregate,
      [`tools-aggregate-schema/${schema}`]: aggregate,
    };
    const owned = Object.hasOwn(own, printed) ? own[printed] : undefined;
    return [
      ...(owned === undefined ? [] : [{ node: owned, scope: { schema } }]),
      ...Object.keys(tools).flatMap((tool) => {
        const [node, subject] = [`schemas.${schema}.tools.${tool}`, `${schema}.${tool}`];
        const isTool = [node, subject, `single-test/${subject}`].includes(printed);
        return isTool ? { node, scope: { schema, tool } } : [];
      }),
    ];
  });
  if (scoped.length > 0) return scoped;
  const [area = '', subject] = printed.split('/', 2);
  const node = subject === undefined ? printed : (ONLY_NODES[area] ?? `skills.${subject}`);
  return nodesOf(index)
    .filter(([id]) => id === node)
    .map(([id]) => ({ node: id, scope: null }));
}

import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { nodesOf } from './build-index.js';

type AnyIndex = NamespaceIndex | SelectionIndex;

/** Counts the tools that are blocked in one index and not in the other. */
export function countFreed(before: AnyIndex, after: AnyIndex): number {
  const now = new Map(nodesOf(after));
  return nodesOf(before).filter((one) => isBlockedTool(one) && now.get(one[0])?.status !== 'blocked').length;
}

function isBlockedTool([node, { status }]: readonly [string, IndexNode]): boolean {
  return node.includes('.tools.') && status === 'blocked';
}

import { countDistinct, shapeOfTool } from '../../pretest/logic/judge-tool.js';
import { resolveSharedLists } from '../../sources/shared-lists.js';
import type { SpecRules } from '../../spec/books/book.js';
import type { SharedList } from '../../spec/shared-list.js';
import type { ImportSource } from './logic/sources.js';

/** Counts the tools that declare too few tests for a specification, and enough for another. */
export function countDeclaredEnough(
  sources: readonly ImportSource[],
  lists: readonly SharedList[],
  { own, newer }: { readonly own: SpecRules; readonly newer: SpecRules },
): number {
  return sources
    .flatMap(({ main }) => {
      const known = resolveSharedLists(main?.sharedLists ?? [], lists);
      return Object.values(main?.tools ?? {}).map((tool) => ({
        declared: countDistinct(tool, tool.tests ?? []),
        shape: shapeOfTool(tool, known),
      }));
    })
    .filter(({ declared, shape }) => declared < own.bar(shape) && declared >= newer.bar(shape)).length;
}

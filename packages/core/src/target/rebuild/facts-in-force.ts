import { timestampOfIso } from '../../island/logic/names.js';
import { shapeOfTool } from '../../pretest/logic/judge-tool.js';
import type { Problem } from '../../problems/problem.js';
import { resolveSharedLists } from '../../sources/shared-lists.js';
import type { ToolShape } from '../../spec/books/book.js';
import type { SchemaFacts } from '../../spec/facts.js';
import type { SchemaMain, SharedListReference } from '../../spec/schema-main.js';
import type { SchemaOutline } from '../load-namespace.js';
import { describeListChange } from '../logic/provider-lists.js';
import type { LoadedLists } from '../provider-lists.js';

/** Why facts or grades from a given time are about lists other than the current ones; null if they are not. */
export type ListChange = (timestamp: string) => string | null;

export function listChanges(
  lists: LoadedLists,
  references: () => readonly SharedListReference[],
): ListChange {
  return (timestamp) => {
    const name = lists.changedSince(references(), timestamp);
    return name === null ? null : describeListChange(name);
  };
}

/** Checks whether facts are about the current main, but about code that is no longer current. */
export function isOfOtherCode(facts: SchemaFacts | null, { snapshot }: SchemaOutline): boolean {
  return facts?.schemaHash === snapshot.hash && facts.fileSha256 !== snapshot.fileSha256;
}

/**
 * Returns the facts if they still hold, null otherwise: facts are void for content other than the tested content
 * (grading-rules §5), and for lists other than those their tests used (decision 0075).
 */
export function bindingFacts(
  found: { facts: SchemaFacts | null; problems: Problem[] },
  {
    schema: { snapshot },
    lists,
    listChange,
    problems,
  }: {
    schema: SchemaOutline;
    lists: LoadedLists;
    listChange: ListChange | undefined;
    problems: Problem[];
  },
): SchemaFacts | null {
  problems.push(...found.problems);
  const { facts } = found;
  if (!facts || facts.schemaHash !== snapshot.hash || facts.fileSha256 !== snapshot.fileSha256) return null;
  if (facts.lists) return lists.areCurrent(facts.lists) ? facts : null;
  // An earlier version kept no hashes: its facts hold until a list changes.
  const at = timestampOfIso(facts.checkedAt);
  return listChange && listChange(at) !== null ? null : facts;
}

/** What the bars of a schema's tools depend on, read from its snapshot; null for a tool that it does not have. */
export function shapesOf(main: () => SchemaMain | null, lists: LoadedLists) {
  return (name: string): ToolShape | null => {
    const { tools = {}, sharedLists = [] } = main() ?? {};
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    return tool ? shapeOfTool(tool, resolveSharedLists(sharedLists, lists.filesFor(sharedLists))) : null;
  };
}

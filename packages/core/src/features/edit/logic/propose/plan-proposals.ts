import { countDistinct, shapeOfTool } from '../../../../pretest/logic/judge-tool.js';
import type { SchemaMain } from '../../../../spec/schema-main.js';
import type { SharedLists } from '../../../../spec/shared-list.js';
import type { Edit, ModuleText } from '../edits.js';
import { type Proposal, proposeTests } from './choose-tests.js';
import { placeTests } from './place-tests.js';

/** A schema that the gate has passed. */
export interface KnownSchema {
  readonly module: ModuleText;
  readonly main: SchemaMain;
  readonly lists: SharedLists;
}

/** A tool with parameters that has too few different parameter sets. */
export interface ToolProposals {
  readonly tool: string;
  /** Number of different parameter sets in its tests, and of those with the proposed ones. */
  readonly distinct: number;
  readonly reached: number;
  readonly proposals: readonly Proposal[];
  /** Whether tests were found that cannot be added, because those of the tool are not written plainly in place. */
  readonly isComputed: boolean;
}

export interface SchemaProposals {
  readonly tools: readonly ToolProposals[];
  /** Edits that add the proposed tests to the module. */
  readonly edits: readonly Edit[];
}

/**
 * Proposes tests for every tool that has fewer than `to` different parameter sets.
 *
 * @param schemas of one namespace; what belongs to another is no neighbour
 * @returns one plan for each schema, in their order; `applyEdits(module.source, edits)` is the text with all proposals
 */
export function planProposals(schemas: readonly KnownSchema[], to: number): SchemaProposals[] {
  const known = schemas.map(({ main, lists }) =>
    Object.entries(main.tools ?? {}).map(([name, tool]) => ({ name, tool, lists })),
  );
  return schemas.map(({ module, main }, at) => {
    const own = known[at] ?? [];
    const beside = known.filter(
      (_, other) => other !== at && schemas[other]?.main.namespace === main.namespace,
    );
    const others = [...own, ...beside.flat()];
    const edits: Edit[] = [];
    const tools = own.flatMap((one): ToolProposals[] => {
      const { name, tool, lists } = one;
      const distinct = countDistinct(tool, tool.tests ?? []);
      if (distinct >= to || shapeOfTool(tool, lists).sets === 'parameterless') return [];
      const found = proposeTests(one, { others, to });
      const placed = found.length === 0 ? [] : placeTests(module, name, found);
      edits.push(...(placed ?? []));
      const proposals = placed ? found : [];
      const reached = distinct + proposals.length;
      return [{ tool: name, distinct, reached, proposals, isComputed: !placed }];
    });
    return { tools, edits };
  });
}

/** The same tools for a file that takes no tests. */
export function withoutProposals(tools: readonly ToolProposals[]): ToolProposals[] {
  return tools.map((tool) => ({
    ...tool,
    reached: tool.distinct,
    proposals: [],
    isComputed: tool.isComputed || tool.proposals.length > 0,
  }));
}

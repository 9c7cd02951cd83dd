import { isHeld } from '../../grade/roll-up.js';
import { depthOf, obstacleOf } from '../../grade/tool-standing.js';
import { toolFolderName } from '../../island/logic/names.js';
import { describeProblem } from '../../problems/error-codes.js';
import type { GradedContent } from '../../questions/applicability.js';
import type { Obstacle, SpecRules } from '../../spec/books/book.js';
import type { SchemaFacts } from '../../spec/facts.js';
import { gatheredField } from '../../spec/gathered.js';
import type { IndexNode, IndexSchema } from '../../spec/index-file.js';
import { type SchemaOutline, writingProblem } from '../load-namespace.js';
import { commonCause, noTestableTool, type SchemaNodes } from '../logic/schema-node.js';
import type { NodeToDerive } from './derive-node.js';
import type { ListChange } from './facts-in-force.js';

/** A schema with its tools, and whether a grader can be asked about at least one of them. */
export function deriveSchema(
  { schema, snapshot, tools, unreadable }: SchemaOutline,
  {
    facts,
    before,
    contentOf,
    outdated,
    spec,
    writesTo,
    derive,
  }: {
    facts: SchemaFacts | null;
    before: IndexSchema | undefined;
    contentOf: (tool: string | null) => GradedContent;
    outdated: ListChange | undefined;
    spec: SpecRules;
    /** The part of main that its handlers write to, or null; called if one of its tools has no grade. */
    writesTo: () => string | null;
    derive: (node: NodeToDerive) => IndexNode;
  },
): { nodes: SchemaNodes; testable: boolean } {
  const { hash } = snapshot;
  const broken = unreadable === null ? null : ({ cause: 'invalid', text: unreadable } as const);
  let written: Obstacle | null | undefined;
  const obstacles = new Map(tools.map((tool) => [tool, obstacleOf(facts?.tools[tool])]));
  const toolNodes = tools.map((tool) => {
    const known = facts?.tools[tool];
    const asked = {
      folder: `${schema}/tools/${toolFolderName(tool)}`,
      areas: ['single-test'],
      currentHash: hash,
      before: before?.tools[tool],
      outdated,
      content: contentOf(tool),
    } as const;
    let node = derive({ ...asked, obstacle: obstacles.get(tool) ?? null });
    if (node.status === 'pending' || (node.status === 'blocked' && !isHeld(node))) {
      if (written === undefined) written = describeWrite(writesTo());
      if (written !== null) node = derive({ ...asked, obstacle: written });
    }
    // Facts may be newer or older than the grade: either way, they are what is known about the tool.
    const testDepth = known ? depthOf(known, spec) : null;
    return [
      tool,
      { ...node, ...gatheredField([node.gathered, known?.gathered]), ...(testDepth && { testDepth }) },
    ] as const;
  });
  const testable = toolNodes.some(([tool, node]) => isTestable(node, hash, obstacles.get(tool) ?? null));
  const held = toolNodes.filter(([, node]) => isHeld(node)).map(([tool]) => obstacles.get(tool)?.cause);
  const cause = commonCause(held);
  const toolsAggregate = derive({
    folder: schema,
    areas: ['tools-aggregate-schema'],
    currentHash: hash,
    before: before?.toolsAggregate,
    obstacle: broken ?? (testable ? null : noTestableTool([cause])),
    outdated,
    content: contentOf(null),
  });
  const passing = new Set(tools.filter((tool) => facts?.tools[tool] && obstacles.get(tool) === null));
  const shown = { toolsAggregate, tools: Object.fromEntries(toolNodes) };
  const isReadable = broken === null;
  return {
    nodes: { schema, snapshot, unreadable: broken, isReadable, ...shown, passing, cause },
    testable,
  };
}

/** Why the tools of a schema that its handlers write to can no longer be graded. */
function describeWrite(path: string | null): Obstacle | null {
  if (path === null) return null;
  const found = writingProblem(path);
  return { cause: 'few-tests', text: describeProblem(found).message, code: found.code };
}

/**
 * Checks whether a grader can be asked about a tool. A veto is shown until it is lifted, but only one on the current
 * content prevents questions.
 */
function isTestable(node: IndexNode, hash: string, obstacle: Obstacle | null): boolean {
  return node.status === 'rejected' ? node.boundTo !== hash && obstacle === null : !isHeld(node);
}

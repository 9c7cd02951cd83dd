import { toolFolderName } from '../../island/logic/names.js';
import type { Obstacle } from '../../spec/books/book.js';
import type { IndexNode, IndexSchema } from '../../spec/index-file.js';
import type { FailedSchema } from '../../spec/members.js';
import type { SchemaOutline } from '../load-namespace.js';
import { tellFailed } from '../logic/missing-members.js';
import type { SchemaNodes } from '../logic/schema-node.js';
import type { NodeToDerive } from './derive-node.js';

/**
 * A schema whose file does not pass the gate. The nodes of its last snapshot stay, but none of them counts until the file
 * passes again; only a veto does.
 *
 * @param schema its last snapshot, if there is one
 */
export function deriveFailed(
  { schema: name, ...failed }: FailedSchema,
  {
    schema,
    before,
    derive,
  }: {
    schema?: SchemaOutline;
    before: IndexSchema | undefined;
    derive: (node: NodeToDerive) => IndexNode;
  },
): { facts: null; nodes: SchemaNodes; testable: false } {
  // Said in full with the schema, and not again with each of its nodes.
  const held = {
    currentHash: schema?.snapshot.hash ?? null,
    obstacle: null,
    unresolved: obstacleOf(failed, tellFailed(failed.file)),
  };
  const toolNodes = (schema?.tools ?? []).map((tool) => {
    const folder = `${name}/tools/${toolFolderName(tool)}`;
    return [tool, derive({ ...held, folder, areas: ['single-test'], before: before?.tools[tool] })] as const;
  });
  const toolsAggregate = derive({
    ...held,
    folder: name,
    areas: ['tools-aggregate-schema'],
    before: before?.toolsAggregate,
  });
  const nodes: SchemaNodes = {
    schema: name,
    ...(schema && { snapshot: schema.snapshot }),
    failed,
    unreadable: obstacleOf(failed, describeFailed(failed)),
    isReadable: !failed.problems.some(({ code }) => UNREADABLE.has(code)),
    toolsAggregate,
    tools: Object.fromEntries(toolNodes),
    passing: new Set(),
    cause: 'invalid',
  };
  return { facts: null, nodes, testable: false };
}

/** Codes of a file of which nothing could be read. */
const UNREADABLE = new Set(['SRC-001', 'SRC-002', 'SRC-003', 'SRC-004', 'SRC-005']);

function obstacleOf({ problems }: Omit<FailedSchema, 'schema'>, text: string): Obstacle {
  const [first] = problems;
  return { cause: 'invalid', text, ...(first && { code: first.code }) };
}

function describeFailed(failed: Omit<FailedSchema, 'schema'>): string {
  const [first, ...others] = failed.problems;
  if (!first) return tellFailed(failed.file);
  const where = first.line === undefined ? '' : ` (line ${first.line})`;
  const more = others.length === 0 ? '' : `; ${others.length} more`;
  return `${tellFailed(failed.file)}: ${first.code}${where} ${first.message}${more}`;
}

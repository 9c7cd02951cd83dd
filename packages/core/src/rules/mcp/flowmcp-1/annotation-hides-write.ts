import { isRecord } from '../../../values/is-record.js';
import { exampleTool } from '../define.js';
import { trimmedText } from '../members.js';
import { defineShareRule, type ReadItem } from '../share-rule.js';
import { effectOfDescription, effectOfName } from '../words/verbs.js';

export const rule = defineShareRule({
  id: 'annotation-hides-write',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The annotations hide that the tool changes something',
  why: 'Many clients run a tool without asking if it is annotated as reading only or as not destructive. Name and description of this one say that it writes or deletes.',
  fix: 'Correct the hint: `readOnlyHint: false` for a tool that writes, and `destructiveHint: true` for one that deletes or overwrites.',
  lift: 'annotate {n} tool{s} as what they are',
  evidence: [
    {
      source: 'MCP specification, ToolAnnotations',
      says: 'readOnlyHint: the tool does not modify its environment. destructiveHint false: it performs only additive updates.',
    },
  ],
  check: (tool) => {
    const { annotations } = tool.item;
    if (!isRecord(annotations)) return [];
    const { readOnlyHint, destructiveHint } = annotations;
    if (readOnlyHint === true) {
      return isSaidToWrite(tool)
        ? [{ path: ['annotations', 'readOnlyHint'], detail: 'readOnlyHint is true' }]
        : [];
    }
    return destructiveHint === false && isSaidToDestroy(tool)
      ? [{ path: ['annotations', 'destructiveHint'], detail: 'destructiveHint is false' }]
      : [];
  },
  examples: {
    pass: { tools: [deletingTool({ readOnlyHint: false, destructiveHint: true })] },
    fail: { tools: [deletingTool({ readOnlyHint: true })] },
  },
  mutate: (tool) => {
    tool.description = `Permanently deletes what is found. ${trimmedText(tool.description)}`;
    tool.annotations = { destructiveHint: false };
    return true;
  },
});

/** Either sign alone is wrong too often: `execute_query` may well only read. */
function isSaidToWrite(tool: ReadItem): boolean {
  return effectOfName(tool) !== undefined && effectOfDescription(tool) !== undefined;
}

function isSaidToDestroy(tool: ReadItem): boolean {
  return effectOfName(tool) === 'destroys' || effectOfDescription(tool) === 'destroys';
}

function deletingTool(annotations: Readonly<Record<string, boolean>>) {
  return exampleTool({
    name: 'delete_price',
    description: 'Deletes the current price of one article.',
    annotations,
  });
}

import { isRecord } from '../../../values/is-record.js';
import { exampleTool } from '../define.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export const rule = defineShareRule({
  id: 'annotation-invalid',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The annotations contradict the protocol or themselves',
  why: 'Clients decide by these hints whether to ask the user before a call. One of the wrong type makes strict clients reject the tool; a tool that only reads cannot destroy.',
  fix: 'Give each hint the value `true` or `false`, and set `destructiveHint` only where `readOnlyHint` is false.',
  lift: 'correct {n} annotation{s}',
  evidence: [
    {
      source: 'MCP specification, ToolAnnotations',
      says: 'Annotations are an object of hints, which are booleans; destructiveHint is meaningful only when readOnlyHint is false.',
    },
  ],
  check: ({ item: { annotations } }) => {
    if (annotations === undefined) return [];
    if (!isRecord(annotations)) return [{ path: ['annotations'], detail: 'they are not an object' }];
    const wrong = HINTS.filter((hint) => !['boolean', 'undefined'].includes(typeof own(annotations, hint)));
    const isBoth = annotations.readOnlyHint === true && annotations.destructiveHint === true;
    return [
      ...wrong.map((hint) => ({ path: ['annotations', hint], detail: `${hint} is not true or false` })),
      ...(isBoth
        ? [{ path: ['annotations'], detail: 'readOnlyHint and destructiveHint are both true' }]
        : []),
    ];
  },
  examples: {
    pass: { tools: [exampleTool({ annotations: { readOnlyHint: true, destructiveHint: false } })] },
    fail: { tools: [exampleTool({ annotations: { readOnlyHint: 'yes' } })] },
  },
  mutate: (tool) => {
    tool.annotations = { idempotentHint: 'no' };
    return true;
  },
});

import { isRecord } from '../../../values/is-record.js';
import { addInput, exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { resolveSchema } from '../reading/schema-nodes.js';
import { defineShareRule, type LeafInput } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'input-untyped',
  subject: 'input',
  class: 'smell',
  group: 'inputs',
  loss: 0.5,
  severity: 'info',
  title: 'The input has no type',
  why: 'Nothing says whether to send a text, a number or a list. A model guesses, and the server gets what it does not expect.',
  fix: 'Add a `type`, or `enum`, `const` or `anyOf` where several kinds of values are allowed. Keep it without only where any JSON value will do.',
  lift: 'give {n} input{s} a type',
  evidence: [],
  // Arguments of prompts are texts, and have no schema.
  right: 2,
  check: ({ item: { kind }, input }) => (kind === 'prompt' || isTyped(input) ? [] : [{}]),
  examples: {
    pass: { tools: [exampleTool()] },
    fail: {
      tools: [exampleTool({ inputSchema: exampleSchema({ article: { description: 'Number of it.' } }) })],
    },
  },
  mutate: (tool) => addInput(tool, { description: 'Further details for the search.' }),
});

const TYPED = ['type', 'enum', 'const', 'properties', 'items'];
const BRANCHES = ['anyOf', 'oneOf', 'allOf'];

function isTyped({ schema, root, path }: LeafInput): boolean {
  const seen = new Set<Members>();
  const open = [schema];
  while (open.length > 0) {
    const one = open.pop() as Members;
    if (seen.has(one)) continue;
    seen.add(one);
    const { kind, schema: resolved } = resolveSchema({ schema: one, root, path });
    // Another document may well say the type; a reference that leads nowhere is another rule's.
    if (kind === 'external' || kind === 'dangling') return true;
    if (TYPED.some((key) => Object.hasOwn(resolved, key))) return true;
    open.push(
      ...BRANCHES.flatMap((key) => (Object.hasOwn(resolved, key) ? resolved[key] : [])).filter(isRecord),
    );
  }
  return false;
}

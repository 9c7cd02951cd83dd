import { isRecord } from '../../../values/is-record.js';
import { addInput, exampleSchema, exampleTool } from '../define.js';
import { type Members, trimmedText } from '../members.js';
import { own, resolveSchema } from '../reading/schema-nodes.js';
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
  check: ({ item: { kind }, input }) =>
    kind === 'prompt' || isTyped(input) || isMeantForAny(input) ? [] : [{}],
  examples: {
    pass: { tools: [exampleTool()] },
    fail: {
      tools: [exampleTool({ inputSchema: exampleSchema({ article: { description: 'Number of it.' } }) })],
    },
  },
  mutate: (tool) => addInput(tool, { description: 'Further details for the search.' }),
});

const ANY_VALUE =
  /\b(?:any|arbitrary)\s+(?:(?:valid|kind|type|sort|of)\s+){0,3}(?:JSON|values?|data|types?)\b/i;

/**
 * Whether any JSON value will do: the description says so, or nothing at all is said. Schema builders write `{}`, or a
 * title alone, for "anything"; whoever forgets the type has described the input.
 */
function isMeantForAny({ resolved }: LeafInput): boolean {
  const isSilent = resolved.flatMap(Object.keys).every((key) => key === 'title');
  return isSilent || resolved.some(({ description }) => ANY_VALUE.test(trimmedText(description)));
}

/** Branches that are looked at: thousands of inputs may refer to one schema with thousands of branches. */
const MOST_BRANCHES = 200;
const TYPED = ['type', 'enum', 'const', 'properties', 'items'];
const BRANCHES = ['anyOf', 'oneOf', 'allOf'];

function isTyped({ resolved, root, path }: LeafInput): boolean {
  // Another rule says that nobody can tell what may be sent.
  if (resolved.length === 0) return true;
  const seen = new Set<Members>();
  const open = [...resolved];
  while (open.length > 0) {
    const one = open.pop() as Members;
    if (seen.has(one)) continue;
    // Among so many, one will have a type.
    if (seen.size === MOST_BRANCHES) return true;
    seen.add(one);
    const { kind, schema } = resolveSchema({ schema: one, root, path });
    // Another document may well say the type; a reference that leads nowhere is another rule's.
    if (kind === 'external' || kind === 'dangling') return true;
    if (TYPED.some((key) => Object.hasOwn(schema, key))) return true;
    for (const key of BRANCHES) {
      const branches = own(schema, key);
      if (Array.isArray(branches)) open.push(...branches.slice(0, MOST_BRANCHES).filter(isRecord));
    }
  }
  return false;
}

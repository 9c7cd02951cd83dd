import { groupBy } from '../../../values/group-by.js';
import { isRecord } from '../../../values/is-record.js';
import { exampleTool } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { oncePer } from '../reading/once-per.js';
import { resolveSchema } from '../reading/schema-nodes.js';
import { countWords, wordsOf } from '../reading/sentences.js';
import { defineShareRule, type ReadItem, type ReadServer } from '../share-rule.js';
import { effectOfDescription, effectOfName } from '../words/verbs.js';

const FEWEST_WORDS = 2;
/** Of many tools with one description, each is compared with the first ones. */
const MOST_COMPARED = 20;

export const rule = defineShareRule({
  id: 'description-repeated',
  subject: 'tool',
  class: 'smell',
  group: 'items',
  loss: 1,
  severity: 'warning',
  title: 'An earlier tool has the same description',
  why: 'A model chooses by the description, and these two it cannot tell apart. Where only one of them is hinted to read or to destroy, or one writes or deletes by its verb and both take the same inputs, a wrong choice does harm: the issue is then broken, not a smell.',
  fix: 'Say in each description what the tool does that the other does not.',
  lift: 'tell {n} pair{s} of twin tools apart',
  evidence: [],
  check: (tool, server) => {
    const twins = toolsByWords(server).get(keyOf(tool))?.slice(0, MOST_COMPARED) ?? [];
    const earlier = twins.includes(tool) ? twins.slice(0, twins.indexOf(tool)) : twins;
    const [first] = earlier;
    if (first === undefined) return [];
    const harmful = earlier.find(
      (other) => differInHints(tool, other) || (isRisky(tool, other) && areAlike(tool, other)),
    );
    const twin = harmful ?? first;
    return foundAt(tool.item, 'description', `as ${quote(trimmedText(twin.item.name))}`).map((found) => ({
      ...found,
      shared: [twin],
      ...(harmful && { class: 'broken' as const }),
    }));
  },
  examples: {
    pass: {
      tools: [
        exampleTool(),
        exampleTool({ name: 'get_stock', description: 'Counts the pieces of one article.' }),
      ],
    },
    fail: { tools: [exampleTool(), exampleTool({ name: 'get_stock' })] },
  },
  mutate: (tool, { tools }) => {
    const [first] = tools;
    if (first === undefined || first === tool || countWords(trimmedText(first.description)) < FEWEST_WORDS)
      return false;
    tool.description = first.description;
    return true;
  },
});

const toolsByWords = oncePer(({ tools }: ReadServer): ReadonlyMap<string, readonly ReadItem[]> => {
  const worded = tools.filter(({ item }) => countWords(trimmedText(item.description)) >= FEWEST_WORDS);
  return groupBy(worded, keyOf);
});

/** The same words in the same order are the same description. */
function keyOf({ item }: ReadItem): string {
  return wordsOf(trimmedText(item.description)).join(' ');
}

/** Whether one of the two writes or deletes by its verb. */
function isRisky(one: ReadItem, other: ReadItem): boolean {
  return [one, other].some((tool) => (effectOfName(tool) ?? effectOfDescription(tool)) !== undefined);
}

/** Whether only one of the two is said to read, or to destroy: then they do different things under one text. */
function differInHints(one: ReadItem, other: ReadItem): boolean {
  return ['readOnlyHint', 'destructiveHint'].some((hint) => isHinted(one, hint) !== isHinted(other, hint));
}

function isHinted({ item: { annotations } }: ReadItem, hint: string): boolean {
  return isRecord(annotations) && annotations[hint] === true;
}

/** Whether a call of the one has all that the other requires. */
function areAlike(one: ReadItem, other: ReadItem): boolean {
  const [left, right] = [inputsOf(one), inputsOf(other)];
  return (
    left.required.every((name) => right.names.has(name)) &&
    right.required.every((name) => left.names.has(name))
  );
}

function inputsOf({ item: { inputSchema: root } }: ReadItem) {
  const schema = isRecord(root) ? resolveSchema({ schema: root, root, path: ['inputSchema'] }).schema : {};
  return {
    names: new Set<unknown>(isRecord(schema.properties) ? Object.keys(schema.properties) : []),
    required: Array.isArray(schema.required) ? schema.required : [],
  };
}

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
/** Of many kinds of tools with one description, each is compared with the first ones. */
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
    const found = twins(server).get(tool);
    if (found === undefined) return [];
    const { twin, isHarmful, uncompared } = found;
    const known = uncompared > 0 && !isHarmful ? `, and ${uncompared} more kinds not compared` : '';
    return foundAt(tool.item, 'description', `as ${quote(trimmedText(twin.item.name))}${known}`).map(
      (one) => ({
        ...one,
        shared: [twin],
        ...(isHarmful && { class: 'broken' as const }),
      }),
    );
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

/** What a wrong choice between two tools depends on. */
interface Kind {
  readonly tool: ReadItem;
  /** Whether it is said to read, and whether to destroy. */
  readonly hints: string;
  /** Whether it writes or deletes by its verb. */
  readonly isRisky: boolean;
  readonly names: ReadonlySet<unknown>;
  readonly required: readonly unknown[];
}

interface Twin {
  /** The first tool with which a mix-up does harm, or else the first tool. */
  readonly twin: ReadItem;
  readonly isHarmful: boolean;
  /** Kinds of earlier tools that it was not compared with. */
  readonly uncompared: number;
}

/** The tools that have the description of an earlier one. */
const twins = oncePer(({ tools }: ReadServer): ReadonlyMap<ReadItem, Twin> => {
  const worded = tools.filter(({ item }) => countWords(trimmedText(item.description)) >= FEWEST_WORDS);
  // The same words in the same order are the same description.
  const groups = groupBy(worded, ({ item }) => wordsOf(trimmedText(item.description)).join(' '));
  return new Map([...groups.values()].flatMap(compareGroup));
});

function compareGroup([first, ...later]: readonly ReadItem[]): (readonly [ReadItem, Twin])[] {
  if (first === undefined || later.length === 0) return [];
  const kinds = [kindOf(first)];
  const known = new Set(kinds.map(signatureOf));
  return later.map((tool) => {
    const kind = kindOf(tool);
    const harmful = kinds.find((other) => mayHarm(kind, other));
    const uncompared = known.size - kinds.length;
    const signature = signatureOf(kind);
    if (!known.has(signature)) {
      known.add(signature);
      // Hints are few, so those of all tools are compared.
      if (kinds.length < MOST_COMPARED || kinds.every(({ hints }) => hints !== kind.hints)) kinds.push(kind);
    }
    return [tool, { twin: harmful?.tool ?? first, isHarmful: harmful !== undefined, uncompared }];
  });
}

/** Whether the hints tell the two apart although the text does not, or one does harm and a call fits both. */
function mayHarm(one: Kind, other: Kind): boolean {
  if (one.hints !== other.hints) return true;
  return (
    (one.isRisky || other.isRisky) &&
    one.required.every((name) => other.names.has(name)) &&
    other.required.every((name) => one.names.has(name))
  );
}

function kindOf(tool: ReadItem): Kind {
  const { inputSchema: root, annotations } = tool.item;
  const schema = isRecord(root) ? resolveSchema({ schema: root, root, path: ['inputSchema'] }).schema : {};
  const hints = ['readOnlyHint', 'destructiveHint'].map(
    (hint) => isRecord(annotations) && annotations[hint] === true,
  );
  return {
    tool,
    hints: hints.join(),
    isRisky: (effectOfName(tool) ?? effectOfDescription(tool)) !== undefined,
    names: new Set(isRecord(schema.properties) ? Object.keys(schema.properties) : []),
    required: Array.isArray(schema.required) ? schema.required : [],
  };
}

function signatureOf({ hints, isRisky, names, required }: Kind): string {
  return JSON.stringify([hints, isRisky, [...names], required]);
}

import { exampleTool } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { oncePer } from '../reading/once-per.js';
import { stemOf, wordsOf } from '../reading/sentences.js';
import { defineShareRule, type ReadItem, type ReadServer } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'tool-names-alike',
  subject: 'tool',
  class: 'smell',
  group: 'items',
  loss: 0.25,
  severity: 'info',
  title: 'The name has the same words as that of an earlier tool',
  why: 'A model mistakes one for the other where names differ only in an ending, in letter size or in the order of their words.',
  fix: 'Put into the name what sets the tool apart: `get_mock` and `list_mocks`.',
  lift: 'rename {n} tool{s} so that they differ clearly',
  evidence: [],
  right: 6,
  check: (tool, server) => {
    const first = firstByStems(server).get(stemsOf(tool));
    if (first === undefined || first.item.name === tool.item.name) return [];
    return foundAt(tool.item, 'name', `${quote(nameOf(tool))} beside ${quote(nameOf(first))}`);
  },
  examples: {
    pass: {
      tools: [
        exampleTool({ name: 'get_mock' }),
        exampleTool({ name: 'list_mocks', description: 'Lists all mocks of a day.' }),
      ],
    },
    fail: {
      tools: [
        exampleTool({ name: 'getMock' }),
        exampleTool({ name: 'getMocks', description: 'Lists all mocks of a day.' }),
      ],
    },
  },
  mutate: (tool, { tools }) => {
    const [first] = tools;
    const words = wordsOf(trimmedText(first?.name));
    if (first === tool || words.length < 2) return false;
    const name = words.reverse().join('_');
    if (name === first?.name) return false;
    tool.name = name;
    return true;
  },
});

const firstByStems = oncePer(({ tools }: ReadServer): ReadonlyMap<string, ReadItem> => {
  const named = tools.filter((tool) => wordsOf(nameOf(tool)).length > 0);
  return new Map(named.map((tool) => [stemsOf(tool), tool] as const).reverse());
});

function stemsOf(tool: ReadItem): string {
  return wordsOf(nameOf(tool)).map(stemOf).sort().join(' ');
}

function nameOf({ item }: ReadItem): string {
  return trimmedText(item.name);
}

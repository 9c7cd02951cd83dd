import { exampleTool } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { stemOf, wordsOf } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

const STOP_WORDS = new Set([
  ...['a', 'an', 'the', 'this', 'that', 'these', 'tool', 'function', 'is', 'are', 'it', 'its', 'your', 'all'],
  ...['of', 'for', 'to', 'in', 'on', 'at', 'by', 'from', 'with', 'into', 'and', 'or', 'as', 'used', 'use'],
]);

export const rule = defineShareRule({
  id: 'description-restates-name',
  subject: 'item',
  class: 'smell',
  group: 'items',
  loss: 0.5,
  severity: 'info',
  title: 'The description only repeats the name',
  why: 'A model has read the name already. What it needs is what the name does not say: what comes back, from where, and when to choose this item.',
  fix: 'Say what the name leaves open: the result, its source, limits, and when to use another item.',
  lift: 'say more than the name in {n} description{s}',
  evidence: [
    {
      source: 'arXiv 2602.14878',
      says: 'Of 856 tools of 103 servers, 56 % do not state their purpose clearly.',
    },
  ],
  right: 8,
  check: ({ item }) => {
    const text = trimmedText(item.description);
    const stems = wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stemOf);
    const name = new Set(wordsOf(trimmedText(item.name)).map(stemOf));
    const repeats = stems.length > 0 && stems.every((stem) => name.has(stem));
    return repeats ? foundAt(item, 'description', quote(text)) : [];
  },
  examples: {
    pass: {
      tools: [exampleTool({ name: 'getPrice', description: 'Gets the price of an article in euros.' })],
    },
    fail: { tools: [exampleTool({ name: 'getPrice', description: 'Get the price.' })] },
  },
  mutate: (tool) => {
    const words = wordsOf(trimmedText(tool.name));
    if (words.every((word) => STOP_WORDS.has(word))) return false;
    tool.description = `This is the tool for: ${words.join(' ')}.`;
    return true;
  },
});

import { described } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { countWords } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

const FEWEST = 3;

export const rule = defineShareRule({
  id: 'description-thin',
  subject: 'item',
  class: 'smell',
  group: 'items',
  loss: 0.5,
  severity: 'info',
  title: 'The description has fewer than three words',
  why: 'One or two words rarely say more than the name. A model cannot tell from them what comes back, or when another item fits better.',
  fix: 'Say in a sentence what the item does, what comes back, and when to use it.',
  lift: 'write out {n} thin description{s}',
  evidence: [
    {
      source: 'arXiv 2602.14878',
      says: 'Of 856 tools of 103 servers, 56 % do not state their purpose clearly.',
    },
  ],
  right: 'by definition',
  check: ({ item }) => {
    const text = trimmedText(item.description);
    return text !== '' && countWords(text) < FEWEST ? foundAt(item, 'description', quote(text)) : [];
  },
  examples: {
    pass: described('获取商品的当前价格'),
    fail: described('Current amount'),
  },
  mutate: (tool) => {
    tool.description = 'Useful helper';
    return true;
  },
});

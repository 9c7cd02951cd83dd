import { exampleTool } from '../define.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';
import { MUST, ORDER } from '../words/lists.js';
import { hasMatch, holds, phrases, plainTextOf } from '../words/sentence-words.js';

const OTHERS = phrases('any, all, every, other');
const TOOLS = phrases('tool, tools');

export const rule = defineShareRule({
  id: 'claims-priority',
  subject: 'text',
  class: 'smell',
  group: 'items',
  loss: 0.5,
  severity: 'warning',
  title: 'The text wants to come before other tools',
  why: 'A model then calls this tool where another would do, and where several servers say so, no order fits all of them. Which tool comes first is for the task to decide.',
  fix: 'Say what the tool gives that others need, such as "Returns the id that get_price takes", instead of when to call it.',
  lift: 'remove {n} claim{s} to come first',
  evidence: [],
  check: (text) => {
    const { text: plain, sentences } = plainTextOf(text);
    if (!/\btools?\b/i.test(plain)) return [];
    const found = sentences.find(
      (sentence) => hasMatch(sentence, [OTHERS, 1, TOOLS]) && holds(sentence, ORDER) && holds(sentence, MUST),
    );
    return found ? [{ detail: quoteVisibly(found.text) }] : [];
  },
  examples: {
    pass: { tools: [exampleTool({ description: 'Gives a price. Needs the id of a shop, see get_shop.' })] },
    fail: {
      tools: [exampleTool({ description: 'Gives a price. It must be called before any other tool.' })],
    },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')} This must be called before any other tool.`;
    return true;
  },
});

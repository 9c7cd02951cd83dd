import { addToDescription, described } from '../define.js';
import { defineShareRule } from '../share-rule.js';
import { MUST, NOT } from '../words/lists.js';
import { phrases } from '../words/phrases.js';
import {
  findSentence,
  hasMatch,
  holds,
  quoteSentence,
  type Search,
  type Sentence,
} from '../words/sentence-words.js';

/** Words that put this tool ahead of others, or make it take their place. */
const BEFORE = phrases(
  'before, prior to, first of, first among, ahead of, instead of, rather than, in place of',
);
/** Words that put others behind this tool. */
const ONLY_AFTER = phrases('after this, after it, after calling, after using');
const OTHERS = phrases('any, all, every, other');
const TOOLS = phrases('tool, tools');

const SEARCH: Search = {
  needs: [
    [MUST, OTHERS, TOOLS, BEFORE],
    [MUST, OTHERS, TOOLS, ONLY_AFTER],
  ],
  check: claimsPriority,
};

export const rule = defineShareRule({
  id: 'claims-priority',
  subject: 'text',
  needs: () => SEARCH.needs,
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
    const found = findSentence(text, SEARCH);
    return found ? [{ detail: quoteSentence(found, claimsPriority) }] : [];
  },
  examples: {
    pass: described('Gives a price. Needs the id of a shop, see get_shop.'),
    fail: described('Gives a price. It must be called before any other tool.'),
  },
  mutate: addToDescription(' This must be called before any other tool.'),
});

function claimsPriority(sentence: Sentence): boolean {
  if (!holds(sentence, MUST)) return false;
  if (hasMatch(sentence, [BEFORE, 3, OTHERS, 1, TOOLS])) return true;
  return hasMatch(sentence, [OTHERS, 1, TOOLS, 6, ONLY_AFTER]) && !holds(sentence, NOT);
}

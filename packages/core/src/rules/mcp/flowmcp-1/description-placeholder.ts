import { described } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'description-placeholder',
  subject: 'item',
  class: 'smell',
  group: 'items',
  loss: 1,
  severity: 'warning',
  title: 'The description is a placeholder',
  why: 'A text such as "TODO" tells a model nothing about what the item does, and hides from its author that the description is missing.',
  fix: 'Write the description: what the item does, what comes back, and when to use it.',
  lift: 'replace {n} placeholder{s} of items',
  evidence: [
    {
      source: 'arXiv 2602.14878',
      says: 'Of 856 tools of 103 servers, 97.1 % have a smell in their description.',
    },
  ],
  check: ({ item }) => {
    const text = trimmedText(item.description);
    return isPlaceholder(text) ? foundAt(item, 'description', quote(text)) : [];
  },
  examples: {
    pass: described('Lists the entries of a todo list, newest first.'),
    fail: described('TODO: describe what this tool gives back'),
  },
  mutate: (tool) => {
    tool.description = 'TODO: add the description';
    return true;
  },
});

const PLACEHOLDERS = new Set([
  ...['todo', 'tbd', 'tba', 'fixme', 'xxx', 'placeholder', 'lorem', 'description', 'test', 'undefined'],
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'none', 'null', 'na'],
]);
const FILLERS = new Set([
  ...['describe', 'add', 'write', 'fill', 'in', 'a', 'the', 'this', 'it', 'here', 'me', 'later', 'goes'],
]);
/** Not in quotation marks or code: a tool may well look for such marks. */
const MARK = /(?<![\w"'`“«(])TODO:/;

/** Whether a description only keeps a place: `TODO`, "n/a", "string", "TODO: describe", or any text with "TODO:". */
export function isPlaceholder(text: string): boolean {
  if (MARK.test(text)) return true;
  const words = wordsOf(text.replace(/\bn\/a\b/gi, 'na'));
  const [first, second] = words;
  if (first === undefined || !PLACEHOLDERS.has(first)) return false;
  return (first === 'lorem' && second === 'ipsum') || words.every(isFilling);
}

function isFilling(word: string): boolean {
  return PLACEHOLDERS.has(word) || FILLERS.has(word);
}

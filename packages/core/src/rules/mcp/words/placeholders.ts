import { wordsOf } from '../reading/sentences.js';

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

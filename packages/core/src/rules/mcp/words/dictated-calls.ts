import type { ReadServer, VisibleText } from '../share-rule.js';
import { MAIL_ADDRESS, MUST, MUST_HINT, ORDER, WEB_ADDRESS } from './lists.js';
import { holds, plainTextOf, type Sentence } from './sentence-words.js';

/** A sentence that says with which literal value a tool is called that this server does not have. */
export interface DictatedCall {
  readonly sentence: string;
  readonly tool: string;
  /** The other server of the same client configuration that has the tool; undefined if none is known. */
  readonly owner: string | undefined;
}

/** `use a_b "x"` */
const SHORTEST = 14;
/** Matches every text with a word of demand or order, or a step. */
const ORDER_HINT = new RegExp(
  `${MUST_HINT.source}|\\b(?:before|prior|after|whenever|time|instead|rather|place|when|not|replaces?|supersedes?|disabled?s?|deprecated|unsafe|insecure|broken|blocked|longer|step)\\b|n't\\b`,
  'i',
);
const NAME = '[a-z][a-z0-9]*(?:_[a-z0-9]+)+';
const QUOTE = '["\'`“”‘’]';
/** Ways to name a tool; the group is the name. */
const NAMED = [
  `\\b(?:call|invoke|use|run|execute|calling|invoking|using|running|executing)\\s+(?:the\\s+|a\\s+)?${QUOTE}?(${NAME})\\b(?!\\s*=)`,
  `\\b(${NAME})${QUOTE}?\\s+(?:tool|function)s?\\b`,
  `\\b(?:tool|function)\\s+${QUOTE}?(${NAME})\\b(?!\\s*=)`,
  `${QUOTE}([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)${QUOTE}\\s+(?:tool|function)s?\\b`,
  `\\b(?:every|each|any|all)\\s+${QUOTE}?([a-z][a-z0-9]*(?:[_.][a-z0-9]+)+)${QUOTE}?\\s+calls?\\b`,
  `\\b(${NAME})${QUOTE}?\\s+(?:is|gets|was)\\s+(?:used|called|invoked|run|available)\\b`,
];
const NAMES_TOOL = new RegExp(NAMED.join('|'), 'i');
const EACH_NAMED = NAMED.map((source) => new RegExp(source, 'gi'));
/** With tools of other servers known, their names alone say enough, and shorter ones beside "tool". */
const WORD = /\b[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+\b/gi;
const CALLED_TOOL = /\b([a-z][a-z0-9]*)\s+tool\b/gi;

const KEYS =
  'path|file|recipient|to|bcc|cc|memo|address|url|message|metadata|account|body|header|value|token';
const LITERAL = new RegExp(
  `\\b(?:${KEYS})\\b[\\s:=]*(?:\\S+\\s+){0,2}(?:["'\`“‘][^"'\`”’]{1,100}["'\`”’]|\\d{3,}|[~\\\\/]\\w)`,
  'i',
);
const PATH = /(?:^|[\s"'`(=])(?:~|[a-z]:)?[\\/][\w.~-]+[\\/.][\w.~-]+/i;

/** The first sentence of a text that dictates a call of a tool that the server does not have. */
export function findDictatedCall(text: VisibleText, server: ReadServer): DictatedCall | undefined {
  if (text.text.length < SHORTEST) return undefined;
  const read = plainTextOf(text);
  const mayName = (plain: string) => server.foreignTools.size > 0 || NAMES_TOOL.test(plain);
  if (!/\d{3}|["'`“‘@\\/]/.test(read.text) || !ORDER_HINT.test(read.text) || !mayName(read.text))
    return undefined;
  for (const sentence of read.sentences) {
    if (!mayName(sentence.text) || !dictates(sentence)) continue;
    const tool = findForeignTool(sentence.text, server);
    if (tool !== undefined) {
      return { sentence: sentence.text, tool, owner: server.foreignTools.get(tool.toLowerCase()) };
    }
  }
  return undefined;
}

function dictates(sentence: Sentence): boolean {
  const { text } = sentence;
  if (!ORDER_HINT.test(text)) return false;
  const hasLiteral =
    PATH.test(text) ||
    (text.includes('@') && MAIL_ADDRESS.test(text)) ||
    WEB_ADDRESS.test(text) ||
    LITERAL.test(text);
  return hasLiteral && (holds(sentence, ORDER) || holds(sentence, MUST) || /\bstep \d/i.test(text));
}

function findForeignTool(sentence: string, { ownNames, foreignTools }: ReadServer): string | undefined {
  const named = namedTools(sentence);
  const known =
    foreignTools.size === 0
      ? []
      : [
          ...[...sentence.matchAll(WORD)].map(([name]) => name),
          ...[...sentence.matchAll(CALLED_TOOL)].map(([, name = '']) => name),
        ].filter((name) => foreignTools.has(name.toLowerCase()));
  return [...known, ...named].find((name) => !ownNames.has(name.toLowerCase()));
}

/** Names that a sentence uses as those of tools. */
export function namedTools(sentence: string): string[] {
  return EACH_NAMED.flatMap((pattern) => [...sentence.matchAll(pattern)].map(([, name = '']) => name));
}

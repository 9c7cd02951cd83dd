import type { ReadServer, VisibleText } from '../share-rule.js';
import { MAIL_ADDRESS, MUST, ORDER, WEB_ADDRESS } from './lists.js';
import { phrases } from './phrases.js';
import { holds, mayFind, type Needs, type PlainText, plainTextOf, type Sentence } from './sentence-words.js';
import type { TextTraits } from './text-traits.js';
import { wordsAround } from './topics.js';
import { verbOf } from './verbs.js';

/** A sentence that says with which literal value a tool is called that this server does not have. */
export interface DictatedCall {
  readonly sentence: string;
  readonly tool: string;
  /** The other server of the same client configuration that has the tool; undefined if none is known. */
  readonly owner: string | undefined;
}

/** `use a_b "x"` */
const SHORTEST = 14;
/** Such a sentence demands, orders, or counts steps. */
const DEMANDS: Needs = [[ORDER], [MUST], [phrases('step')]];
const CALLS = phrases('call, calls');

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
/** `call sendMail`: in capitals and small letters as written. */
const CAMEL =
  /\b(?:[Cc]all|[Ii]nvoke|[Uu]se|[Rr]un|[Ee]xecute|[Cc]alling|[Ii]nvoking|[Uu]sing|[Rr]unning|[Ee]xecuting)\s+(?:the\s+)?["'`“]?([a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)\b(?!\s*=)/;
const EACH_CAMEL = new RegExp(CAMEL, 'g');
/** `write_file(path="/tmp/x", …)`: a call with a path or an address in it. */
const WRITTEN_OUT =
  /(?<![\w.$])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\((?=[^()]{0,120}["'](?:[~/\\]|https?:|[\w.+-]{1,64}@))/;
const GIVEN = /["'](?:[~/\\]|https?:|[\w.+-]{1,64}@)/;
const WRITES_CODE =
  /\b(?:code|scripts?|python|javascript|js|eval\w*|exec\w*|run|notebooks?|sql|quer(?:y|ies)|expressions?|formulas?|macros?|workflows?|automations?)\b/i;
const NAMES_TOOL = new RegExp(NAMED.join('|'), 'i');
/** Names of tools have an underscore, or stand in quotes or before "calls". */
const MAY_NAME = /_|["'`“”‘’][a-z][a-z0-9]*-|\bcalls?\b/i;
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

/** Whether a text dictates a call of any tool, known or not. */
export function mayDictate(
  traits: TextTraits,
  text: Pick<VisibleText, 'text' | 'sentences'>,
  server: Pick<ReadServer, 'foreignTools'>,
): boolean {
  if (text.text.length < SHORTEST) return false;
  const isAsWritten = !traits.mayBeDisguised && !traits.mayBePhrase;
  if (isAsWritten) {
    // A name is joined or has capitals inside, or is one that is known.
    const mayName = traits.joiners + traits.odd > 0 || traits.sets.has(CALLS) || server.foreignTools.size > 0;
    if (!mayName || !(text.text.includes('(') || mayFind(traits, DEMANDS))) return false;
  }
  const read = plainTextOf(text);
  return writtenOut(read.text) !== null || dictating(read, server).length > 0;
}

/** The first sentence of a text that dictates a call of a tool that the server does not have. */
export function findDictatedCall(text: VisibleText, server: ReadServer): DictatedCall | undefined {
  if (text.text.length < SHORTEST) return undefined;
  const read = plainTextOf(text);
  const written = findWrittenOut(read.text, text, server);
  if (written) return written;
  for (const sentence of dictating(read, server)) {
    const tool = findForeignTool(sentence.text, server);
    if (tool !== undefined) {
      return { sentence: sentence.text, tool, owner: server.foreignTools.get(tool.toLowerCase()) };
    }
  }
  return undefined;
}

/** The sentences of a text that dictate a call. Where tools of other servers are known, their names alone say enough. */
function dictating(read: PlainText, { foreignTools }: Pick<ReadServer, 'foreignTools'>): readonly Sentence[] {
  const mayName = (plain: string) =>
    foreignTools.size > 0 || (MAY_NAME.test(plain) && NAMES_TOOL.test(plain)) || CAMEL.test(plain);
  if (!/\d{3}|["'`“‘@\\/]/.test(read.text) || !mayName(read.text) || !mayFind(read, DEMANDS)) return [];
  return read.sentences.filter((sentence) => mayName(sentence.text) && dictates(sentence));
}

function writtenOut(plain: string): RegExpExecArray | null {
  return plain.includes('(') && plain.includes('_') && GIVEN.test(plain) ? WRITTEN_OUT.exec(plain) : null;
}

/** A call that is written out says its tool and values without any demand. */
function findWrittenOut(plain: string, text: VisibleText, server: ReadServer): DictatedCall | undefined {
  const found = writtenOut(plain);
  const tool = found?.[1] ?? '';
  if (!found || verbOf(tool) === undefined || server.ownNames.has(tool)) return undefined;
  if (WRITES_CODE.test(wordsAround(text))) return undefined;
  return { sentence: plain.slice(found.index), tool, owner: server.foreignTools.get(tool) };
}

function dictates(sentence: Sentence): boolean {
  if (!mayFind(sentence, DEMANDS)) return false;
  const { text } = sentence;
  const hasLiteral =
    PATH.test(text) ||
    (text.includes('@') && MAIL_ADDRESS.test(text)) ||
    WEB_ADDRESS.test(text) ||
    LITERAL.test(text);
  return hasLiteral && (holds(sentence, ORDER) || holds(sentence, MUST) || /\bstep \d/i.test(text));
}

function findForeignTool(sentence: string, { ownNames, foreignTools }: ReadServer): string | undefined {
  const named = [...namedTools(sentence), ...[...sentence.matchAll(EACH_CAMEL)].map(([, name = '']) => name)];
  const known =
    foreignTools.size === 0
      ? []
      : [
          ...[...sentence.matchAll(WORD)].map(([name]) => name),
          ...[...sentence.matchAll(CALLED_TOOL)].map(([, name = '']) => name),
        ].filter((name) => foreignTools.has(name.toLowerCase()));
  return [...known, ...named].find((name) => !ownNames.has(name.toLowerCase()));
}

/** A cheap look: false only for texts of which no sentence names a tool. */
export function mayNameTools(text: string): boolean {
  return MAY_NAME.test(text) && NAMES_TOOL.test(text);
}

/** Names that a sentence uses as those of tools. */
export function namedTools(sentence: string): string[] {
  return EACH_NAMED.flatMap((pattern) => [...sentence.matchAll(pattern)].map(([, name = '']) => name));
}

import { groupBy } from '../../../values/group-by.js';
import type { Members } from '../members.js';
import { oncePer } from '../reading/once-per.js';
import { wordsOf } from '../reading/sentences.js';
import type { ReadItem, ReadServer, ShareFound, VisibleText } from '../share-rule.js';
import type { Match } from './sentence-words.js';

/** A thing that is a trap by itself, and what a tool has to be about so that its texts may show it. */
export interface ShownThing<Span extends Match> {
  /** Where it stands in a text, in order. */
  readonly find: (text: string) => readonly Span[];
  /** Describes one of them in a message. */
  readonly describe: (text: string, span: Span) => string;
  /** Matches a sentence about such things, and the words of the name of such a tool. */
  readonly about: RegExp;
  /** The most characters that one occurrence may have. */
  readonly longest: number;
  /** Whether an occurrence says something instead of only being shown. */
  readonly speaks?: (text: string, span: Span) => boolean;
  /** Whether an occurrence is plainly shown in a text of a tool about such things, quoted or not. */
  readonly needsNoQuotes?: (text: string, span: Span) => boolean;
  /** Whether no tool may show this one. */
  readonly isNever?: (span: Span, server: ReadServer) => boolean;
}

/** A text shows a few examples, and a list has a few of them; a payload needs more room. */
const MOST_SHOWN = 10;
/** Different things that a tool may show whose own name is about something else. */
const MOST_KINDS = 2;
/** Words that may stand beside the thing in an example value. */
const MOST_WORDS = 3;

const NONE: readonly ShareFound[] = [];

/** The violation of a text that holds the thing; none without it, or where the text plainly shows it. */
export function foundAsSuch<Span extends Match>(
  text: VisibleText,
  server: ReadServer,
  thing: ShownThing<Span>,
): readonly ShareFound[] {
  const spans = thing.find(text.text);
  const [first] = spans;
  if (first === undefined) return NONE;
  const never = spans.find((span) => thing.isNever?.(span, server));
  const name = never ? 'trap' : classifyShown(text, server, { spans, thing });
  if (name === null) return NONE;
  const detail = thing.describe(text.text, never ?? first);
  return [{ detail, ...(name === 'suspect' && { class: name }) }];
}

interface Occurrences<Span extends Match> {
  readonly spans: readonly Span[];
  readonly thing: ShownThing<Span>;
}

/**
 * The class of things found in a text: a tokenizer has to name its tokens. There are three signs that a text shows a thing:
 * the name of its tool says so, the thing is quoted, and it stands in a sentence about such things. One sign makes a suspect;
 * the name and another one make no issue (null), and so does the name where the thing needs no quotes. The name of the server
 * alone excuses nothing, since it would excuse all of its tools: it counts where one or two things are quoted in a sentence
 * about them. A thing that says something has to be quoted by such a tool to be a suspect, since a name is soon changed.
 */
function classifyShown<Span extends Match>(
  text: VisibleText,
  server: ReadServer,
  { spans, thing }: Occurrences<Span>,
): 'trap' | 'suspect' | null {
  const isShort = spans.every(({ start, end }) => end - start <= thing.longest);
  if (!isShort || spans.length > MOST_SHOWN) return 'trap';
  const isNamed = isAbout(text.owner?.item, thing.about);
  const speaks = spans.some((span) => thing.speaks?.(text.text, span));
  if (isValue(text)) {
    return isNamed && countLike(text, server, thing) <= MOST_SHOWN
      ? classifyValue(text, spans, speaks)
      : 'trap';
  }
  const isQuotedThroughout = spans.every((span) => isQuoted(text.text, span));
  if (speaks) return isNamed && isQuotedThroughout ? 'suspect' : 'trap';
  const isExplainedThroughout = spans.every((span) => isExplained(text.text, span, thing.about));
  if (isNamed) {
    const isShown = isQuotedThroughout || isExplainedThroughout;
    return isShown || spans.every((span) => thing.needsNoQuotes?.(text.text, span)) ? null : 'suspect';
  }
  const kinds = new Set(spans.map(({ start, end }) => text.text.slice(start, end)));
  if (isQuotedThroughout && isExplainedThroughout && kinds.size <= MOST_KINDS) {
    return isAbout(server.about, thing.about) ? null : 'suspect';
  }
  return isQuotedThroughout || isExplainedThroughout ? 'suspect' : 'trap';
}

const valuesByOwner = oncePer(({ longerTexts }: ReadServer) =>
  groupBy(longerTexts.filter(isValue), ({ owner }) => owner),
);

/** By item and thing, how many values of the item hold one. */
const counts = new WeakMap<ReadItem, Map<object, number>>();

function countLike<Span extends Match>(
  { owner }: VisibleText,
  server: ReadServer,
  thing: ShownThing<Span>,
): number {
  if (owner === null) return 0;
  const known = counts.get(owner) ?? new Map<object, number>();
  counts.set(owner, known);
  const count =
    known.get(thing) ??
    (valuesByOwner(server).get(owner) ?? []).filter(({ text }) => thing.find(text).length > 0).length;
  known.set(thing, count);
  return count;
}

function classifyValue({ text }: VisibleText, spans: readonly Match[], speaks: boolean): 'suspect' | null {
  const rest = spans.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    text,
  );
  return !speaks && rest.trim().split(/\s+/).length <= MOST_WORDS ? null : 'suspect';
}

/** Whether the name or the title of a tool or a server, as words, is about such things. */
function isAbout(named: Members | undefined, about: RegExp): boolean {
  return [named?.name, named?.title].some(
    (name) => typeof name === 'string' && about.test(wordsOf(name).join(' ')),
  );
}

/** Whether the text is an example, a default or the like, or a pattern. */
function isValue({ place, path }: VisibleText): boolean {
  return place === 'value' || (place === 'schema-text' && path.at(-1) !== '$comment');
}

const OPENING = '"\'`“‘«„「『';
const CLOSING = '"\'`”’»“」』';
/** What may stand in the same quotes besides the thing: `\u200B (zero-width space)`. */
const BESIDE = 20;

function isQuoted(text: string, { start, end }: Match): boolean {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const after = text.slice(end, end + BESIDE);
  return [...OPENING].some((mark, at) => {
    const open = before.lastIndexOf(mark);
    const close = after.indexOf(CLOSING[at] ?? mark);
    return open !== -1 && close !== -1 && !/[\r\n]/.test(before.slice(open) + after.slice(0, close));
  });
}

/** How far a sentence is followed in each direction. */
const REACH = 300;
const SENTENCE_END = /[.!?;](?:\s|$)|[。！？；\r\n]/;

function isExplained(text: string, { start, end }: Match, about: RegExp): boolean {
  const before = sentenceBefore(text, start);
  const after = text.slice(end, end + REACH).split(SENTENCE_END)[0] ?? '';
  return about.test(before) || about.test(after);
}

/** What stands before a place in its sentence. */
export function sentenceBefore(text: string, start: number): string {
  return (
    text
      .slice(Math.max(0, start - REACH), start)
      .split(SENTENCE_END)
      .at(-1) ?? ''
  );
}

import { isBlank } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import type { ReadServer, ShareFound, VisibleText } from '../share-rule.js';
import type { Match } from './sentence-words.js';

/** A thing that is a trap by itself, and what a tool has to be about so that its texts may show it. */
export interface ShownThing<Span extends Match> {
  /** Where it stands in a text, in order. */
  readonly find: (text: string) => readonly Span[];
  /** Describes one of them in a message. */
  readonly describe: (text: string, span: Span) => string;
  /** Words of which one stands in the name or title of the tool, or of the server. */
  readonly names: ReadonlySet<string>;
  /** Words of which one stands in the same sentence. */
  readonly about: RegExp;
  /** The most characters that one occurrence may have. */
  readonly longest: number;
  /** Whether no tool may show this one. */
  readonly isNever?: (span: Span, server: ReadServer) => boolean;
}

/** A text shows a few examples; a payload needs more room. */
const MOST_SHOWN = 10;
/** Words that may stand beside the thing in an example value. */
const MOST_WORDS = 3;

const NONE: readonly ShareFound[] = [];

/**
 * The violation of a text that holds the thing; none without it, or where it is the documented value of a tool about such
 * things.
 */
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

type Shown = Omit<ShownThing<Match>, 'find' | 'describe' | 'isNever'>;

/**
 * The class of things found in a text: a tokenizer has to name its tokens. `suspect` if each is quoted in a sentence about
 * such things and the name of the tool or server says so too, or if it stands in a value of such a tool; null if it is
 * all that the value holds; otherwise `trap`.
 */
function classifyShown(
  text: VisibleText,
  server: ReadServer,
  { spans, thing }: { readonly spans: readonly Match[]; readonly thing: Shown },
): 'trap' | 'suspect' | null {
  const isShort = spans.every(({ start, end }) => end - start <= thing.longest);
  if (!isShort || spans.length > MOST_SHOWN || !isNamed(text, server, thing)) return 'trap';
  if (isValue(text)) {
    const rest = spans.reduceRight(
      (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
      text.text,
    );
    return rest.trim().split(/\s+/).length <= MOST_WORDS ? null : 'suspect';
  }
  return spans.every((span) => isQuoted(text.text, span) && isExplained(text.text, span, thing))
    ? 'suspect'
    : 'trap';
}

function isNamed({ owner }: VisibleText, { about }: ReadServer, { names }: Shown): boolean {
  const titles = [about.name, about.title, owner?.item.name, owner?.item.title];
  return titles.some(
    (title) => typeof title === 'string' && !isBlank(title) && wordsOf(title).some((word) => names.has(word)),
  );
}

/** Whether the text is an example, a default or the like, or a pattern. */
function isValue({ place, path }: VisibleText): boolean {
  return place === 'value' || (place === 'schema-text' && path.at(-1) !== '$comment');
}

const OPENING = '"\'`“‘«„';
const CLOSING = '"\'`”’»“';
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
const SENTENCE_END = /[.!?;](?:\s|$)|[\r\n]/;

function isExplained(text: string, { start, end }: Match, { about }: Shown): boolean {
  const before =
    text
      .slice(Math.max(0, start - REACH), start)
      .split(SENTENCE_END)
      .at(-1) ?? '';
  const after = text.slice(end, end + REACH).split(SENTENCE_END)[0] ?? '';
  return about.test(before) || about.test(after);
}

import { addToDescription, described } from '../define.js';
import { countWords, quoteVisibly } from '../reading/sentences.js';
import { defineShareRule, TOOL_POISONING } from '../share-rule.js';
import type { Match } from '../words/sentence-words.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';

export const rule = defineShareRule({
  id: 'trap-comment',
  subject: 'text',
  mayHold: ({ isStrange }, { text }) => isStrange && (text.includes('<') || text.includes(']:')),
  class: 'trap',
  severity: 'error',
  title: 'The text holds a part that rendering hides',
  why: 'A reviewer who sees the text rendered does not see a comment of HTML or Markdown, nor an element with a style that hides it, but the model does. That is a place to hide instructions in. A tool about HTML may show a comment of at most three words.',
  fix: 'Remove the part, or write what it says as plain text.',
  evidence: [TOOL_POISONING],
  check: (text, server) => foundAsSuch(text, server, comments),
  examples: {
    pass: described('Turns <b>bold</b> text of an article into Markdown.'),
    fail: described('Gives the price of an article. <!-- in cents -->'),
  },
  mutate: addToDescription(' <!-- kept for another time -->'),
});

/** A comment of more words is a text for somebody, not the sample of a comment. */
const MOST_WORDS = 3;
/** As in `<!-- this is a comment -->`. */
const ABOUT_ITSELF =
  /^<!--(?:\W*\b(?:this|is|an?|the|your|some|any|html|text|here|goes|comments?))+\W*--!?>$/i;

export const comments: ShownThing<Match> = {
  find: findComments,
  describe: (text, { start, end }) => quoteVisibly(text.slice(start, end)),
  about:
    /\b(?:html|css|xml|svg|markdown|markup|comments?|sanitiz\w*|minif\w*|kommentar\w*|comentarios?|comentários?|commentaires?|comment[oi])\b|注释|註解|コメント|комментари/i,
  longest: 40,
  speaks: (text, { start, end }) => {
    const comment = text.slice(start, end).replace(/^<[a-z][^>]*>/i, '');
    return countWords(comment) > MOST_WORDS && !ABOUT_ITSELF.test(comment);
  },
  needsNoQuotes: () => true,
};

/** A style or an attribute that keeps an element from being seen. */
const HIDES = [
  /display\s{0,3}:\s{0,3}none/,
  /visibility\s{0,3}:\s{0,3}hidden/,
  /(?:font-size|opacity)\s{0,3}:\s{0,3}0(?![.\d]*[1-9])/,
  /(?<![\w-])color\s{0,3}[:=]\s{0,3}["']?(?:white\b|transparent\b|#fff(?:fff)?\b)/,
  /\bsize=["']?0\b/,
  /(?<![:=]\s{0,3}|[\w-])hidden(?=[\s=>])/,
];
const LINK_TO_NOWHERE = String.raw`\]:[ \t]*(?:#|<>)[ \t]*[("']`;
/** What opens a part that is not shown: a comment of HTML or of Markdown, or an element. */
const OPENS = new RegExp(
  [
    '<!--',
    String.raw`(?:^[ \t]{0,3}\[[^\]\n]{1,40}|\[//)${LINK_TO_NOWHERE}`,
    `<[a-z]{1,20}\\s[^<>]{0,300}?(?:${HIDES.map(({ source }) => source).join('|')})[^<>]{0,300}>`,
    '<template>',
  ].join('|'),
  'gim',
);
/** HTML ends a comment with either. */
const CLOSES = /--!?>/g;
/** White letters are read on a background of another colour. */
const SHOWN = /background(?![^;"']{0,20}(?:white|#fff|transparent))/i;
/** Words that make what is hidden, or follows a comment that is never closed, more than a sample. */
const LEAST_WORDS = 3;

/** As in "begins with `<!--`" and "add <!--[if mso]> where needed". */
const NAMED = /^<!--(?:[`"'’”»]|\[if [!\w ]{1,20}\]> [a-z])/;

function findComments(text: string): Match[] {
  if (!/<[!a-z]|\]:/i.test(text)) return [];
  const found: Match[] = [];
  let from = 0;
  for (const { 0: opening, index: start } of text.matchAll(OPENS)) {
    if (start < from || SHOWN.test(opening)) continue;
    const inside = start + opening.length;
    const end = endOfHidden(text, opening, inside);
    from = end ?? inside;
    const words = countWords(text.slice(inside, Math.min(end ?? text.length, inside + MOST_READ)));
    const isNamed = NAMED.test(text.slice(start, inside + 30));
    // An empty one, as in "no comments (<!-- -->)", says nothing.
    const least = opening === '<!--' && end !== null && !isNamed ? 1 : LEAST_WORDS;
    if (words >= least && !(isNamed && end === null)) found.push({ start, end: from });
    if (end === null) break;
  }
  return found;
}

const MOST_READ = 200;

/** Where a hidden part ends; null for a comment that is never closed, which hides all that follows. */
function endOfHidden(text: string, opening: string, inside: number): number | null {
  if (opening.startsWith('<!--')) {
    CLOSES.lastIndex = inside;
    const close = CLOSES.exec(text);
    return close && close.index + close[0].length;
  }
  const close = text.indexOf(opening.startsWith('<') ? '<' : '\n', inside);
  return close === -1 ? text.length : close;
}

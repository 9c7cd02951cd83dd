import { exampleTool } from '../define.js';
import { countWords, quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';
import type { Match } from '../words/sentence-words.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';

export const rule = defineShareRule({
  id: 'trap-comment',
  subject: 'text',
  passesPlainText: true,
  class: 'trap',
  severity: 'error',
  title: 'The text holds an HTML comment',
  why: 'A reviewer who sees the text rendered does not see the comment, but the model does. That is a place to hide instructions in. A tool about HTML may show one of at most three words.',
  fix: 'Remove the comment, or write what it says as plain text.',
  evidence: [
    {
      source: 'OWASP MCP Top 10, MCP03',
      says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
    },
  ],
  check: (text, server) => foundAsSuch(text, server, comments),
  examples: {
    pass: { tools: [exampleTool({ description: 'Turns <b>bold</b> text of an article into Markdown.' })] },
    fail: { tools: [exampleTool({ description: 'Gives the price of an article. <!-- in cents -->' })] },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')} <!-- kept for another time -->`;
    return true;
  },
});

/** A comment of more words is a text for somebody, not the sample of a comment. */
const MOST_WORDS = 3;
/** As in `<!-- this is a comment -->`. */
const ABOUT_ITSELF = /^<!--(?:\W*\b(?:this|is|an?|the|your|some|any|html|text|here|goes|comments?))+\W*-->$/i;

export const comments: ShownThing<Match> = {
  find: findComments,
  describe: (text, { start, end }) => quoteVisibly(text.slice(start, end)),
  about:
    /\b(?:html|xml|svg|markdown|markup|comments?|sanitiz\w*|minif\w*|kommentar\w*|comentarios?|comentários?|commentaires?|comment[oi])\b|注释|註解|コメント|комментари/i,
  longest: 40,
  speaks: (text, { start, end }) => {
    const comment = text.slice(start, end);
    return countWords(comment) > MOST_WORDS && !ABOUT_ITSELF.test(comment);
  },
  needsNoQuotes: () => true,
};

function findComments(text: string): Match[] {
  const found: Match[] = [];
  for (let end = 0; ; ) {
    const start = text.indexOf('<!--', end);
    const close = start === -1 ? -1 : text.indexOf('-->', start + '<!--'.length);
    if (close === -1) return found;
    end = close + '-->'.length;
    // An empty one, as in "no comments (<!-- -->)", says nothing.
    if (/[\p{L}\d]/u.test(text.slice(start, end))) found.push({ start, end });
  }
}

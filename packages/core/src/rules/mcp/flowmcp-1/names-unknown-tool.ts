import { addToDescription, described } from '../define.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule, type ReadServer } from '../share-rule.js';
import { findDictatedCall, mayNameTools, namedTools } from '../words/dictated-calls.js';
import { plainTextOf } from '../words/sentence-words.js';
import { verbOf } from '../words/verbs.js';

export const rule = defineShareRule({
  id: 'names-unknown-tool',
  subject: 'text',
  class: 'smell',
  group: 'items',
  loss: 0.25,
  severity: 'info',
  title: 'The text names a tool that the server does not have',
  why: 'A model that follows the text looks for a tool that does not exist, or calls one of another server that only has the same name. Mostly the tool was renamed.',
  fix: 'Write the present name of the tool, or take the sentence out.',
  lift: 'correct {n} name{s} of unknown tools',
  evidence: [],
  right: 3,
  check: (text, server) => {
    if (text.place === 'value' || text.place === 'schema-text') return [];
    if (!mayNameTools(plainTextOf(text).text)) return [];
    const named = text.sentences.flatMap(namedTools);
    // A name without a verb is mostly that of an argument: "use osm_type".
    const unknown = named.find((name) => verbOf(name) !== undefined && !isKnown(name.toLowerCase(), server));
    // With a value for the call in it, the text is a suspect instead.
    const isSmell = unknown !== undefined && !findDictatedCall(text, server);
    return isSmell ? [{ detail: quoteVisibly(unknown) }] : [];
  },
  examples: {
    pass: described('Gives a price. Call get_price again for the next one.'),
    fail: described('Gives a price. Call list_articles for the numbers.'),
  },
  mutate: addToDescription(' Call list_nowhere_known for more.'),
});

function isKnown(name: string, { ownNames, foreignTools }: ReadServer): boolean {
  return ownNames.has(name) || foreignTools.has(name);
}

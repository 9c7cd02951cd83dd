import { addToDescription, described } from '../define.js';
import { countWords, quoteVisibly, splitSentences } from '../reading/sentences.js';
import {
  defineShareRule,
  type ReadServer,
  type ShareFound,
  TOOL_POISONING,
  type VisibleText,
} from '../share-rule.js';
import { type EncodedText, findEncoded, ODD_PIECE } from '../words/encoded-text.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';
import { rule as otherTools } from './suspect-other-tools.js';
import { rule as override } from './suspect-override.js';
import { rule as privateData } from './suspect-private-data.js';
import { rule as secrecy } from './suspect-secrecy.js';
import { rule as sink } from './suspect-sink.js';
import { rule as wording } from './suspect-wording.js';

export const rule = defineShareRule({
  id: 'trap-encoded-text',
  subject: 'text',
  mayHold: ({ odd }, { text, place }) => findEncoded(text).length > 0 || (odd > 0 && place === 'value'),
  class: 'trap',
  severity: 'error',
  title: 'The text holds words in an encoded form',
  why: 'A model can decode base64, base32, hexadecimal digits, codes of characters, escapes and ROT13, also in pieces; the person who approves the tool does not. A tool about encodings may show a short sample.',
  fix: 'Write the words as plain text. A tool about encodings gives a short sample in quotation marks.',
  evidence: [TOOL_POISONING],
  check: (text, server) => {
    const found = foundAsSuch(text, server, encodedTexts);
    return found.length > 0 ? found : findInList(text, server);
  },
  examples: {
    pass: described('Gives a price by its hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c.'),
    fail: described('Gives a price. V2F0ZXIgdGhlIGZsb3dlcnMgYXQgbm9vbiBldmVyeSBkYXku'),
  },
  mutate: addToDescription(' V2F0ZXIgdGhlIGZsb3dlcnMgYXQgbm9vbiBvbiBldmVyeSBkYXkgb2YgdGhlIHN1bW1lci4='),
});

/** Samples say hello; an order takes more words. */
const MOST_WORDS = 9;

export const encodedTexts: ShownThing<EncodedText> = {
  find: findEncoded,
  describe: (text, { start, end, words }) =>
    `${quoteVisibly(text.slice(start, end))} reads ${quoteVisibly(words)}`,
  isNever: ({ words }, server) => steers(words, server),
  about:
    /\b(?:en|de)cod\w*|\b(?:(?:base ?64|b64)(?:url)?|base ?32|rot ?13|hex\w*|(?:un)?escap\w*|entit\w+|percent|jwt|codec|cipher|codific\w*|decodific\w*|kodier\w*|dekodier\w*)\b|编码|解码|エンコード|デコード|кодир/i,
  longest: 160,
  speaks: (_, { words }) => countWords(words) > MOST_WORDS,
};

/** Lists of values, with the place of the first member that may be a piece. */
const firstPieces = new WeakMap<readonly unknown[], number>();

function isInList({ place, path }: Pick<VisibleText, 'place' | 'path'>): boolean {
  return place === 'value' && typeof path.at(-1) === 'number';
}

/** Words whose pieces are the members of one list, reported at the first of them. */
function findInList({ text, place, path }: VisibleText, { snapshot }: ReadServer): readonly ShareFound[] {
  const at = path.at(-1);
  if (!isInList({ place, path }) || !ODD_PIECE.test(text)) return [];
  const list: unknown = path
    .slice(0, -1)
    .reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], snapshot);
  if (!Array.isArray(list) || list.length === 1) return [];
  const isText = (one: unknown) => typeof one === 'string' && !one.startsWith('data:image/');
  const first = firstPieces.get(list) ?? list.findIndex((one) => isText(one) && ODD_PIECE.test(one));
  firstPieces.set(list, first);
  // What a text holds by itself was judged there.
  if (first !== at || findEncoded(text).length > 0) return [];
  const [found] = findEncoded(list.filter(isText).join(' '));
  return found ? [{ detail: `the list reads ${quoteVisibly(found.words)}` }] : [];
}

const WORDING = [override, secrecy, privateData, sink, otherTools, wording];

/** Whether decoded words are suspect themselves: no tool is about those. */
function steers(words: string, server: ReadServer): boolean {
  const text: VisibleText = {
    ...{ text: words, place: 'description', path: [], owner: null },
    sentences: splitSentences(words),
  };
  return WORDING.some((rule) => rule.subject === 'text' && rule.check(text, server).length > 0);
}

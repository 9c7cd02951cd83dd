import { exampleTool } from '../define.js';
import { quoteVisibly, splitSentences } from '../reading/sentences.js';
import { defineShareRule, type ReadServer, type VisibleText } from '../share-rule.js';
import { type EncodedText, findEncoded } from '../words/encoded-text.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';
import { rule as otherTools } from './suspect-other-tools.js';
import { rule as override } from './suspect-override.js';
import { rule as privateData } from './suspect-private-data.js';
import { rule as secrecy } from './suspect-secrecy.js';
import { rule as sink } from './suspect-sink.js';

export const rule = defineShareRule({
  id: 'trap-encoded-text',
  subject: 'text',
  class: 'trap',
  severity: 'error',
  title: 'The text holds words in an encoded form',
  why: 'A model can decode base64, hexadecimal digits and escapes; the person who approves the tool does not. A tool about encodings that quotes a short sample has it as a suspect.',
  fix: 'Write the words as plain text. A tool about encodings gives a short sample in quotation marks.',
  evidence: [
    {
      source: 'OWASP MCP Top 10, MCP03',
      says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
    },
  ],
  check: (text, server) => foundAsSuch(text, server, THING),
  examples: {
    pass: {
      tools: [
        exampleTool({
          description: 'Gives a price by its hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c.',
        }),
      ],
    },
    fail: {
      tools: [
        exampleTool({ description: 'Gives a price. V2F0ZXIgdGhlIGZsb3dlcnMgYXQgbm9vbiBldmVyeSBkYXku' }),
      ],
    },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')} V2F0ZXIgdGhlIGZsb3dlcnMgYXQgbm9vbiBldmVyeSBkYXku`;
    return true;
  },
});

const THING: ShownThing<EncodedText> = {
  find: findEncoded,
  describe: (text, { start, end, words }) =>
    `${quoteVisibly(text.slice(start, end))} reads ${quoteVisibly(words)}`,
  isNever: ({ words }, server) => steers(words, server),
  names: new Set([
    ...[
      'encode',
      'decode',
      'encoder',
      'decoder',
      'encoding',
      'decoding',
      'encoded',
      'decoded',
      'base64',
      'hex',
    ],
    ...[
      'escape',
      'unescape',
      'escaped',
      'url',
      'uri',
      'percent',
      'entity',
      'entities',
      'jwt',
      'codec',
      'cipher',
    ],
  ]),
  about: /\b(?:en|de)cod\w*|\b(?:base64(?:url)?|hex\w*|escape\w*|unescape\w*|entit\w+|percent|jwt)\b/i,
  longest: 160,
};

const WORDING = [override, secrecy, privateData, sink, otherTools];

/** Whether decoded words are suspect themselves: no tool is about those. */
function steers(words: string, server: ReadServer): boolean {
  const text: VisibleText = {
    ...{ text: words, place: 'description', path: [], owner: null },
    sentences: splitSentences(words),
  };
  return WORDING.some((rule) => rule.subject === 'text' && rule.check(text, server).length > 0);
}

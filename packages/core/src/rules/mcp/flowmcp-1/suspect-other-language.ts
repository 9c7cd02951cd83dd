import { described } from '../define.js';
import { oncePer } from '../reading/once-per.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule, type ReadServer, type VisibleText } from '../share-rule.js';
import { languageOf } from '../words/languages.js';

const GERMAN = 'Der Preis gilt nicht für alle und ist ohne Steuer.';

export const rule = defineShareRule({
  id: 'suspect-other-language',
  subject: 'text',
  isSlow: true,
  class: 'suspect',
  severity: 'warning',
  title: 'One sentence of an English text is in another language',
  why: 'A model reads every language, while whoever reviews the server may read only one. A lone sentence in another language is where orders for the model are hidden.',
  fix: 'Write the text in one language. Put words of another language into quotation marks, and say what they mean.',
  evidence: [
    {
      source: 'Yong et al., Low-Resource Languages Jailbreak GPT-4, arXiv 2310.02446',
      says: 'Requests that a model refuses in English pass in other languages.',
    },
  ],
  check: (text, server) => {
    const sentence = mayMix(text) ? findOther(text) : undefined;
    return sentence === undefined || isBilingual(server) ? [] : [{ detail: quoteVisibly(sentence) }];
  },
  examples: {
    pass: described('Gives a price. In German it is called "der Preis für alle Kunden".'),
    fail: described(`Gives the current price of one article. ${GERMAN}`),
  },
  mutate: (tool, { tools }) => {
    if (OTHER_SCRIPT.test(JSON.stringify(tools))) return false;
    tool.description = `Gives the current price of one article from the list. ${GERMAN}`;
    return true;
  },
});

const OTHER_SCRIPT = /[\u0370-\u1FFF\u3040-\uFAFF]{6}/;
/** A text of two sentences, one of which may be English. */
const SEVERAL = /[.!?;:。！？；\n]\s*\S/;
const ENGLISH = /\b(?:the|and|with|for|from|are|when|this|your|is|of|to|a)\b/i;
const SHORTEST = 40;

function isProse({ place }: VisibleText): boolean {
  return place === 'description' || place === 'instructions' || place === 'title';
}

function mayMix(text: VisibleText): boolean {
  return (
    isProse(text) && text.text.length >= SHORTEST && SEVERAL.test(text.text.trim()) && ENGLISH.test(text.text)
  );
}

/** The first sentence in another language, in a text that begins in English or holds two English sentences. */
function findOther({ sentences }: VisibleText): string | undefined {
  const other = sentences.find((sentence) => languageOf(sentence) === 'other');
  if (other === undefined) return undefined;
  const english = sentences.filter((sentence) => languageOf(sentence) === 'english');
  return english.length > 1 || english[0] === sentences[0] ? other : undefined;
}

/** So many texts in two languages are no habit. */
const MOST = 2;

/** Whether the server has texts that are all in another language, or often adds one to English. */
const isBilingual = oncePer(({ longerTexts }: ReadServer): boolean => {
  const prose = longerTexts.filter(isProse);
  if (prose.filter((text) => mayMix(text) && findOther(text) !== undefined).length > MOST) return true;
  return prose.some(({ sentences }) => {
    const languages = sentences.map(languageOf);
    return languages.includes('other') && !languages.includes('english');
  });
});

import { defineFinding } from './define.js';
import { findPhrases } from './material/descriptions.js';

/** Things that praise is spent on. */
const OFFER =
  '(?:access|analysis|analytics|api|capabilit(?:y|ies)|choice|collection|coverage|database|endpoint|engine|features?|filters?|filtering|interface|library|marketplace|exchange|platform|provider|quer(?:y|ies)|resource|search|service|solution|source|suite|tools?|way)';
/**
 * Words that only praise. Those with a plain meaning as well (a powerful earthquake, the Premier League, an
 * outstanding amount, a best bid) count only with something they would praise close behind them.
 */
const PRAISE = [
  /\b(?:blazing(?:ly)?|cutting[- ]edge|effortless(?:ly)?|game[- ]chang(?:er|ing)|hassle[- ]free|industry[- ]leading|lightning[- ]fast|seamless(?:ly)?|state[- ]of[- ]the[- ]art|top[- ]notch|ultra[- ]fast|unbeatable|unparalleled|unrivall?ed|user[- ]friendly|world[- ]class|comprehensive(?:ly)?)\b/i,
  new RegExp(
    `\\b(?:amazing|awesome|excellent|exceptional|fantastic|great|groundbreaking|incredible|innovative|intuitive|leading|next[- ]generation|outstanding|perfect|powerful|premier|revolutionary|robust|superior|ultimate|unmatched|versatile)(?:,| and)? (?:[\\w-]+ ){0,2}?${OFFER}\\b`,
    'i',
  ),
  /\bmore powerful than\b/i,
  /\brich (?:\w+ )?(?:content|data|details|information|metadata|results)\b/i,
  /\bbest[- ](?:in[- ]class|of[- ]breed|available|source|solution|api|tool|service|way to)\b/i,
  new RegExp(
    `\\bthe most (?:complete|trusted|reliable|powerful|advanced|accurate) (?:[\\w-]+ ){0,2}?${OFFER}\\b`,
    'i',
  ),
  /\bthe (?:world's|market's) (?:leading|largest|biggest|best|most \w+)\b/i,
  /\b(?:super|extremely|incredibly|remarkably|insanely|very|really) (?:easy|fast|simple|powerful|useful|accurate|reliable)\b/i,
];

export const finding = defineFinding({
  id: 'description-promotional',
  code: 'FND-001',
  areas: ['single-test', 'tools-aggregate-schema', 'namespace-description'],
  why: 'A model chooses a tool by its description. Praise is the same for every tool, so it helps nobody to choose and can not be checked against a response.',
  check: ({ main }) => findPhrases(main, PRAISE),
  examples: {
    pass: {
      source: `export const main = {
    description: 'Best bid and ask, outstanding debt, the most popular pairs. Leading zeros are kept.',
    tools: {}
}`,
    },
    fail: {
      source: `export const main = {
    description: 'Prices of tokens.',
    tools: { price: { description: 'Powerful, industry-leading access to prices.' } }
}`,
    },
  },
});

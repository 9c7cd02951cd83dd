import type { ValuePath } from '../../../sources/logic/module-reading.js';
import type { Filled, FoundPlace } from '../../finding.js';
import {
  isObject,
  isText,
  type Members,
  memberOf,
  parametersOf,
  toolsOf,
} from '../../schema/schema-members.js';

/**
 * Every text that describes the schema, a tool or a parameter; grading spec 04 requires all these texts to be neutral.
 */
function describedTexts(main: Members): { path: ValuePath; text: string }[] {
  const owners: { value: Members; path: ValuePath }[] = [
    { value: main, path: [] },
    ...toolsOf(main).flatMap((tool) => [tool, ...parametersOf(tool)]),
  ];
  return owners.flatMap(({ value, path }) => {
    const position = memberOf(value, 'position');
    const nested = isObject(position) ? memberOf(position, 'description') : undefined;
    return [
      ...textAt(memberOf(value, 'description'), [...path, 'description']),
      ...textAt(nested, [...path, 'position', 'description']),
    ];
  });
}

/** Maximum number of characters of a description that are searched; the longest public one has about 700. */
const LONGEST = 5000;

function textAt(text: unknown, path: ValuePath): { path: ValuePath; text: string }[] {
  return isText(text) ? [{ path, text }] : [];
}

/** For each description, the first phrase that matches one of the patterns. */
export function findPhrases(main: Members, patterns: readonly RegExp[]): Filled<FoundPlace, 'phrase'>[] {
  return describedTexts(main).flatMap(({ path, text }) => {
    const phrase = findPhrase(text, patterns);
    return phrase === null ? [] : [{ path, args: { phrase } }];
  });
}

/** The first phrase in the text that matches one of the patterns, with what follows it; null if none matches. */
export function findPhrase(text: string, patterns: readonly RegExp[]): string | null {
  const read = text.slice(0, LONGEST);
  const found = patterns
    .flatMap((pattern) => {
      const match = pattern.exec(read);
      return match ? [match] : [];
    })
    .sort((left, right) => left.index - right.index)[0];
  return found ? quoteFrom(read, found) : null;
}

const CONTEXT = 40;

/** The phrase plus the next few words, so that it can be judged without opening the file. */
function quoteFrom(text: string, found: RegExpExecArray): string {
  const start = found.index + found[0].length - found[0].replace(/^[^\w]+/, '').length;
  const end = found.index + found[0].length;
  const rest = text.slice(end, end + CONTEXT);
  const stop = /[.!?;](?:\s|$)/.exec(rest);
  const more = stop ? rest.slice(0, stop.index) : rest.replace(/\s+\S*$/, '');
  return (text.slice(start, end) + more).trim();
}

/** Things that are praised. */
const OFFER =
  '(?:access|analysis|analytics|api|capabilit(?:y|ies)|choice|collection|coverage|database|endpoint|engine|features?|filters?|filtering|interface|library|marketplace|exchange|platform|provider|quer(?:y|ies)|resource|search|service|solution|source|suite|tools?|way)';

/**
 * Words between the praise and the thing that it praises. The group captures on purpose: otherwise node unrolls the
 * short repetition into three copies of the list of things, and the first match takes four times as long.
 */
const WORDS_BETWEEN = '([\\w-]+ ){0,2}?';

/**
 * Words of praise. Words that also have a neutral meaning (a powerful earthquake, the Premier League, an outstanding
 * amount, a best bid) count only if something that they could praise follows closely.
 */
export const PRAISE = [
  /\b(?:blazing(?:ly)?|cutting[- ]edge|effortless(?:ly)?|game[- ]chang(?:er|ing)|hassle[- ]free|industry[- ]leading|lightning[- ]fast|seamless(?:ly)?|state[- ]of[- ]the[- ]art|top[- ]notch|ultra[- ]fast|unbeatable|unparalleled|unrivall?ed|user[- ]friendly|world[- ]class|comprehensive(?:ly)?)\b/i,
  new RegExp(
    `\\b(?:amazing|awesome|excellent|exceptional|fantastic|great|groundbreaking|incredible|innovative|intuitive|leading|next[- ]generation|outstanding|perfect|powerful|premier|revolutionary|robust|superior|ultimate|unmatched|versatile)(?:,| and)? ${WORDS_BETWEEN}${OFFER}\\b`,
    'i',
  ),
  /\bmore powerful than\b/i,
  /\brich (?:\w+ )?(?:content|data|details|information|metadata|results)\b/i,
  /\bbest[- ](?:in[- ]class|of[- ]breed|available|source|solution|api|tool|service|way to)\b/i,
  new RegExp(
    `\\bthe most (?:complete|trusted|reliable|powerful|advanced|accurate) ${WORDS_BETWEEN}${OFFER}\\b`,
    'i',
  ),
  /\bthe (?:world's|market's) (?:leading|largest|biggest|best|most \w+)\b/i,
  /\b(?:super|extremely|incredibly|remarkably|insanely|very|really) (?:easy|fast|simple|powerful|useful|accurate|reliable)\b/i,
];

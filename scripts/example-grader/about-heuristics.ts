import type { AboutMaterial } from './companion-views.js';
import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notJudged,
  passIf,
} from './judgement.js';
import { partsAbout, proseOf } from './markdown-parts.js';
import { LIMITS_TITLE } from './skill-steps.js';
import { FILLER, JARGON, PROMOTION } from './word-lists.js';
import { contentWords, holdsWord, properNames, sentencesOf, splitName, wordsOf } from './words.js';

const PERSONAS =
  /\b(?:ai[ -]engineer|decision[ -]maker|hackathon[ -]builder|schema[ -]maintainer|security[ -]reviewer|api[ -]integration[ -]engineer|documentation[ -]dx[ -]reviewer)s?\b/gi;
const AUDIENCE_TITLE = /\b(?:for whom|who (?:it|this) is for|personas?|audience|readers?)\b/i;
const CONVENTIONS_TITLE = /\b(?:conventions?|units?|formats?|spelling)\b/i;
const CASES_TITLE = /\b(?:use cases?|applications?|scenarios?|examples?)\b/i;
const SOURCE =
  /\b(?:published|provided|operated|maintained|collected|measured) by\b|\b(?:offices?|agency|agencies|authority|institutes?|ministry|company|operators?|foundation|university|official)\b/i;
const FRESHNESS =
  /\b(?:every|each) (?:\w+ )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:hourly|daily|weekly|monthly|yearly|quarterly|real time|up to date|updated|revised)\b/i;
const COST =
  /\b(?:free|no charge|free of charge|costs?|price|prices|pricing|paid|fee|subscription|quota|per (?:second|minute|hour|day|month|call|request))\b/i;
const EXCLUDES = /\b(?:no|not|without|only|except|nothing|none)\b/i;
const NONE_PUBLISHED = /\b(?:no|without) terms\b|\bterms of (?:service|use) (?:are|were) not published\b/i;
/** Characters in which somebody who decides expects the essentials. */
const OPENING = 900;

/** One heuristic per question of the area about-namespace that is not answered by code. */
export const ABOUT_HEURISTICS: Readonly<Record<string, Heuristic<AboutMaterial>>> = {
  'Q-about-namespace-02': judgePersonas,
  'Q-about-namespace-03': judgeOffer,
  'Q-about-namespace-04': judgeUseCases,
  'Q-about-namespace-05': judgePraise,
  'Q-about-namespace-06': judgeTerms,
  'Q-about-namespace-07': judgeOpening,
};

function judgePersonas({ about }: AboutMaterial): Judgement {
  const named = [
    ...new Set((about.match(PERSONAS) ?? []).map((name) => name.toLowerCase().replaceAll('-', ' '))),
  ];
  const audience = partsAbout(about, AUDIENCE_TITLE);
  const gains = audience
    .flatMap(({ points }) => points)
    .filter((point) => contentWords(point.replace(PERSONAS, '')).length >= 4);
  return addUp(
    `${listed(named, 'persona')} by name, ${counted(audience.length, 'part')} on the readers, ${counted(gains.length, 'statement')} of at least four words on what one of them gets`,
    [
      {
        points: 1.5,
        isThere: named.length > 0,
        text: 'a persona is named',
        hint: hint('Name the personas the namespace is made for.', 'high'),
      },
      { points: 1, isThere: audience.length > 0, text: 'it has a part of its own' },
      {
        points: 1.5,
        isThere: gains.length > 0,
        text: 'it is said what it gets',
        hint: hint('Say for each persona what it gets out of the namespace.', 'medium'),
      },
    ],
  );
}

function judgeOffer({ about, tools }: AboutMaterial): Judgement {
  const named = tools.filter(({ tool }) => isCovered(tool, about));
  const limits = partsAbout(about, LIMITS_TITLE).flatMap(({ points }) => points);
  const conventions = partsAbout(about, CONVENTIONS_TITLE).flatMap(({ points }) => points);
  const claimed = claimedTools(about).filter((name) => !tools.some(({ tool }) => tool === name));
  return addUp(
    `${counted(tools.length, 'tool')}, ${named.length} of them told of; ${counted(limits.length, 'limitation')}, ${counted(conventions.length, 'convention')}; ${listed(claimed, 'tool')} told of that the namespace does not have`,
    [
      {
        points: 1,
        isThere: named.length > 0 && 2 * named.length >= tools.length,
        text: 'at least half of the tools are told of',
        hint: hint('Say of each tool in a line what it returns.', 'high'),
      },
      {
        points: 1.25,
        isThere: limits.length >= 2,
        text: 'limitations are listed',
        hint: hint('List what the namespace can not do.', 'high'),
      },
      {
        points: 1,
        isThere: conventions.length >= 2,
        text: 'conventions are listed',
        hint: hint('List units, spellings and shared lists.', 'medium'),
      },
      {
        points: 0.75,
        isThere: named.length > 0 && claimed.length === 0,
        text: 'nothing is claimed that is not there',
      },
    ],
  );
}

function judgeUseCases({ about, tools }: AboutMaterial): Judgement {
  const cases = partsAbout(about, CASES_TITLE).flatMap(({ points }) => points);
  const told = cases.filter((point) => wordsOf(point).length >= 12);
  const carried = told.filter((point) => tools.some(({ tool }) => isCovered(tool, point)));
  return addUp(
    `${counted(cases.length, 'use case')}, ${told.length} of at least twelve words, ${carried.length} of these with a tool that carries it`,
    [
      { points: 0.5, isThere: cases.length > 0, text: 'use cases are named' },
      {
        points: 1.75,
        isThere: told.length >= 2,
        text: 'two are told',
        hint: hint('Tell two use cases: who asks, what, and what they hold at the end.', 'high'),
      },
      {
        points: 1.75,
        isThere: carried.length >= 2,
        text: 'two name the tools they need',
        hint: hint('Name the tools each use case needs.', 'medium'),
      },
    ],
  );
}

function judgePraise({ about }: AboutMaterial): Judgement {
  return judgePromotion(about);
}

/** Of any About: praise, filler and shouting instead of facts. */
export function judgePromotion(about: string): Judgement {
  const words = wordsOf(about);
  const praise = words.filter((word) => PROMOTION.has(word));
  const filler = words.filter((word) => FILLER.has(word));
  const shouts = about.match(/!/g)?.length ?? 0;
  return deduct(
    `${counted(words.length, 'word')}: ${listed(praise, 'word')} of praise, ${listed(filler, 'word')} of filler, ${counted(shouts, 'exclamation mark')}`,
    [
      {
        points: praise.length + 0.5 * shouts,
        text: 'praise stands where facts should',
        hint: hint(`Leave out the praise (${[...new Set(praise)].join(', ')}).`, 'medium'),
      },
      { points: 0.5 * filler.length, text: 'filler carries no fact' },
      { points: contentWords(about).length < 20 ? 2 : 0, text: 'hardly anything about the subject' },
    ],
  );
}

function judgeTerms({ about, declaredTerms, recordedTerms }: AboutMaterial): Judgement {
  const links = (about.match(/https?:\/\/[^\s<>()"'`]+/g) ?? []).map((link) => link.replace(/[.,;:]+$/, ''));
  const linked = links.filter((link) => declaredTerms.includes(link));
  const records = recordedTerms.filter(({ url }) => linked.includes(url));
  if (records.length > 0 && records.every(({ reachable }) => !reachable)) {
    return notJudged('The linked terms could not be opened when the schemas were tested.');
  }
  const foreign = records.filter(({ sameRootDomain }) => sameRootDomain === false);
  const sentences = sentencesOf(proseOf(about));
  const cost = sentences.filter((sentence) => COST.test(sentence));
  const none = sentences.filter((sentence) => NONE_PUBLISHED.test(sentence));
  return passIf(
    ((linked.length > 0 && foreign.length === 0) || none.length > 0) && cost.length > 0,
    `${listed(links, 'link')}, ${linked.length} of them declared as terms of service by a schema, ${foreign.length} on another domain; ${counted(cost.length, 'sentence')} about cost, ${none.length} saying that no terms are published`,
    hint("Link the provider's terms of service and say what access costs.", 'medium'),
  );
}

function judgeOpening({ about, namespace }: AboutMaterial): Judgement {
  return judgeEssentials(about, namespace);
}

/** Of any About: what somebody who decides has to find near its beginning. */
export function judgeEssentials(about: string, ownName: string): Judgement {
  const opening = proseOf(about.slice(0, OPENING)).trim();
  const sentences = sentencesOf(opening);
  const places = properNames(opening).filter((word) => word.toLowerCase() !== ownName);
  const hard = wordsOf(opening).filter((word) => JARGON.has(word));
  const saying = (what: RegExp) => sentences.filter((sentence) => what.test(sentence)).length;
  const [source, freshness, cost, limits] = [SOURCE, FRESHNESS, COST, EXCLUDES].map(saying);
  return addUp(
    `${counted(sentences.length, 'sentence')} in the first ${OPENING} characters: about the source ${source}, the freshness ${freshness}, the cost ${cost}, what is left out ${limits}; ${listed(places, 'name')} of places or bodies, ${listed(hard, 'word')} of the trade`,
    [
      { points: 0.75, isThere: source !== 0, text: 'the source is named', hint: early('the source') },
      {
        points: 0.5,
        isThere: places.length > 0,
        text: 'the region or body is named',
        hint: early('the region'),
      },
      {
        points: 0.75,
        isThere: freshness !== 0,
        text: 'the freshness is said',
        hint: early('how fresh the data are'),
      },
      { points: 0.75, isThere: cost !== 0, text: 'the cost is said', hint: early('what access costs') },
      { points: 0.5, isThere: limits !== 0, text: 'a limit is named', hint: early('what is left out') },
      { points: 0.75, isThere: sentences.length > 0 && hard.length <= 1, text: 'in plain words' },
    ],
  );
}

/** By its name, or by all the words its name consists of but the verb. */
function isCovered(tool: string, text: string): boolean {
  if (text.includes(tool)) return true;
  const thing = splitName(tool).slice(1);
  return thing.length > 1 && thing.every((word) => holdsWord(wordsOf(text), word));
}

/** Names in code marks that look like those of tools. */
function claimedTools(about: string): string[] {
  return [...about.matchAll(/`((?:get|list|search|find|fetch)[A-Z][A-Za-z0-9]*)`/g)].map(
    ([, name = '']) => name,
  );
}

function early(what: string): Hint {
  return hint(`Say ${what} near the beginning.`, 'low');
}

function hint(suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: 'resources.about', suggestion, priority };
}

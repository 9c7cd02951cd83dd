import { judgeEssentials, judgePromotion } from './about-heuristics.js';
import {
  addUp,
  counted,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notApplicable,
  share,
} from './judgement.js';
import { partsAbout, proseOf } from './markdown-parts.js';
import { namespaceOf, type SelectionMaterial, type SelectionMember } from './selection-views.js';
import { contentWords, holdsWord, sentencesOf, splitName, wordsOf } from './words.js';

export const IDENTITY_TITLE = /\bidentity\b/i;
export const CASES_TITLE = /\buse cases?\b/i;
export const PERSONAS_TITLE = /\bpersonas?\b/i;
/** A person with a question, or with something to settle. */
export const WANTS =
  /\b(?:asks?|decides?|looks? (?:for|up)|chooses?|wants?|needs?|has to|plans?|compares?|checks?|does not know)\b/i;
const BORDER = /\b(?:no|not|nothing|none|only|without|except|nor|where(?:ver)? it)\b/i;
const LEADS_TO = /\b(?:leads?|goes|go|then|next|from|to|before|after|start|begin|first)\b/i;

/** One heuristic per question of the area about-selection that is not answered by code. */
export const SELECTION_ABOUT_HEURISTICS: Readonly<Record<string, Heuristic<SelectionMaterial>>> = {
  'Q-about-selection-02': judgeTheme,
  'Q-about-selection-03': judgeCase,
  'Q-about-selection-04': judgeContributions,
  'Q-about-selection-05': judgeLevels,
  'Q-about-selection-06': ({ about }) => judgePromotion(about),
  'Q-about-selection-07': ({ about, selectionId }) => judgeEssentials(about, selectionId),
};

function judgeTheme({ about, name, members }: SelectionMaterial): Judgement {
  const identity = partsAbout(about, IDENTITY_TITLE)
    .map(({ text }) => text)
    .join('\n');
  const sentences = sentencesOf(identity);
  const borders = sentences.filter((sentence) => BORDER.test(sentence));
  const told = contentWords(`${name} ${identity}`);
  const inside = members.filter((member) =>
    contentWords(wordsAbout(member)).some((word) => holdsWord(told, word)),
  );
  const [heading = ''] = about.split('\n').filter((line) => line.startsWith('# '));
  const agreed = contentWords(heading).filter((word) => holdsWord(contentWords(name), word));
  return addUp(
    `${counted(sentences.length, 'sentence')} of identity, ${borders.length} of them with a border; ${inside.length} of ${counted(members.length, 'member')} with a word of it; ${counted(agreed.length, 'word')} of the title in the name`,
    [
      {
        points: 1,
        isThere: sentences.length >= 2 && sentences.length <= 8,
        text: 'told in a few sentences',
        hint: hint('Say in two or three sentences below "Identity" what the group is about.', 'high'),
      },
      {
        points: 1.25,
        isThere: borders.length > 0,
        text: 'with a border',
        hint: hint('Say what does not belong to the group.', 'medium'),
      },
      {
        points: 1.25,
        isThere: members.length > 0 && inside.length === members.length,
        text: 'every member is inside',
        hint: hint('Tell the theme so that every member has a place in it.', 'medium'),
      },
      { points: 0.5, isThere: agreed.length > 0, text: 'title and name agree' },
    ],
  );
}

function judgeCase({ about, personaIds, members }: SelectionMaterial): Judgement {
  const cases = casesOf(about);
  const told = cases.filter((point) => wordsOf(point).length >= 12);
  const wanting = told.filter((point) => WANTS.test(point));
  const carried = told.filter((point) => members.some((member) => isCarried(point, wordsAbout(member))));
  const personas = partsAbout(about, PERSONAS_TITLE);
  const known = personaIds.filter((persona) => personas.some(({ text }) => text.includes(persona)));
  return addUp(
    `${counted(cases.length, 'use case')}: of at least twelve words ${told.length}, with somebody who wants to know or decide ${wanting.length}, on the ground of a member ${carried.length}; ${known.length} of ${counted(personaIds.length, 'declared persona')} told of`,
    [
      {
        points: 1,
        isThere: told.length >= 2,
        text: 'two cases are told',
        hint: hint('Tell two use cases: who asks, what, and what they decide in the end.', 'high'),
      },
      { points: 1, isThere: wanting.length > 0, text: 'somebody wants something' },
      {
        points: 1,
        isThere: carried.length >= 2,
        text: 'members can carry two',
        hint: hint('Tell cases in the terms of what the members return.', 'medium'),
      },
      {
        points: 1,
        isThere: personaIds.length > 0 && known.length === personaIds.length,
        text: 'every declared persona is told of',
        hint: hint('Say of each declared persona who that is and what they want.', 'high'),
      },
    ],
  );
}

function judgeContributions({ about, members }: SelectionMaterial): Judgement {
  const sentences = sentencesOf(proseOf(about));
  const namespaces = [...new Set(members.map(({ member }) => namespaceOf(member)))];
  const worth = namespaces.map((namespace): 'own' | 'shared' | 'none' => {
    const naming = sentences.filter((sentence) => wordsOf(sentence).includes(namespace));
    if (naming.some((sentence) => contentWords(sentence).length >= 5)) return 'own';
    const own = members.filter(({ member }) => namespaceOf(member) === namespace);
    const subjects = own.flatMap(subjectsOf);
    return naming.length > 0 || subjects.some((word) => holdsWord(wordsOf(about), word)) ? 'shared' : 'none';
  });
  const own = worth.filter((one) => one === 'own').length;
  const shared = worth.filter((one) => one === 'shared').length;
  const missing = namespaces.filter((_, at) => worth[at] !== 'own');
  return share(
    `${counted(namespaces.length, 'namespace')}: ${own} told of by name, ${shared} only by subject or in a list; ${listed(missing, 'namespace')} without a sentence of its own`,
    (own + shared / 2) / Math.max(1, namespaces.length),
    missing.length === 0
      ? []
      : [hint(`Say what ${missing.slice(0, 5).join(', ')} adds that the others do not have.`, 'medium')],
  );
}

function judgeLevels({ about, skills }: SelectionMaterial): Judgement {
  if (skills.length === 0) return notApplicable('The selection has no skills.');
  const named = skills.filter(({ skill }) => about.includes(skill));
  const levels = [...new Set(skills.map(({ level }) => level))];
  const told = levels.filter((level) => new RegExp(`\\b${level}\\b`).test(about));
  const ways = sentencesOf(proseOf(about)).filter(
    (sentence) =>
      skills.filter(({ skill }) => sentence.includes(skill)).length >= 2 && LEADS_TO.test(sentence),
  );
  const advice = hint(
    'Name the skills of each level, and say which one to start with and what it leads to.',
    'high',
  );
  return addUp(
    `${counted(skills.length, 'skill')} of ${counted(levels.length, 'level')}: named ${named.length}, levels named ${told.length}; ${counted(ways.length, 'sentence')} on the way from one to another`,
    [
      { points: 0.75, isThere: named.length > 0, text: 'skills are named', hint: advice },
      { points: 1.25, isThere: named.length === skills.length, text: 'all of them', hint: advice },
      { points: 1, isThere: told.length === levels.length, text: 'with their levels' },
      { points: 1, isThere: ways.length > 0, text: 'with the way from one to the next' },
    ],
  );
}

/** The points below "Use Cases". */
export function casesOf(about: string): readonly string[] {
  return partsAbout(about, CASES_TITLE).flatMap(({ points }) => points);
}

/** What a member says of itself. */
export function wordsAbout({ member, description, tools }: SelectionMember): string {
  const named = tools.map((one) => `${splitName(one.tool).join(' ')} ${one.description}`);
  return `${splitName(member.split('.')[1] ?? '').join(' ')} ${description} ${named.join(' ')}`;
}

/** Two words about the subject in common. */
export function isCarried(point: string, offer: string): boolean {
  const offered = contentWords(offer);
  return contentWords(point).filter((word) => holdsWord(offered, word)).length >= 2;
}

/** What the schema and its tools are called for, without the verbs. */
function subjectsOf({ member, tools }: SelectionMember): string[] {
  const names = tools.flatMap(({ tool }) => splitName(tool).slice(1));
  return [...splitName(member.split('.')[1] ?? ''), ...names].filter((word) => word.length > 2);
}

function hint(suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: 'resources.about', suggestion, priority };
}

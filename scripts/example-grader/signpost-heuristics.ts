import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notApplicable,
  passIf,
} from './judgement.js';
import { partsAbout, partsOf, proseOf } from './markdown-parts.js';
import { CASES_TITLE, PERSONAS_TITLE, WANTS } from './selection-about-heuristics.js';
import type { SelectionSkillMaterial } from './selection-views.js';
import { callsIn, INTERNAL_KEY, LIMITS_TITLE } from './skill-steps.js';
import { JARGON } from './word-lists.js';
import { contentWords, holdsWord, sentencesOf, voiceOf, wordsOf } from './words.js';

/** Where a skill names what comes after it: no call of its own. */
const ONWARD_TITLE = /\b(?:where to go|go(?:es)? on|next|topics?|see also|further)\b/i;
const EITHER = /\b(?:or|otherwise|else|instead|depending)\b/i;
const MOST_INPUTS = 3;

/** One heuristic per question of the area selection-skills-L1. None plays the persona. */
export const SIGNPOST_HEURISTICS: Readonly<Record<string, Heuristic<SelectionSkillMaterial>>> = {
  'Q-selection-skills-L1-01': judgeOneCall,
  'Q-selection-skills-L1-02': judgeWording,
  'Q-selection-skills-L1-03': judgeInputs,
  'Q-selection-skills-L1-04': judgeCase,
};

function judgeOneCall({ name, content, prefilled }: SelectionSkillMaterial): Judgement {
  const own = partsOf(content).filter(({ title }) => !LIMITS_TITLE.test(title) && !ONWARD_TITLE.test(title));
  const texts = own.length > 0 ? own.map(({ text }) => text) : [content];
  const calls = texts.flatMap(sentencesOf).reduce((sum, sentence) => {
    const named = callsIn(sentence).length;
    return sum + (named > 1 && EITHER.test(sentence) ? 1 : named);
  }, prefilled.length);
  if (calls === 0) return notApplicable('The skill calls no tool: it points the way.');
  return passIf(
    calls === 1,
    `${counted(calls, 'call')}, of which ${prefilled.length} before the skill is handed out; alternatives of one sentence as one`,
    hint(name, 'content', 'Keep one call, and leave the others to the topics.', 'high'),
  );
}

/** Are occasion, description and steps in words of the persona? */
function judgeWording({
  name,
  description,
  whenToUse,
  content,
  personas,
}: SelectionSkillMaterial): Judgement {
  const prose = proseOf(content).replace(/\{\{[^{}]*\}\}/g, ' ');
  // Whoever writes or maintains schemas knows the words of the trade.
  const decides = personas.length === 0 || personas.includes('decision-maker');
  const hard = decides
    ? wordsOf(`${description} ${whenToUse} ${prose}`).filter((word) => JARGON.has(word))
    : [];
  const [first = ''] = sentencesOf(description);
  const wanting = sentencesOf(whenToUse).filter((sentence) => WANTS.test(sentence));
  return addUp(
    `${counted(wordsOf(prose).length, 'word')} of content, ${listed(hard, 'word')} of the trade; form of the description: ${voiceOf(first)}; ${counted(wanting.length, 'sentence')} on what somebody wants`,
    [
      {
        points: 1.5,
        isThere: hard.length === 0,
        text: 'no words of the trade',
        hint: hint(name, 'content', `Say it without ${[...new Set(hard)].slice(0, 5).join(', ')}.`, 'medium'),
      },
      {
        points: 1.25,
        isThere: voiceOf(first) !== 'other',
        text: 'the description says what it does',
        hint: hint(name, 'description', 'Begin with what the skill does.', 'low'),
      },
      {
        points: 1.25,
        isThere: wanting.length > 0,
        text: 'the occasion is what somebody wants',
        hint: hint(name, 'whenToUse', 'Say who asks, and what.', 'high'),
      },
    ],
  );
}

function judgeInputs({ name, inputs, content }: SelectionSkillMaterial): Judgement {
  const unused = inputs.map(({ key }) => key).filter((key) => !content.includes(`{{input:${key}}}`));
  const internal = inputs.map(({ key }) => key).filter((key) => INTERNAL_KEY.test(key));
  const bare = inputs.filter(({ description }) => contentWords(description).length === 0);
  const advice = hint(name, 'input', 'Ask only for what a step needs and a person has at hand.', 'medium');
  return deduct(
    `${counted(inputs.length, 'input')}: in no step ${unused.length}, known to a system only ${internal.length}, without a word on it ${bare.length}`,
    [
      { points: 2 * unused.length, text: listed(unused, 'unused input'), hint: advice },
      { points: internal.length, text: listed(internal, 'internal input'), hint: advice },
      { points: 0.5 * bare.length, text: 'an input is not explained', hint: advice },
      {
        points: Math.max(0, inputs.length - MOST_INPUTS),
        text: `more than ${MOST_INPUTS} inputs`,
        hint: advice,
      },
    ],
  );
}

function judgeCase({
  name,
  description,
  whenToUse,
  content,
  others,
  about,
  personas,
}: SelectionSkillMaterial): Judgement {
  const work = [CASES_TITLE, PERSONAS_TITLE].flatMap((title) =>
    partsAbout(about, title).flatMap(({ text }) => contentWords(text)),
  );
  const shared = contentWords(`${description} ${whenToUse}`).filter((word) => holdsWord(work, word));
  const topics = others.filter(({ level }) => level === 'L2');
  const named = topics.filter(({ skill }) => content.includes(skill));
  const limits = partsAbout(content, LIMITS_TITLE).flatMap(({ points }) => points);
  const known = personas.filter((persona) => about.includes(persona));
  return addUp(
    `${listed(shared, 'word')} of the use cases and personas of the About; ${named.length} of ${counted(topics.length, 'topic')} named, ${counted(limits.length, 'limitation')}; ${listed(known, 'persona')} that the About tells of`,
    [
      {
        points: 1.25,
        isThere: shared.length >= 2,
        text: 'the occasion comes from the use cases',
        hint: hint(name, 'whenToUse', 'Begin where a use case of the About begins.', 'medium'),
      },
      {
        points: 1.25,
        isThere: named.length === topics.length && topics.length > 0,
        text: 'every topic is named',
        hint: hint(name, 'content', 'Name every topic (L2) of the selection, and what it answers.', 'high'),
      },
      {
        points: 1,
        isThere: limits.length >= 2,
        text: 'limits are named',
        hint: hint(name, 'content', 'List under "Limitations" what the skill does not tell.', 'medium'),
      },
      { points: 0.5, isThere: known.length > 0, text: 'its persona is told of in the About' },
    ],
  );
}

function hint(skill: string, field: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: `skills.${skill}.${field}`, suggestion, priority };
}

import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notJudged,
} from './judgement.js';
import { partsAbout, proseOf } from './markdown-parts.js';
import { WANTS } from './selection-about-heuristics.js';
import type { SelectionSkillMaterial, SkillText } from './selection-views.js';
import {
  callsIn,
  isPrepared,
  LIMITS_TITLE,
  lastWord,
  RESULT_FORM,
  resultsTaken,
  stepsOf,
} from './skill-steps.js';
import { contentWords, holdsWord, overlap, sentencesOf } from './words.js';

/** Bringing answers together, or leaving some of them out. */
export const CONDENSES =
  /\b(?:joins?|compares?|keeps?|drops?|sorts?|ranks?|filters?|only|best|most|least|first|earliest|latest|strongest|nearest|highest|lowest|largest|smallest|difference|together|each other|between|left out)\b/i;
export const NAMES_SOURCE = /\b(?:provider|source|namespace|comes? from|taken from|published by)s?\b/i;
const SETTLES = /\b(?:which|whether|what time|where|when|how (?:much|many|long|far)|at which|who)\b/i;

/** One heuristic per question of the area selection-skills-L2. */
export const TOPIC_HEURISTICS: Readonly<Record<string, Heuristic<SelectionSkillMaterial>>> = {
  'Q-selection-skills-L2-01': judgeComposition,
  'Q-selection-skills-L2-02': judgeGain,
  'Q-selection-skills-L2-03': judgeCopy,
  'Q-selection-skills-L2-04': judgeCondensing,
  'Q-selection-skills-L2-05': judgeWork,
};

function judgeComposition({ name, content, inputs, predecessors, named }: SelectionSkillMaterial): Judgement {
  const steps = stepsOf(content);
  const calling = steps.flatMap((step) => callsIn(step.text).map((call) => ({ call, step })));
  const open = calling.filter(({ call, step }) => !isPrepared(call, step.text, named));
  const ahead = steps.flatMap(({ number, text }) =>
    number === null ? [] : resultsTaken(text).filter((other) => other >= number),
  );
  const inOrder = calling.length > 0 && open.length + ahead.length === 0;
  const order = { isThere: inOrder, text: 'every call has what it needs by then' };
  const advice = hint(name, 'content', 'Say what each call takes, and from which step.', 'high');
  const what = `${counted(calling.length, 'call')} in ${counted(steps.length, 'step')}: without a word on what goes in ${open.length}, with the result of a later step ${ahead.length}`;
  if (predecessors.length === 0) {
    return addUp(`${what}. No signpost leads here, so that only the parts were looked at`, [
      { points: 2.5, ...order, hint: advice },
      { points: 1.5, isThere: steps.length >= 2, text: 'there are several parts' },
    ]);
  }
  const known = predecessors.filter((one) => content.includes(one.name));
  const yields = predecessors.flatMap(({ output }) => contentWords(output));
  const taken = contentWords(`${content} ${inputs.map((one) => one.description).join(' ')}`).filter((word) =>
    holdsWord(yields, word),
  );
  return addUp(
    `${what}; ${known.length} of ${counted(predecessors.length, 'signpost')} named, ${listed(taken, 'word')} of what they yield`,
    [
      {
        points: 1.25,
        isThere: known.length > 0,
        text: 'it says where it comes from',
        hint: hint(name, 'content', `Say what is taken over from ${predecessors[0]?.name}.`, 'medium'),
      },
      { points: 1.25, isThere: taken.length >= 2, text: 'it takes up what they yield' },
      { points: 1.5, ...order, hint: advice },
    ],
  );
}

function judgeGain({ name, description, whenToUse, content }: SelectionSkillMaterial): Judgement {
  const tools = [...new Set(callsIn(content).map(lastWord))];
  const sentences = sentencesOf(proseOf(content));
  const joining = sentences.filter((sentence) => CONDENSES.test(sentence));
  const promised = sentencesOf(`${description} ${whenToUse}`).filter(
    (sentence) => SETTLES.test(sentence) || CONDENSES.test(sentence),
  );
  return addUp(
    `${counted(tools.length, 'different tool')}; ${joining.length} of ${counted(sentences.length, 'sentence')} bring answers together or drop some; ${counted(promised.length, 'sentence')} of the description on what that settles`,
    [
      {
        points: 1.25,
        isThere: tools.length >= 2,
        text: 'more than one tool',
        hint: hint(name, 'content', 'Bring together what no single call tells.', 'high'),
      },
      {
        points: 1.25,
        isThere: promised.length > 0,
        text: 'the gain is named',
        hint: hint(name, 'description', 'Say what one knows here that no single call tells.', 'medium'),
      },
      {
        points: 1.5,
        isThere: joining.length >= 2,
        text: 'the steps bear it out',
        hint: hint(name, 'content', 'Say how the answers are compared, joined or dropped.', 'high'),
      },
    ],
  );
}

function judgeCopy(skill: SelectionSkillMaterial): Judgement {
  const { name, predecessors, content, output } = skill;
  if (predecessors.length === 0) return notJudged('No signpost leads to the skill.');
  const closest = predecessors
    .map((one) => ({ one, words: overlap(contentWords(content), contentWords(one.content)) }))
    .reduce((most, found) => (found.words > most.words ? found : most));
  const { one, words } = closest;
  const sameCalls = callsOf(skill) === callsOf(one);
  const sameResult = overlap(contentWords(output), contentWords(one.output)) >= 0.7;
  const advice = hint(name, 'content', `Begin where ${one.name} ends, and do not repeat it.`, 'high');
  return deduct(
    `${counted(predecessors.length, 'signpost')}; most like it is ${one.name}, with ${Math.round(100 * words)} of 100 words in common`,
    [
      {
        points: words >= 0.6 ? 3 : words >= 0.4 ? 1.5 : 0,
        text: 'much of the text is the same',
        hint: advice,
      },
      { points: sameCalls ? 2 : 0, text: 'the same calls', hint: advice },
      { points: sameResult ? 1 : 0, text: 'the same result' },
    ],
  );
}

function judgeCondensing({ name, output, content }: SelectionSkillMaterial): Judgement {
  const sentences = [output, ...sentencesOf(proseOf(content))];
  const condensing = sentences.filter((sentence) => CONDENSES.test(sentence));
  const sourced = sentences.filter((sentence) => NAMES_SOURCE.test(sentence));
  return addUp(
    `${counted(sentences.length, 'sentence')}: ${condensing.length} on what is ranked, joined or left out, ${sourced.length} on where a value comes from`,
    [
      {
        points: 1,
        isThere: RESULT_FORM.test(output) || /\blines?\b/i.test(output),
        text: 'the form of the result is said',
        hint: hint(name, 'output', 'Say whether the result is a table, a list or a line for each.', 'medium'),
      },
      {
        points: 1.5,
        isThere: condensing.length >= 2,
        text: 'it is said what is kept',
        hint: hint(name, 'content', 'Say what is ranked, kept and left out.', 'high'),
      },
      {
        points: 1.5,
        isThere: sourced.length > 0,
        text: 'each value has its source',
        hint: hint(name, 'content', 'Name the provider beside each value.', 'medium'),
      },
    ],
  );
}

function judgeWork({ name, whenToUse, content, others }: SelectionSkillMaterial): Judgement {
  const steps = stepsOf(content);
  const wanting = WANTS.test(whenToUse) || /\bhas\b/i.test(whenToUse);
  const onward = others.filter(({ skill }) => content.includes(skill));
  const limits = partsAbout(content, LIMITS_TITLE).flatMap(({ points }) => points);
  return addUp(
    `${counted(contentWords(whenToUse).length, 'word')} on the occasion, ${counted(steps.length, 'step')}, ${listed(
      onward.map(({ skill }) => skill),
      'skill',
    )} before or after it, ${counted(limits.length, 'limitation')}`,
    [
      {
        points: 1,
        isThere: wanting,
        text: 'somebody sets it off',
        hint: hint(name, 'whenToUse', 'Say who asks, and what.', 'high'),
      },
      {
        points: 1,
        isThere: SETTLES.test(whenToUse),
        text: 'for something to be settled',
        hint: hint(name, 'whenToUse', 'Say which question is settled.', 'medium'),
      },
      { points: 1, isThere: steps.length >= 2, text: 'step by step' },
      {
        points: 0.5,
        isThere: onward.length > 0,
        text: 'with what comes before or after',
        hint: hint(name, 'content', 'Say which skill leads here, and which one goes on.', 'low'),
      },
      { points: 0.5, isThere: limits.length > 0, text: 'with its limits' },
    ],
  );
}

function callsOf({ content }: SkillText): string {
  return [...new Set(callsIn(content).map(lastWord))].sort().join(' ');
}

function hint(skill: string, field: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: `skills.${skill}.${field}`, suggestion, priority };
}

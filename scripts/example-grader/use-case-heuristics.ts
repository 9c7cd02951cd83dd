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
import { namespaceOf, type SelectionSkillMaterial } from './selection-views.js';
import { callsIn, lastWord, stepsOf } from './skill-steps.js';
import { CONDENSES, NAMES_SOURCE } from './topic-heuristics.js';
import { JARGON } from './word-lists.js';
import { contentWords, holdsWord, overlap, sentencesOf, wordsOf } from './words.js';

const RECURS =
  /\b(?:each|every|daily|weekly|morning|evening|tonight|today|tomorrow|day|days|shift|week|month|one|before|whenever|again|next)\b/i;
const DECIDES = /\b(?:if|unless|when|otherwise|else|where)\b/i;
const CONCLUDES = /\b(?:write|say|give|name|tell|print|list|report|plan)\b/i;
const OTHERWISE = /\b(?:if (?:it|that|none|no)|against|instead|otherwise|fails?|next time|fall back)\b/i;
const ABOUT_POINTER = /\{\{\s*resource:(?:[\w./-]*\/)?about\s*\}\}|\b[\w-]+-about\.md\b|\bAbout\b/;
/** From here on a sentence of the About is told again. */
const SAME_SENTENCE = 0.6;

/** One heuristic per question of the area selection-skills-L3. */
export const USE_CASE_HEURISTICS: Readonly<Record<string, Heuristic<SelectionSkillMaterial>>> = {
  'Q-selection-skills-L3-01': judgeRoutine,
  'Q-selection-skills-L3-02': judgeFoundation,
  'Q-selection-skills-L3-03': judgeOccasion,
  'Q-selection-skills-L3-04': judgeResult,
  'Q-selection-skills-L3-05': judgeRepetition,
  'Q-selection-skills-L3-06': judgeNamespaces,
};

function judgeRoutine({ name, description, whenToUse, content, inputs }: SelectionSkillMaterial): Judgement {
  const steps = stepsOf(content);
  const settled = sentencesOf(proseOf(content)).filter((sentence) => DECIDES.test(sentence));
  const used = inputs.filter(({ key }) => content.includes(`{{input:${key}}}`));
  return addUp(
    `${counted(steps.length, 'step')}, ${counted(settled.length, 'sentence')} that settle a case beforehand; ${used.length} of ${counted(inputs.length, 'input')} used`,
    [
      {
        points: 1,
        isThere: RECURS.test(`${description} ${whenToUse}`),
        text: 'the occasion comes again',
        hint: hint(name, 'whenToUse', 'Say how often the occasion comes.', 'medium'),
      },
      { points: 1, isThere: steps.length >= 2, text: 'in steps' },
      {
        points: 1,
        isThere: settled.length >= 2,
        text: 'decisions are settled beforehand',
        hint: hint(
          name,
          'content',
          'Say what to do in each case, so that nobody has to think it over anew.',
          'high',
        ),
      },
      {
        points: 1,
        isThere: used.length === inputs.length && inputs.length > 0,
        text: 'what changes from time to time is an input',
      },
    ],
  );
}

function judgeFoundation({ name, content, others, predecessors }: SelectionSkillMaterial): Judgement {
  if (predecessors.length === 0 && !others.some(({ level }) => level === 'L2')) {
    return notJudged('The selection has no topic (L2).');
  }
  const used = predecessors.filter((one) => content.includes(one.name));
  const before = predecessors.flatMap((one) => callsIn(one.content).map(lastWord));
  const again = callsIn(content)
    .map(lastWord)
    .filter((call) => before.includes(call));
  const beside = others.filter(({ level, skill }) => level === 'L3' && refersTo(content, skill));
  return addUp(
    `${used.length} of ${counted(predecessors.length, 'topic')} that lead here taken up, ${listed(again, 'call')} of theirs done again; ${counted(beside.length, 'other use case')} called`,
    [
      {
        points: 1.5,
        isThere: used.length > 0,
        text: 'it builds on a topic',
        hint: hint(name, 'content', 'Take up a topic (L2) that leads here, instead of its tools.', 'high'),
      },
      {
        points: 1,
        isThere: used.length > 0 && used.length === predecessors.length,
        text: 'on all that lead here',
      },
      { points: 1, isThere: used.length > 0 && again.length === 0, text: 'and leaves their work to them' },
      {
        points: 0.5,
        isThere: beside.length === 0,
        text: 'no other use case is called',
        hint: hint(name, 'content', 'Call topics, and no other use case.', 'high'),
      },
    ],
  );
}

function judgeOccasion({ name, whenToUse, others, personas }: SelectionSkillMaterial): Judgement {
  const words = wordsOf(whenToUse);
  const hard = personas.includes('decision-maker') ? words.filter((word) => JARGON.has(word)) : [];
  const alike = others.filter(
    ({ description }) => overlap(contentWords(whenToUse), contentWords(description)) >= 0.4,
  );
  const advice = hint(name, 'whenToUse', 'Write it as the sentence somebody would say to an agent.', 'high');
  return addUp(
    `${counted(words.length, 'word')} on the occasion, ${listed(hard, 'word')} of the trade; ${listed(
      alike.map(({ skill }) => skill),
      'other skill',
    )} that sound the same`,
    [
      { points: 1.5, isThere: WANTS.test(whenToUse), text: 'somebody wants something', hint: advice },
      {
        points: 0.75,
        isThere: contentWords(whenToUse).length >= 3,
        text: 'in more than a few words',
        hint: advice,
      },
      { points: 0.75, isThere: words.length > 0 && hard.length === 0, text: 'in plain words' },
      { points: 1, isThere: words.length > 0 && alike.length === 0, text: 'no other skill fits as well' },
    ],
  );
}

function judgeResult({ name, output, content, about }: SelectionSkillMaterial): Judgement {
  const sentences = sentencesOf(proseOf(content));
  const concluding = sentences.filter((sentence) => CONCLUDES.test(sentence));
  const terms = partsAbout(about, /^conventions$/i).flatMap(({ text }) => contentWords(text));
  const shared = contentWords(`${output} ${concluding.join(' ')}`).filter((word) => holdsWord(terms, word));
  const sourced = sentences.filter((sentence) => NAMES_SOURCE.test(sentence));
  const prepared = [output, ...sentences].filter((sentence) => OTHERWISE.test(sentence));
  return addUp(
    `${counted(sentences.length, 'sentence')}: ${concluding.length} on what is written down, ${sourced.length} on where a value comes from, ${prepared.length} on what else is to be done; ${listed(shared, 'word')} of the conventions`,
    [
      {
        points: 1,
        isThere: concluding.length > 0 && contentWords(output).length >= 3,
        text: 'it is said what is written down',
        hint: hint(name, 'output', 'Say what the person holds in the end.', 'high'),
      },
      {
        points: 1,
        isThere: shared.length >= 2,
        text: 'in the terms of the About',
        hint: hint(name, 'output', 'Name units and times as the About does.', 'medium'),
      },
      {
        points: 1,
        isThere: sourced.length > 0,
        text: 'with the source of each value',
        hint: hint(name, 'content', 'Name the provider beside each value.', 'medium'),
      },
      {
        points: 1,
        isThere: prepared.length > 0 && CONDENSES.test(content),
        text: 'with what follows, or what else to do',
        hint: hint(
          name,
          'content',
          'Say what follows from the values, and what to do if it fails.',
          'medium',
        ),
      },
    ],
  );
}

function judgeRepetition({ name, content, about }: SelectionSkillMaterial): Judgement {
  const ours = sentencesOf(proseOf(content)).map(contentWords);
  const theirs = sentencesOf(proseOf(about))
    .map(contentWords)
    .filter((words) => words.length >= 5);
  const again = theirs.filter((words) => ours.some((own) => overlap(own, words) >= SAME_SENTENCE));
  const points = ABOUT_POINTER.test(content);
  return deduct(
    `${counted(theirs.length, 'sentence')} of the About with at least five words of content, ${again.length} told again; the About is ${points ? '' : 'not '}pointed to. Whether a step goes against it was not looked at (${counted(ours.length, 'sentence')})`,
    [
      {
        points: again.length === 0 ? 0 : again.length === 1 ? 2 : 3.5,
        text: 'what the About says is told again',
        hint: hint(name, 'content', 'Point to the About instead of telling it again.', 'medium'),
      },
      {
        points: points ? 0 : 2,
        text: 'no pointer to the About',
        hint: hint(name, 'content', 'Point to the About where its conventions are needed.', 'medium'),
      },
    ],
  );
}

function judgeNamespaces({
  name,
  content,
  requiredTools,
  predecessors,
  members,
}: SelectionSkillMaterial): Judgement {
  const own = namespacesOf([...callsIn(content), ...requiredTools], members);
  const used = predecessors.filter((one) => content.includes(one.name));
  const through = namespacesOf(
    used.flatMap((one) => [...callsIn(one.content), ...one.requiredTools]),
    members,
  );
  const all = [...new Set([...own, ...through])];
  const uncalled = requiredTools
    .map(lastWord)
    .filter((tool) => !callsIn(content).map(lastWord).includes(tool));
  const steps = stepsOf(content).filter(({ text }) => CONDENSES.test(text));
  return addUp(
    `${listed(all, 'namespace')}, of these by its own calls ${own.length}; ${counted(uncalled.length, 'required tool')} in no step, ${counted(steps.length, 'step')} that keep, drop or compare`,
    [
      {
        points: 2,
        isThere: all.length >= 2,
        text: 'several namespaces',
        hint: hint(name, 'content', 'Bring tools of at least two namespaces together.', 'high'),
      },
      { points: 1, isThere: all.length >= 2 && uncalled.length === 0, text: 'each with a share' },
      {
        points: 1,
        isThere: all.length >= 2 && steps.length > 0,
        text: 'to a purpose',
        hint: hint(name, 'content', 'Say what is made of the answers together.', 'medium'),
      },
    ],
  );
}

/** `{{skill:name}}`, or the name in code marks beside the word. */
function refersTo(content: string, skill: string): boolean {
  return content.includes(`{{skill:${skill}}}`) || content.includes(`skill \`${skill}\``);
}

/** `berthbook/tool/listBerths` names its namespace; a bare name belongs to the members that have such a tool. */
function namespacesOf(tools: readonly string[], members: SelectionSkillMaterial['members']): string[] {
  const found = tools.flatMap((name) => {
    const [first = ''] = name.split('/');
    if (name.includes('/')) return members.some(({ member }) => namespaceOf(member) === first) ? [first] : [];
    return members
      .filter((one) => one.tools.some(({ tool }) => tool === lastWord(name)))
      .map(({ member }) => namespaceOf(member));
  });
  return [...new Set(found)];
}

function hint(skill: string, field: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: `skills.${skill}.${field}`, suggestion, priority };
}

import type { SkillMaterial } from './companion-views.js';
import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notApplicable,
  notJudged,
  passIf,
} from './judgement.js';
import { partsAbout, proseOf } from './markdown-parts.js';
import {
  callsIn,
  INTERNAL_KEY,
  isPrepared,
  LIMITS_TITLE,
  lastWord,
  RESULT_FORM,
  resultsTaken,
  stepsOf,
} from './skill-steps.js';
import { FILLER, PROMOTION } from './word-lists.js';
import { contentWords, holdsWord, sentencesOf, splitName, wordsOf } from './words.js';

const WITHOUT_HIT =
  /\b(?:if|when|where|without|otherwise)\b.*\b(?:no|none|not|can ?not|nothing|empty|unknown|several|[45]\d\d)\b|\b(?:empty|unknown)\b.*\b(?:means|is answered)\b/i;
const ABOUT_REFERENCE =
  /\{\{\s*resource:(?:[\w./-]*\/)?about\s*\}\}|\b[\w-]+-about\.md\b|\babout (?:resource|page)\b/i;

/** One heuristic per question of the area namespace-skills. None plays the persona: what is counted serves any of them. */
export const SKILL_HEURISTICS: Readonly<Record<string, Heuristic<SkillMaterial>>> = {
  'Q-namespace-skills-01': judgeSubject,
  'Q-namespace-skills-02': judgeWorkflow,
  'Q-namespace-skills-03': judgeOrder,
  'Q-namespace-skills-04': judgePlainness,
  'Q-namespace-skills-05': judgeAboutReference,
  'Q-namespace-skills-06': judgeBorders,
};

function judgeSubject({
  name,
  description,
  whenToUse,
  output,
  tools,
  about,
  content,
}: SkillMaterial): Judgement {
  const offered = contentWords(
    tools.map((one) => `${one.description} ${splitName(one.tool).join(' ')}`).join(' '),
  );
  const known = [...offered, ...contentWords(about ?? '')];
  const own = contentWords(`${description} ${whenToUse} ${output}`);
  const shared = own.filter((word) => holdsWord(known, word));
  const promised = contentWords(output);
  const given = promised.filter((word) => holdsWord(offered, word));
  const called = callsIn(content).filter((call) => isOf(tools, call));
  return addUp(
    `${counted(own.length, 'word')} about task and result, ${shared.length} of them words of the tools or the About; ${listed(given, 'word')} of the result among what the tools return; ${counted(called.length, 'call')} of own tools`,
    [
      {
        points: 1.5,
        isThere: shared.length >= 3 && 3 * shared.length >= own.length,
        text: 'at least a third of the words are of the subject of the namespace',
        hint: hint(name, 'description', 'Name the task in the terms of the tools.', 'high'),
      },
      {
        points: 1.5,
        isThere: given.length >= 2 && 3 * given.length >= promised.length,
        text: 'the result consists of what the tools return',
        hint: hint(name, 'output', 'Promise only what the tools return.', 'high'),
      },
      { points: 1, isThere: called.length > 0, text: 'tools of the namespace are called' },
    ],
  );
}

function judgeWorkflow({ name, inputs, output, content }: SkillMaterial): Judgement {
  const steps = stepsOf(content);
  const used = inputs.filter(({ key }) => content.includes(`{{input:${key}}}`));
  const internal = inputs.filter(({ key }) => INTERNAL_KEY.test(key)).map(({ key }) => key);
  return addUp(
    `${counted(steps.length, 'step')}; ${counted(inputs.length, 'input')}, ${used.length} of them used, ${listed(internal, 'input')} that only a system knows`,
    [
      {
        points: 1.5,
        isThere: steps.length >= 2,
        text: 'the way is cut into steps',
        hint: hint(name, 'content', 'Write the way as steps, one after the other.', 'high'),
      },
      {
        points: 1,
        isThere: used.length === inputs.length && inputs.length > 0,
        text: 'it asks for something, and uses all it asks for',
        hint: hint(name, 'input', 'Ask for what the steps need, and use every input.', 'medium'),
      },
      {
        points: 0.75,
        isThere: inputs.length > 0 && internal.length === 0,
        text: 'every input is at hand for a person',
        hint: hint(name, 'input', 'Ask for names people know; look identifiers up in a step.', 'medium'),
      },
      {
        points: 0.75,
        isThere: RESULT_FORM.test(output),
        text: 'the form of the result is said',
        hint: hint(name, 'output', 'Say whether the result is a table, a list or a sentence.', 'low'),
      },
    ],
  );
}

function judgeOrder({ name, content, requiredTools, tools, named }: SkillMaterial): Judgement {
  const calls = callsIn(content);
  if (calls.length === 0 && requiredTools.length === 0) return notApplicable('The skill calls no tool.');
  const steps = stepsOf(content);
  const calling = steps.flatMap((step) => callsIn(step.text).map((call) => ({ call, step })));
  const open = calling.filter(({ call, step }) => !isPrepared(call, step.text, named));
  const ahead = steps.flatMap(({ number, text }) =>
    number === null ? [] : resultsTaken(text).filter((other) => other >= number),
  );
  const uncalled = requiredTools.map(lastWord).filter((tool) => !calls.map(lastWord).includes(tool));
  const foreign = calls.filter((call) => !isOf(tools, call));
  const handled = sentencesOf(proseOf(content)).filter((sentence) => WITHOUT_HIT.test(sentence));
  return deduct(
    `${counted(calls.length, 'call')} in ${counted(steps.length, 'step')}: without a word on what goes in ${open.length}, with a reference to a step that comes later ${ahead.length}; required but in no step ${uncalled.length}; ${counted(handled.length, 'sentence')} on an answer without a hit`,
    [
      {
        points: 1.5 * open.length,
        text: 'a call does not say where its input comes from',
        hint: hint(name, 'content', `Say what ${open[0]?.call} is called with.`, 'high'),
      },
      {
        points: 3 * ahead.length,
        text: 'a step needs what a later one brings',
        hint: hint(name, 'content', 'Put the steps in the order in which their results are needed.', 'high'),
      },
      {
        points: uncalled.length,
        text: 'a required tool is in no step',
        hint: hint(
          name,
          'requires.tools',
          'Call every required tool in a step, or do not require it.',
          'medium',
        ),
      },
      { points: 2 * foreign.length, text: 'a tool is called that the namespace does not have' },
      {
        points: handled.length > 0 ? 0 : 1,
        text: 'nothing on what to do when a call returns nothing',
        hint: hint(name, 'content', 'Say what to do when a call returns nothing.', 'medium'),
      },
    ],
  );
}

function judgePlainness({ name, description, whenToUse, output, content }: SkillMaterial): Judgement {
  const words = wordsOf(`${description} ${whenToUse} ${output} ${proseOf(content)}`);
  const praise = words.filter((word) => PROMOTION.has(word));
  const filler = words.filter((word) => FILLER.has(word));
  const limits = partsAbout(content, LIMITS_TITLE).flatMap(({ points }) => points);
  const vague = limits.filter((point) => contentWords(point).length < 3);
  return deduct(
    `${counted(words.length, 'word')}: ${listed(praise, 'word')} of praise, ${listed(filler, 'word')} of filler; ${counted(limits.length, 'limitation')}, ${vague.length} of them below three words about the subject`,
    [
      {
        points: praise.length,
        text: 'praise stands where facts should',
        hint: hint(
          name,
          'description',
          `Leave out the praise (${[...new Set(praise)].join(', ')}).`,
          'medium',
        ),
      },
      { points: 0.5 * filler.length, text: 'filler carries no fact' },
      {
        points: limits.length === 0 ? 3 : limits.length === 1 ? 1 : 0,
        text: limits.length === 0 ? 'no limitations are listed' : 'only one limitation is listed',
        hint: hint(name, 'content', 'List under "Limitations" what the result does not tell.', 'high'),
      },
      {
        points: limits.length > 0 && 2 * vague.length > limits.length ? 1 : 0,
        text: 'most limitations are too general',
      },
    ],
  );
}

function judgeAboutReference({ name, content, requiredResources, about }: SkillMaterial): Judgement {
  if (about === null) return notJudged('The namespace has no About.');
  const sentences = sentencesOf(proseOf(content));
  const pointing = sentences.filter((sentence) => ABOUT_REFERENCE.test(sentence));
  const explained = pointing.filter(
    (sentence) => contentWords(sentence.replace(ABOUT_REFERENCE, '')).length >= 4,
  );
  const listedThere = requiredResources.some((resource) => lastWord(resource) === 'about');
  const terms = partsAbout(about, /\b(?:conventions?|units?|spelling|terms)\b/i).flatMap(({ text }) =>
    contentWords(text),
  );
  const followed = contentWords(content).filter((word) => holdsWord(terms, word));
  return addUp(
    `${counted(sentences.length, 'sentence')}: pointing to the About ${pointing.length}, with a word on what is found there ${explained.length}; ${listed(followed, 'word')} of its conventions. Whether a step contradicts the About was not looked at`,
    [
      {
        points: 1.5,
        isThere: pointing.length > 0,
        text: 'points to the About',
        hint: hint(name, 'content', 'Point to {{resource:about}} where its conventions are needed.', 'high'),
      },
      {
        points: 1,
        isThere: explained.length > 0,
        text: 'says what for',
        hint: hint(name, 'content', 'Say what the reader finds in the About.', 'medium'),
      },
      { points: 0.5, isThere: listedThere, text: 'requires it as a resource' },
      { points: 1, isThere: followed.length >= 3, text: 'uses its conventions' },
    ],
  );
}

function judgeBorders({
  namespace,
  name,
  content,
  requiredTools,
  requiredResources,
  external,
  tools,
}: SkillMaterial): Judgement {
  const wanted = [...new Set([...requiredTools, ...callsIn(content)])];
  const foreign = wanted.filter((tool) => !isOf(tools, tool) || belongsElsewhere(tool, namespace));
  const others = requiredResources.filter((resource) => belongsElsewhere(resource, namespace));
  return passIf(
    foreign.length + others.length + external.length === 0,
    `${listed(wanted, 'tool')} called or required, ${foreign.length} of another namespace or unknown; ${counted(others.length, 'resource')} of another namespace; ${listed(external, 'requirement')} from outside`,
    hint(name, 'requires', 'Leave out what is not of this namespace.', 'high'),
  );
}

function isOf(tools: SkillMaterial['tools'], call: string): boolean {
  return tools.some(({ tool }) => tool === lastWord(call));
}

function belongsElsewhere(name: string, namespace: string): boolean {
  return name.includes('/') && name.split('/')[0] !== namespace;
}

function hint(skill: string, field: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: `skills.${skill}.${field}`, suggestion, priority };
}

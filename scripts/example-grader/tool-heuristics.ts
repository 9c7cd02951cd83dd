import { answerShape, outputWords } from './answer-shape.js';
import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notApplicable,
} from './judgement.js';
import type { ToolMaterial } from './material-views.js';
import { judgeTests } from './test-heuristic.js';
import { FILLER, PROMOTION } from './word-lists.js';
import {
  casingOf,
  contentWords,
  holdsWord,
  sentencesOf,
  splitName,
  verbKindOf,
  voiceOf,
  wordsOf,
} from './words.js';

const ADDRESSES_READER = /\b(?:you|your|yours|we|our|please|let's)\b/i;
const NAMES_A_USE =
  /\b(?:use (?:this|it)|(?:useful|perfect|ideal|great|best|suitable|designed) for|helps?|so that|want to|can be used)\b/i;
/** A case that goes wrong, and how the call answers it. */
const FAILURE =
  /\b(?:4\d\d|5\d\d|errors?|unknown|invalid|not found|does not exist|rejected|refused|fails?|empty (?:list|array|result|answer)|null)\b/i;
const LIMIT =
  /\b(?:at most|at least|no more than|more than|up to|maximum|minimum|max|min|limit(?:ed)?|between|only|one of|any other|\d+ (?:to|-|–) \d+|per (?:minute|hour|day|second))\b/i;
const TYPE_LIMIT = /\b(?:min|max|length|enum|regex)\(/;

/** One heuristic per question of the area single-test. */
export const TOOL_HEURISTICS: Readonly<Record<string, Heuristic<ToolMaterial>>> = {
  'Q-single-test-04': judgeClarity,
  'Q-single-test-05': judgeVoice,
  'Q-single-test-06': judgeParameterNames,
  'Q-single-test-07': judgeTests,
  'Q-single-test-08': judgeName,
  'Q-single-test-09': judgeFailures,
  'Q-single-test-10': judgeVerb,
};

function judgeClarity({ tool, description, output }: ToolMaterial): Judgement {
  const words = wordsOf(description);
  const praise = words.filter((word) => PROMOTION.has(word));
  const filler = words.filter((word) => FILLER.has(word));
  const shouts = description.match(/!/g)?.length ?? 0;
  const told = contentWords(description);
  const returned = contentWords(splitName(outputWords(output)).join(' '));
  const shared = told.filter((word) => holdsWord(returned, word));
  const what = `${counted(words.length, 'word')}, ${listed(praise, 'word')} of praise, ${listed(filler, 'word')} of filler, ${listed(shared, 'word')} of the declared answer`;
  return deduct(what, [
    {
      points: praise.length + 0.5 * shouts,
      text: 'praise stands where facts should',
      hint: describe(tool, `Leave out the praise (${praise.join(', ')}).`, 'medium'),
    },
    {
      points: 0.5 * filler.length,
      text: 'filler carries no fact',
      hint: describe(tool, `Replace the filler (${filler.join(', ')}) by what is meant.`, 'low'),
    },
    {
      points: told.length < 3 ? 3 : told.length < 6 ? 1.5 : 0,
      text: `only ${counted(told.length, 'word')} about the subject`,
      hint: describe(tool, 'Say what goes in and what comes back.', 'high'),
    },
    {
      points: output && shared.length === 0 ? 1 : 0,
      text: 'nothing of the declared answer is named',
      hint: describe(tool, 'Name the main fields of the answer.', 'medium'),
    },
    { points: words.length > 120 ? 1 : 0, text: 'longer than 120 words' },
  ]);
}

function judgeVoice({ tool, description }: ToolMaterial): Judgement {
  const sentences = sentencesOf(description);
  const addressing = sentences.filter((sentence) => ADDRESSES_READER.test(sentence));
  const uses = sentences.filter((sentence) => NAMES_A_USE.test(sentence));
  const commands = sentences.filter((sentence) => voiceOf(sentence) === 'imperative');
  const [first] = sentences;
  const opening = first === undefined ? 'other' : voiceOf(first);
  const what = `${counted(sentences.length, 'sentence')}: to the reader ${addressing.length}, about a use ${uses.length}, imperative ${commands.length}; form of the first: ${opening}`;
  return deduct(what, [
    {
      points: 2 * addressing.length,
      text: 'speaks to the reader',
      hint: describe(tool, 'Say what the tool does, not what the reader may do.', 'medium'),
    },
    {
      points: 2 * uses.length,
      text: 'tells what it is good for',
      hint: describe(tool, 'Leave the use to the caller; describe input and answer.', 'medium'),
    },
    {
      points: commands.length > 0 ? 1 : 0,
      text: 'an imperative instead of the third person',
      hint: describe(tool, 'Write "Returns …" instead of "Return …".', 'low'),
    },
    { points: opening === 'other' ? 1.5 : 0, text: 'does not begin with what the tool does' },
  ]);
}

function judgeParameterNames({ tool, parameters }: ToolMaterial): Judgement {
  const keys = parameters.map(({ key }) => key);
  if (keys.length === 0) return notApplicable('The tool has no parameters.');
  const styles = keys.map(casingOf);
  const used = new Map<string, number>();
  for (const style of styles) if (style !== 'any') used.set(style, (used.get(style) ?? 0) + 1);
  const outliers = [...used.values()].reduce((sum, count) => sum + count, 0) - Math.max(0, ...used.values());
  const odd = keys.filter((key) => casingOf(key) === 'other');
  const short = keys.filter((key) => key.length < 3 && key !== 'id');
  const names = [...used].map(([style, count]) => `${count} ${style}`).join(', ') || 'single words only';
  const what = `${listed(keys, 'key')}: ${names}; ${listed(short, 'key')} below three letters`;
  return deduct(what, [
    {
      points: keys.length === 1 ? 0 : 2 * outliers,
      text: `${outliers} out of line with the rest`,
      hint: { targetField: `tools.${tool}.parameters`, suggestion: 'Use one casing.', priority: 'low' },
    },
    { points: keys.length === 1 ? 0 : odd.length, text: `${listed(odd, 'key')} in no known style` },
    { points: 0.5 * short.length, text: 'abbreviated' },
  ]);
}

function judgeName({ tool, path, description, output }: ToolMaterial): Judgement {
  const words = splitName(tool);
  const kind = verbKindOf(tool);
  const nouns = kind === 'none' ? words : words.slice(1);
  const explained = contentWords(`${description} ${path} ${splitName(outputWords(output)).join(' ')}`);
  const unexplained = nouns.filter((noun) => !holdsWord(explained, noun));
  const cryptic = nouns.filter((noun) => noun.length < 3 || /\d/.test(noun));
  const hint: Hint = {
    targetField: `tools.${tool}`,
    suggestion: 'Name the tool with a verb and the thing it acts on.',
    priority: 'medium',
  };
  return addUp(`${listed(words, 'word')} in the name`, [
    { points: 1, isThere: kind !== 'none', text: 'a verb in front', hint },
    { points: 1, isThere: nouns.length > 0, text: 'a thing it acts on', hint },
    {
      points: 1,
      isThere: nouns.length > 0 && cryptic.length === 0,
      text: 'whole words without digits',
    },
    {
      points: 1,
      isThere: nouns.length > 0 && unexplained.length === 0,
      text: 'every word of the thing comes back in description, path or answer',
    },
  ]);
}

function judgeFailures({ tool, description, parameters }: ToolMaterial): Judgement {
  const texts = [description, ...parameters.map((parameter) => parameter.description)];
  const sentences = texts.flatMap(sentencesOf);
  const failures = sentences.filter((sentence) => FAILURE.test(sentence));
  const coded = sentences.filter((sentence) => /\b[45]\d\d\b|\bempty\b/i.test(sentence));
  const limits = sentences.filter((sentence) => LIMIT.test(sentence));
  const asked = parameters.filter(({ isAsked }) => isAsked);
  const typed = asked.filter(({ type }) => TYPE_LIMIT.test(type));
  const hint = describe(tool, 'Say how an unknown or invalid value is answered.', 'medium');
  return addUp(
    `${counted(sentences.length, 'sentence')} of description: about a failure ${failures.length}, with its status or result ${coded.length}, about a limit ${limits.length}; ${typed.length} of ${counted(asked.length, 'parameter')} with a typed range`,
    [
      { points: 1.5, isThere: failures.length > 0, text: 'a failing case is named', hint },
      { points: 1, isThere: coded.length > 0, text: 'what it answers then is said', hint },
      { points: 0.75, isThere: limits.length > 0, text: 'a limit is put in words' },
      // Where nothing can be passed in, no range can be missing.
      { points: 0.75, isThere: typed.length === asked.length, text: 'every parameter has a range' },
    ],
  );
}

function judgeVerb(material: ToolMaterial): Judgement {
  const { tool, method } = material;
  const verb = splitName(tool)[0] ?? '';
  const kind = verbKindOf(tool);
  const shape = answerShape(material);
  const misfit = (kind === 'one' && shape === 'many') || (kind === 'many' && shape === 'one');
  const promises = { one: 'one thing', many: 'many things', write: 'a change', vague: 'hardly anything' };
  const promised = kind === 'none' ? 'no known verb' : `the verb "${verb}", which promises ${promises[kind]}`;
  const hint: Hint = {
    targetField: `tools.${tool}`,
    suggestion: shape === 'many' ? 'Begin with list or search.' : 'Begin with get.',
    priority: 'low',
  };
  return deduct(
    `${promised}; method ${method}; the answer holds ${shape === 'unknown' ? 'nothing that tells' : shape}`,
    [
      { points: kind === 'none' ? 4 : 0, text: 'does not begin with a verb', hint },
      {
        points: kind === 'write' && method === 'GET' ? 4 : 0,
        text: 'a verb of writing on a call that reads',
        hint,
      },
      { points: kind === 'vague' ? 2 : 0, text: 'a vague verb', hint },
      { points: misfit ? 2 : 0, text: 'verb and answer differ in number', hint },
    ],
  );
}

function describe(tool: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField: `tools.${tool}.description`, suggestion, priority };
}

import { flowmcp1 } from '../../packages/core/src/rules/mcp/flowmcp-1/rule-set.js';
import { readServer } from '../../packages/core/src/rules/mcp/reading/read-server.js';
import { splitSentences } from '../../packages/core/src/rules/mcp/reading/sentences.js';
import {
  isJudged,
  isUnspaced,
  normaliseSentence,
} from '../../packages/core/src/rules/mcp/text-model/features.js';
import type { TextModel } from '../../packages/core/src/rules/mcp/text-model/score-text.js';
import type { RealText } from './real-texts.js';
import { bucketsOf, type Example, train } from './train.js';
import { PLAIN_HAND } from './training-texts.js';

/** At most one false alarm in so many different real texts, short ones included. */
const TEXTS_FOR_ONE_ALARM = 2_000;

/** The scores above which a sentence is reported, by the kind of its script. */
export type Thresholds = Readonly<Record<Script, number>>;
type Script = 'spaced' | 'unspaced';

/** A text as the rule reads it: the features of each sentence that is long enough to be judged. */
export type Judged<Text> = Text & {
  readonly judged: readonly { readonly buckets: Uint32Array; readonly script: Script }[];
};

/** The real texts as the rule reads them. */
export function judgeable(texts: readonly RealText[]): Judged<RealText>[] {
  return texts.map(toJudged);
}

function toJudged<Text extends { readonly text: string }>(text: Text): Judged<Text> {
  const sentences = splitSentences(text.text).map(normaliseSentence).filter(isJudged);
  return {
    ...text,
    judged: sentences.map((sentence) => ({
      buckets: bucketsOf(sentence),
      script: isUnspaced(sentence) ? 'unspaced' : 'spaced',
    })),
  };
}

/** The lowest thresholds that keep the promise on these texts. Few are in scripts without spaces: they get one alarm. */
export function findThresholds(model: TextModel, real: readonly Judged<RealText>[]): Thresholds {
  const alarms = Math.floor(real.length / TEXTS_FOR_ONE_ALARM);
  const unspaced = Math.min(1, alarms);
  return {
    spaced: scoreAt(model, real, 'spaced', alarms - unspaced),
    unspaced: scoreAt(model, real, 'unspaced', unspaced),
  };
}

/** The score that only so many texts exceed. */
function scoreAt(
  model: TextModel,
  real: readonly Judged<RealText>[],
  script: Script,
  alarms: number,
): number {
  const scores = real.map(({ judged }) => {
    const own = judged.filter((sentence) => sentence.script === script);
    return Math.max(...own.map(({ buckets }) => scoreBuckets(model, buckets)));
  });
  return scores.sort((a, b) => b - a)[alarms] ?? Number.POSITIVE_INFINITY;
}

/** Whether the rule reports a text. */
export function isReported(model: TextModel, thresholds: Thresholds, { judged }: Judged<object>): boolean {
  return judged.some(({ buckets, script }) => scoreBuckets(model, buckets) > thresholds[script]);
}

function scoreBuckets({ weights, bias }: TextModel, buckets: Uint32Array): number {
  const sum = buckets.reduce((sum, bucket) => sum + (weights[bucket] as number), 0);
  return bias + sum / Math.sqrt(buckets.length);
}

/** How much is found in the texts of a group when nothing of that group was trained on. */
export interface LeftOut {
  readonly group: string;
  readonly attacks: number;
  readonly byModel: number;
  readonly byLists: number;
  readonly byEither: number;
}

/** Trains once without each value of a property, and looks for the attacks that were left out. */
export function leaveOut(
  by: 'hand' | 'tactic' | 'lang',
  examples: readonly Example[],
  real: readonly Judged<RealText>[],
): LeftOut[] {
  const counted = examples.filter(({ isAttack, hand }) => isAttack && hand !== PLAIN_HAND);
  const groups = [...new Set(counted.map((one) => one[by] ?? ''))];
  return groups.map((group) => {
    const { model } = train(examples.filter((one) => one[by] !== group));
    const thresholds = findThresholds(model, real);
    const attacks = counted.filter((one) => one[by] === group).map(toJudged);
    const found = attacks.map((attack) => isReported(model, thresholds, attack));
    const listed = attacks.map(({ text }) => isListed(text));
    const count = (hits: readonly boolean[]) => hits.filter(Boolean).length;
    return {
      group,
      attacks: attacks.length,
      byModel: count(found),
      byLists: count(listed),
      byEither: count(found.map((hit, at) => hit || listed[at] === true)),
    };
  });
}

/** False alarms among the texts of each honest hand, when the hand was not trained on: [alarms, texts]. */
export function alarmsOfHonestHands(examples: readonly Example[], real: readonly Judged<RealText>[]) {
  return ['hazel', 'ivy', 'juniper'].map((hand) => {
    const { model } = train(examples.filter((one) => one.hand !== hand));
    const thresholds = findThresholds(model, real);
    const texts = examples.filter((one) => one.hand === hand);
    const alarms = texts.filter((text) => isReported(model, thresholds, toJudged(text)));
    return { hand, texts: texts.length, alarms: alarms.map(({ text }) => text) };
  });
}

/**
 * False alarms when the threshold was set on other servers: every second server sets it for the rest, and the other way
 * round.
 */
export function alarmsOfOtherServers(
  model: TextModel,
  real: readonly Judged<RealText>[],
): Judged<RealText>[] {
  const sources = [...new Set(real.map(({ source }) => source))];
  const isEven = new Map(sources.map((source, at) => [source, at % 2 === 0]));
  const halves = [true, false].map((even) => real.filter(({ source }) => isEven.get(source) === even));
  return halves.flatMap((half, at) => {
    const thresholds = findThresholds(model, halves[1 - at] ?? []);
    return half.filter((one) => isReported(model, thresholds, one));
  });
}

/** Whether a rule about the wording of a text, other than the model's, fires on it. */
export function isListed(text: string): boolean {
  const server = readServer({
    incomplete: [],
    snapshot: { serverInfo: {}, tools: [{ name: 'tool', description: text }], resources: [], prompts: [] },
  });
  return server.texts.some(
    (visible) =>
      visible.text === text &&
      flowmcp1.rules.some(
        (rule) =>
          rule.subject === 'text' &&
          rule.id !== 'suspect-wording' &&
          (rule.class === 'suspect' || rule.class === 'trap') &&
          rule.check(visible, server).length > 0,
      ),
  );
}

import { flowmcp1 } from '../../packages/core/src/rules/mcp/flowmcp-1/rule-set.js';
import { readServer } from '../../packages/core/src/rules/mcp/reading/read-server.js';
import { splitSentences } from '../../packages/core/src/rules/mcp/reading/sentences.js';
import { isJudged, normaliseSentence } from '../../packages/core/src/rules/mcp/text-model/features.js';
import type { TextModel } from '../../packages/core/src/rules/mcp/text-model/score-text.js';
import type { RealText } from './real-texts.js';
import { bucketsOf, type Example, train } from './train.js';
import { PLAIN_HAND } from './training-texts.js';

/** At most one false alarm in so many real texts that are long enough to be judged. */
const TEXTS_FOR_ONE_ALARM = 2_000;

/** A text as the rule reads it: the features of each sentence that is long enough to be judged. */
export type Judged<Text> = Text & { readonly judged: readonly Uint32Array[] };

/** The real texts that hold a sentence long enough to be judged. */
export function judgeable(texts: readonly RealText[]): Judged<RealText>[] {
  return texts.map(toJudged).filter(({ judged }) => judged.length > 0);
}

function toJudged<Text extends { readonly text: string }>(text: Text): Judged<Text> {
  const sentences = splitSentences(text.text).map(normaliseSentence).filter(isJudged);
  return { ...text, judged: sentences.map(bucketsOf) };
}

/** The lowest threshold that keeps the promise on these texts. */
export function findThreshold(model: TextModel, real: readonly Judged<RealText>[]): number {
  const scores = real.map((one) => scoreWorst(model, one)).sort((a, b) => b - a);
  return scores[Math.floor(scores.length / TEXTS_FOR_ONE_ALARM)] ?? Number.POSITIVE_INFINITY;
}

/** The score of the sentence that scores highest. */
export function scoreWorst({ weights, bias }: TextModel, { judged }: Judged<object>): number {
  const scores = judged.map((buckets) => {
    const sum = buckets.reduce((sum, bucket) => sum + (weights[bucket] as number), 0);
    return bias + sum / Math.sqrt(buckets.length);
  });
  return Math.max(...scores);
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
    const threshold = findThreshold(model, real);
    const attacks = counted.filter((one) => one[by] === group).map(toJudged);
    const found = attacks.map((attack) => scoreWorst(model, attack) > threshold);
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
  return ['hazel', 'ivy'].map((hand) => {
    const { model } = train(examples.filter((one) => one.hand !== hand));
    const threshold = findThreshold(model, real);
    const texts = examples.filter((one) => one.hand === hand);
    const alarms = texts.filter((text) => scoreWorst(model, toJudged(text)) > threshold);
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
    const threshold = findThreshold(model, halves[1 - at] ?? []);
    return half.filter((one) => scoreWorst(model, one) > threshold);
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

import { BUCKETS, isJudged, LONGEST_RUN, normaliseSentence, visitFeatures } from './features.js';
import { model } from './weights.generated.js';

/** A linear model: the weight of each bucket, and what a sentence without features scores. */
export interface TextModel {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** Weights are stored as one character each, with 63 levels that are denser around zero. */
const LEVELS = 31;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Writes weights as text, one character each. */
export function packWeights(weights: Float32Array): { readonly largest: number; readonly packed: string } {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const packed = Array.from(weights, (weight) => {
    const level = Math.round(Math.sqrt(Math.abs(weight) / largest) * LEVELS) * Math.sign(weight);
    return ALPHABET.charAt(level + LEVELS);
  });
  return { largest, packed: packed.join('') };
}

/** Reads what `packWeights` wrote. */
export function unpackWeights(packed: string, largest: number): Float32Array {
  const levels = new Map(Array.from(ALPHABET, (character, at) => [character.charCodeAt(0), at - LEVELS]));
  const weights = new Float32Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) {
    const level = levels.get(packed.charCodeAt(at)) ?? 0;
    weights[at] = (Math.sign(level) * largest * level ** 2) / LEVELS ** 2;
  }
  return weights;
}

let shipped: TextModel | undefined;

/** The trained model; unpacked on first use. */
export function shippedModel(): TextModel {
  shipped ??= { weights: unpackWeights(model.packed, model.largest), bias: model.bias };
  return shipped;
}

/** Distinguishes the buckets seen in this sentence from those of earlier ones, without emptying the array. */
const seenIn = new Uint32Array(BUCKETS);
let sentences = 0;

/**
 * Scores how much a sentence reads like one that steers a model: the sum of the weights of its distinct features,
 * divided by the square root of their number.
 *
 * @returns null if the sentence says too little to be judged
 */
export function scoreSentence(sentence: string, { weights, bias }: TextModel): number | null {
  const normalised = normaliseSentence(sentence);
  if (!isJudged(normalised)) return null;
  sentences += 1;
  let sum = 0;
  let count = 0;
  visitFeatures(normalised, (bucket) => {
    if (seenIn[bucket] === sentences) return;
    seenIn[bucket] = sentences;
    sum += weights[bucket] as number;
    count += 1;
  });
  return bias + sum / Math.sqrt(count);
}

const MOST_WORDS = 3;

/** The longer words that speak most for the score of a sentence, the strongest first. */
export function tellingWords(sentence: string, { weights }: TextModel): string[] {
  const normalised = normaliseSentence(sentence);
  const share = new Float32Array(normalised.length);
  // A run of characters speaks for all of them, a pair of words for its ends and not for what stands between.
  visitFeatures(normalised, (bucket, start, end) => {
    const isRun = end - start <= LONGEST_RUN;
    const weight = (weights[bucket] as number) / (isRun ? end - start : 2);
    for (let at = start; at < end; at += isRun ? 1 : end - start - 1) {
      share[at] = (share[at] as number) + weight;
    }
  });
  const sums = new Map<string, number>();
  for (const { 0: word, index } of normalised.matchAll(/[\p{L}\p{M}]{4,}|[\p{Lo}\p{M}]+/gu)) {
    const sum = share.subarray(index, index + word.length).reduce((sum, one) => sum + one, 0);
    sums.set(word, sum + (sums.get(word) ?? 0));
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

import {
  BUCKETS,
  normaliseSentence,
  visitFeatures,
} from '../../packages/core/src/rules/mcp/text-model/features.js';
import {
  packWeights,
  type TextModel,
  unpackWeights,
} from '../../packages/core/src/rules/mcp/text-model/score-text.js';
import { createRandom } from './random.js';
import { PLAIN_HAND, type TrainingText } from './training-texts.js';

const EPOCHS = 4;
const RATE = 0.02;
const L2 = 1e-7;
/** How much an attack counts, by language: of these there are few, and no other language shares their script. */
const ATTACK_WEIGHTS: Readonly<Record<string, number>> = { ru: 1.5, ar: 2 };
/** How much the honest texts of these hands count: they are about what attacks are about. */
const HONEST_WEIGHTS: Readonly<Record<string, number>> = { hazel: 2, juniper: 2 };
/** How much an attack counts against an honest text, of which there are twice as many. */
const ATTACK_WEIGHT = 3;
/** How much a plain attack counts besides: there are few of them. */
const PLAIN_WEIGHT = 3;

export interface Example extends TrainingText {
  readonly buckets: Uint32Array;
}

/** Reads the features of a text once, for all models that are trained from it. */
export function toExample(text: TrainingText): Example {
  return { ...text, buckets: bucketsOf(normaliseSentence(text.text)) };
}

/** The distinct features of a normalised text. */
export function bucketsOf(normalised: string): Uint32Array {
  const buckets = new Set<number>();
  visitFeatures(normalised, (bucket) => buckets.add(bucket));
  return Uint32Array.from(buckets);
}

/**
 * Trains a logistic regression with L2 regularisation by AdaGrad, and rounds its weights to those that can be stored.
 * The same examples give the same model.
 */
export function train(examples: readonly Example[]): { model: TextModel; largest: number; packed: string } {
  const weights = new Float32Array(BUCKETS);
  const squares = new Float32Array(BUCKETS).fill(1e-8);
  let bias = 0;
  let biasSquares = 1e-8;
  const order = examples.map((_, at) => at);
  const { below } = createRandom(1);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, below);
    for (const at of order) {
      const { buckets, isAttack, lang, hand } = examples[at] as Example;
      const value = 1 / Math.sqrt(buckets.length);
      let sum = 0;
      for (const bucket of buckets) sum += weights[bucket] as number;
      const chance = 1 / (1 + Math.exp(-bias - sum * value));
      const slope = isAttack ? (chance - 1) * weighAttack(lang, hand) : chance * (HONEST_WEIGHTS[hand] ?? 1);
      for (const bucket of buckets) {
        const weight = weights[bucket] as number;
        const step = slope * value + L2 * weight;
        const square = (squares[bucket] as number) + step * step;
        squares[bucket] = square;
        weights[bucket] = weight - (RATE * step) / Math.sqrt(square);
      }
      biasSquares += slope * slope;
      bias -= (RATE * slope) / Math.sqrt(biasSquares);
    }
  }
  const { largest, packed } = packWeights(weights);
  return { model: { weights: unpackWeights(packed, largest), bias }, largest, packed };
}

function weighAttack(lang: string, hand: string): number {
  return ATTACK_WEIGHT * (ATTACK_WEIGHTS[lang] ?? 1) * (hand === PLAIN_HAND ? PLAIN_WEIGHT : 1);
}

function shuffle(order: number[], below: (end: number) => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}

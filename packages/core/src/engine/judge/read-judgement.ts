import type { Evaluation, Intake } from '../../model/evaluator.js';
import { isRecord } from '../../model/is-record.js';
import { WEIGHT_UNITS } from './intake.js';
import { constraintKey, dimensionKey } from './judgement-schema.js';

export type ReadJudgement = { readonly evaluation: Evaluation } | { readonly reason: string };

/**
 * Makes a score of a judgement. With dimensions it is the weighted mean of their parts, each clamped to 0–1, and the
 * model's own total is only kept beside it; a violated hard constraint makes it 0. Always from 0 to 1.
 *
 * @param answer the judge's answer, parsed
 * @returns the score with what else was said, or in what the answer is not what was asked for: never a made-up score
 */
export function readJudgement(answer: unknown, intake: Intake | null): ReadJudgement {
  if (!isRecord(answer)) return { reason: 'it is no JSON object' };
  const { score, reasoning } = answer;
  if (!isNumber(score)) return { reason: '"score" is no finite number' };
  if (typeof reasoning !== 'string') return { reason: '"reasoning" is no text' };

  const parts = readParts(answer.dimensions, intake?.qualityDimensions ?? []);
  if ('reason' in parts) return parts;
  const violated = readViolated(answer.violatedConstraints, intake?.hardConstraints ?? []);
  if ('reason' in violated) return violated;

  const weighted = parts.values.length > 0;
  const total = weighted ? weightedMean(parts.values) : clamp(score);
  return {
    evaluation: {
      score: violated.texts.length > 0 ? 0 : total,
      sideInfo: {
        reasoning,
        ...(weighted && {
          dimensions: Object.fromEntries(parts.values.map(({ name, part }) => [name, part])),
          modelScore: score,
        }),
        ...(violated.texts.length > 0 && { violatedConstraints: violated.texts }),
      },
    },
  };
}

interface Part {
  readonly name: string;
  readonly weight: number;
  readonly part: number;
}

function readParts(
  value: unknown,
  dimensions: Intake['qualityDimensions'],
): { readonly values: readonly Part[] } | { readonly reason: string } {
  if (dimensions.length === 0) return { values: [] };
  if (!isRecord(value)) return { reason: '"dimensions" is no object' };
  const values: Part[] = [];
  for (const [at, { name, weight }] of dimensions.entries()) {
    const part = value[dimensionKey(at)];
    if (!isNumber(part)) return { reason: `"dimensions.${dimensionKey(at)}" is no finite number` };
    values.push({ name, weight, part: clamp(part) });
  }
  return { values };
}

function readViolated(
  value: unknown,
  constraints: readonly string[],
): { readonly texts: readonly string[] } | { readonly reason: string } {
  if (constraints.length === 0) return { texts: [] };
  const known = constraints.map((_, at) => constraintKey(at));
  if (!Array.isArray(value) || !value.every((key) => known.includes(key))) {
    return { reason: '"violatedConstraints" is no list of keys of hard constraints' };
  }
  return { texts: constraints.filter((_, at) => value.includes(constraintKey(at))) };
}

function weightedMean(parts: readonly Part[]): number {
  // Whole units times parts of at most 1: the sum never passes WEIGHT_UNITS by more than rounding.
  return clamp(parts.reduce((sum, { weight, part }) => sum + weight * part, 0) / WEIGHT_UNITS);
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

import type { ForeignJson } from '../../../net/logic/http.js';
import { isRecord } from '../../../values/is-record.js';
import type { Evaluation, Intake, JudgeScale } from '../evaluator.js';
import { WEIGHT_UNITS } from './intake.js';
import { constraintKey, dimensionKey, SCALES } from './judgement-prompt.js';

/** A number outside the scale, and the nearer end that replaced it. */
export interface ClampedNumber {
  /** Name of a quality dimension; absent: the score itself. */
  readonly dimension?: string;
  readonly answered: number;
  readonly taken: number;
}

/**
 * One judgement by a judge, not yet merged: `score` is on its scale, as if no hard constraint were broken. The side
 * information names the hard constraints that it considers broken (`violatedConstraints`), and the numbers outside the
 * scale that still count towards the score (`clamped`).
 */
export type ReadJudgement = { readonly judgement: Evaluation } | { readonly reason: string };

/**
 * Calculates the score of one judgement. With dimensions it is the weighted mean of their parts, and the model's own
 * total is only recorded. On the scale `unit`, a number outside the range is clamped and recorded; on `grade`, it makes
 * the answer invalid.
 *
 * @param answer the judge's answer, parsed
 * @returns the score with the rest of the answer, or the reason why the answer is not valid: never a made-up score
 */
export function readJudgement(answer: unknown, intake: Intake | null, scale: JudgeScale): ReadJudgement {
  if (!isRecord(answer)) return { reason: 'it is not a JSON object' };
  const { score, reasoning } = answer;
  const whole = readNumber(score, 'score', scale);
  if ('reason' in whole) return whole;
  if (typeof reasoning !== 'string') return { reason: '"reasoning" is not text' };

  const parts = readParts(answer.dimensions, intake?.qualityDimensions ?? [], scale);
  if ('reason' in parts) return parts;
  const violated = readViolated(answer.violatedConstraints, intake?.hardConstraints ?? []);
  if ('reason' in violated) return violated;

  const weighted = parts.values.length > 0;
  const counted: ClampedNumber[] = weighted
    ? parts.values.map(({ name, answered, taken }) => ({ dimension: name, answered, taken }))
    : [whole];
  const clamped = counted.filter(({ answered, taken }) => answered !== taken);
  return {
    judgement: {
      score: weighted ? weightedMean(parts.values, scale) : whole.taken,
      sideInfo: {
        reasoning,
        ...(weighted && {
          dimensions: Object.fromEntries(parts.values.map(({ name, taken }) => [name, taken])),
          modelScore: whole.answered,
        }),
        ...(violated.texts.length > 0 && { violatedConstraints: violated.texts }),
        ...(clamped.length > 0 && { clamped }),
      },
    },
  };
}

type ReadNumber = { readonly answered: number; readonly taken: number } | { readonly reason: string };

function readNumber(value: unknown, place: string, scale: JudgeScale): ReadNumber {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { reason: `"${place}" is not a finite number` };
  const { min, max } = SCALES[scale];
  const taken = clamp(value, scale);
  if (taken === value || scale === 'unit') return { answered: value, taken };
  return { reason: `"${place}" is ${value}, which is outside ${min} to ${max}` };
}

interface Part {
  readonly name: string;
  readonly weight: number;
  readonly answered: number;
  readonly taken: number;
}

function readParts(
  value: unknown,
  dimensions: Intake['qualityDimensions'],
  scale: JudgeScale,
): { readonly values: readonly Part[] } | { readonly reason: string } {
  if (dimensions.length === 0) return { values: [] };
  if (!isRecord(value)) return { reason: '"dimensions" is not an object' };
  const values: Part[] = [];
  for (const [at, { name, weight }] of dimensions.entries()) {
    const key = dimensionKey(at);
    const part = readNumber(value[key], `dimensions.${key}`, scale);
    if ('reason' in part) return part;
    values.push({ name, weight, ...part });
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
    return { reason: '"violatedConstraints" is not a list of keys of hard constraints' };
  }
  return { texts: constraints.filter((_, at) => value.includes(constraintKey(at))) };
}

function weightedMean(parts: readonly Part[], scale: JudgeScale): number {
  // All parts are within the scale, so only rounding can take their mean outside it.
  return clamp(parts.reduce((sum, { weight, taken }) => sum + weight * taken, 0) / WEIGHT_UNITS, scale);
}

function clamp(score: number, scale: JudgeScale): number {
  const { min, max } = SCALES[scale];
  return Math.min(max, Math.max(min, score));
}

// A model's thoughts before its answer.
const THOUGHTS = /^<think>[\s\S]*?<\/think>/;
// One Markdown code block, with text before or after it that contains no object.
const CODE_BLOCK = /^[^{}`]*```[A-Za-z0-9]*[ \t]*\r?\n([\s\S]*?)\r?\n?```[^{}`]*$/;

type AnswerObject =
  | { readonly answer: Record<string, unknown> }
  | { readonly reason: string; readonly text: string }
  | 'too-large';

/**
 * The one JSON object of an answer: the whole text, or a code block. Thoughts before it are skipped. An object within
 * other text is not accepted. If there are two objects, neither is accepted: one may be quoted from the candidate.
 *
 * @param read parses JSON that may be large
 */
export async function parseAnswerObject(
  text: string,
  read: (json: string) => Promise<ForeignJson>,
): Promise<AnswerObject> {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole === '') return { reason: 'the answer is empty', text };
  const said = whole.replace(THOUGHTS, '').trim();
  const answer = await read(CODE_BLOCK.exec(said)?.[1] ?? said);
  if (answer.kind === 'too-large') return answer.kind;
  if (answer.kind === 'too-deep') return { reason: 'the answer is nested too deeply', text };
  if (answer.kind === 'no-json') return { reason: 'the answer is not JSON', text };
  return isRecord(answer.value)
    ? { answer: answer.value }
    : { reason: 'the answer is not a JSON object', text };
}

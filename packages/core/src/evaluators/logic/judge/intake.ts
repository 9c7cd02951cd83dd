import { describeValue } from '../../../problems/describe-issue.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import { formatPointer } from '../../../values/value-path.js';
import type { Intake, QualityDimension } from '../evaluator.js';

/** Sum of all weights. */
export const WEIGHT_UNITS = 10_000;

/** Other keys of optimize-anything's intake. There, they configure an evaluator; here, command options do that. */
const OTHER_KEYS = ['artifact_class', 'evaluation_pattern', 'execution_mode', 'evaluator_cwd'];
const KEYS = ['quality_dimensions', 'hard_constraints', ...OTHER_KEYS];
const DIMENSION_KEYS = ['name', 'weight', 'description', 'rubric'];
const LEVEL_KEYS = ['score', 'text'];

type Place = readonly (string | number)[];

/**
 * Parses the criteria of a judge: `{ quality_dimensions: [{ name, weight }], hard_constraints: [text] }` (intake of
 * seed 004). A dimension may also have a `description` (text) and a `rubric`: text, or a list of `{ score, text }`
 * (decision 0118). Texts are trimmed; blank and repeated constraints are dropped.
 *
 * @param text JSON
 * @param file its source, for the problems
 * @returns the intake with weights in 1/10000, or all errors in it (EVL-040 … EVL-044)
 */
export function parseIntake(
  text: string,
  file?: string,
): { readonly intake: Intake } | { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const where = (place: Place) => ({ ...(file !== undefined && { file }), path: formatPointer(place) });
  const report: Report = {
    shape: (place, found, expected) =>
      void problems.push(problem('EVL-041', where(place), { found: describeValue(found), expected })),
    twice: (place, name) => void problems.push(problem('EVL-042', where(place), { name })),
    unknownKeys: (place, record, known) => {
      const unknown = Object.keys(record).filter((key) => !known.includes(key));
      problems.push(...unknown.map((key) => problem('EVL-043', where([...place, key]), { key })));
    },
  };

  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: [problem('EVL-040', where([]), { cause: error.message })] };
  }
  if (!isRecord(document)) {
    report.shape([], document, 'an object');
    return { problems };
  }
  report.unknownKeys([], document, KEYS);
  const dimensions = readDimensions(document.quality_dimensions, report);
  const hardConstraints = readConstraints(document.hard_constraints, report);
  if (problems.length === 0 && dimensions.length + hardConstraints.length === 0) {
    problems.push(problem('EVL-044', where([])));
  }
  if (problems.length > 0) return { problems };
  const weights = normaliseWeights(dimensions.map(({ weight }) => weight));
  const qualityDimensions = dimensions.map((one, at) => ({ ...one, weight: weights[at] as number }));
  return { intake: { qualityDimensions, hardConstraints } };
}

/**
 * Finds the first level of a rubric whose score is not on the judge's scale: the prompt would name two scales.
 *
 * @returns EVL-061, or null
 */
export function findOffScale(
  { qualityDimensions }: Intake,
  { min, max }: { readonly min: number; readonly max: number },
): Problem | null {
  for (const [at, { name, rubric }] of qualityDimensions.entries()) {
    const levels = typeof rubric === 'object' ? rubric : [];
    const level = levels.findIndex(({ score }) => score < min || score > max);
    const found = levels[level]?.score;
    if (found === undefined) continue;
    const path = formatPointer(['quality_dimensions', at, 'rubric', level, 'score']);
    return problem('EVL-061', { path }, { name, found, min, max });
  }
  return null;
}

/**
 * Divides {@link WEIGHT_UNITS} by the largest-remainder method: the shares add up exactly, each is within one unit
 * of its true share, and among equal remainders the earlier one gets the unit.
 *
 * @param weights finite and above 0
 */
export function normaliseWeights(weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  // Divide by the largest weight first, so that the sum cannot overflow.
  const largest = Math.max(...weights);
  const relative = weights.map((weight) => weight / largest);
  const total = relative.reduce((sum, weight) => sum + weight, 0);
  const shares = relative.map((weight) => (weight / total) * WEIGHT_UNITS);
  const units = shares.map(Math.floor);
  const left = WEIGHT_UNITS - units.reduce((sum, unit) => sum + unit, 0);
  const remainders = shares.map((share, at) => ({
    at,
    remainder: share - Math.floor(share),
    weight: weights[at] as number,
  }));
  // Weights that differ only in their last digits may have equal shares; the larger weight then comes first.
  remainders.sort((a, b) => b.remainder - a.remainder || b.weight - a.weight || a.at - b.at);
  for (const { at } of remainders.slice(0, left)) units[at] = (units[at] as number) + 1;
  return units;
}

interface Report {
  shape(place: Place, found: unknown, expected: string): void;
  twice(place: Place, name: string): void;
  unknownKeys(place: Place, record: Readonly<Record<string, unknown>>, known: readonly string[]): void;
}

function readDimensions(value: unknown, report: Report): QualityDimension[] {
  const seen = new Set<string>();
  return readList(value, ['quality_dimensions'], report).flatMap((item, at) => {
    const place = ['quality_dimensions', at];
    if (!isRecord(item)) {
      report.shape(place, item, 'an object with name and weight');
      return [];
    }
    report.unknownKeys(place, item, DIMENSION_KEYS);
    const name = readText(item.name, [...place, 'name'], report);
    if (name !== '' && seen.has(name)) report.twice([...place, 'name'], name);
    seen.add(name);
    const { weight, description, rubric } = item;
    if (!isFiniteNumber(weight) || weight <= 0) {
      report.shape([...place, 'weight'], weight, 'a finite number above 0');
      return [];
    }
    return {
      name,
      weight,
      ...(description !== undefined && {
        description: readText(description, [...place, 'description'], report),
      }),
      ...(rubric !== undefined && { rubric: readRubric(rubric, [...place, 'rubric'], report) }),
    };
  });
}

function readRubric(value: unknown, place: Place, report: Report): NonNullable<QualityDimension['rubric']> {
  if (typeof value === 'string') return readText(value, place, report);
  if (!Array.isArray(value) || value.length === 0) {
    report.shape(place, value, 'text, or a list of objects with score and text');
    return [];
  }
  return value.flatMap((item: unknown, at) => {
    const level = [...place, at];
    if (!isRecord(item)) {
      report.shape(level, item, 'an object with score and text');
      return [];
    }
    report.unknownKeys(level, item, LEVEL_KEYS);
    const text = readText(item.text, [...level, 'text'], report);
    if (isFiniteNumber(item.score)) return { score: item.score, text };
    report.shape([...level, 'score'], item.score, 'a finite number');
    return [];
  });
}

/** Trimmed text; `''` once anything else has been reported. */
function readText(value: unknown, place: Place, report: Report): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') report.shape(place, value, 'text that is not blank');
  return text;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function readConstraints(value: unknown, report: Report): string[] {
  const texts = readList(value, ['hard_constraints'], report).flatMap((item, at) => {
    if (typeof item === 'string') return [item.trim()];
    report.shape(['hard_constraints', at], item, 'text');
    return [];
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

function readList(value: unknown, place: Place, report: Report): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  report.shape(place, value, 'a list');
  return [];
}

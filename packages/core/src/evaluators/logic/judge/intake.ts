import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import { formatPointer } from '../../../values/value-path.js';
import type { Intake } from '../evaluator.js';

/** Sum of all weights. */
export const WEIGHT_UNITS = 10_000;

/** Other keys of optimize-anything's intake. There, they configure an evaluator; here, command options do that. */
const OTHER_KEYS = ['artifact_class', 'evaluation_pattern', 'execution_mode', 'evaluator_cwd'];
const KEYS = new Set(['quality_dimensions', 'hard_constraints', ...OTHER_KEYS]);

type Place = readonly (string | number)[];

/**
 * Parses the criteria of a judge: `{ quality_dimensions: [{ name, weight }], hard_constraints: [text] }` (intake of
 * seed 004). Names and constraints are trimmed; blank and repeated constraints are dropped.
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
      void problems.push(problem('EVL-041', where(place), { found: nameValue(found), expected })),
    twice: (place, name) => void problems.push(problem('EVL-042', where(place), { name })),
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
  for (const key of Object.keys(document)) {
    if (!KEYS.has(key)) problems.push(problem('EVL-043', where([key]), { key }));
  }
  const dimensions = readDimensions(document.quality_dimensions, report);
  const hardConstraints = readConstraints(document.hard_constraints, report);
  if (problems.length === 0 && dimensions.length + hardConstraints.length === 0) {
    problems.push(problem('EVL-044', where([])));
  }
  if (problems.length > 0) return { problems };
  const weights = normaliseWeights(dimensions.map(({ weight }) => weight));
  const qualityDimensions = dimensions.map(({ name }, at) => ({ name, weight: weights[at] as number }));
  return { intake: { qualityDimensions, hardConstraints } };
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
}

function readDimensions(value: unknown, report: Report): { name: string; weight: number }[] {
  const seen = new Set<string>();
  return readList(value, 'quality_dimensions', report).flatMap((item, at) => {
    const place = ['quality_dimensions', at];
    if (!isRecord(item)) {
      report.shape(place, item, 'an object with name and weight');
      return [];
    }
    const name = typeof item.name === 'string' ? item.name.trim() : '';
    if (name === '') report.shape([...place, 'name'], item.name, 'text that is not blank');
    else if (seen.has(name)) report.twice([...place, 'name'], name);
    seen.add(name);
    const { weight } = item;
    if (typeof weight === 'number' && Number.isFinite(weight) && weight > 0) return [{ name, weight }];
    report.shape([...place, 'weight'], weight, 'a finite number above 0');
    return [];
  });
}

function readConstraints(value: unknown, report: Report): string[] {
  const texts = readList(value, 'hard_constraints', report).flatMap((item, at) => {
    if (typeof item === 'string') return [item.trim()];
    report.shape(['hard_constraints', at], item, 'text');
    return [];
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

function readList(value: unknown, key: string, report: Report): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  report.shape([key], value, 'a list');
  return [];
}

function nameValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON.parse turns 1e999 into Infinity, which JSON.stringify shows as null.
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}

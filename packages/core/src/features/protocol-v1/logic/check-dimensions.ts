import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';

/**
 * The dimensions of a schema that scoring protocol v1 rates, in the order of its prompts (Schemas-Spec 22, Dimensions).
 */
export const PROTOCOL_DIMENSIONS = ['whenToUse', 'parameters'] as const;

export type ProtocolDimension = (typeof PROTOCOL_DIMENSIONS)[number];

/**
 * Adds the dimension to each score if no score names one; the scores are then taken to be in the order of the prompts
 * (Schemas-Spec 22, Grader Implementation Requirements). Returns any other document unchanged; `checkDimensions`
 * reports its errors.
 *
 * @param json a scores document of any shape
 */
export function nameDimensions(json: unknown): unknown {
  const entries: unknown = isRecord(json) ? json.scores : undefined;
  if (!isRecord(json) || !Array.isArray(entries) || entries.length !== PROTOCOL_DIMENSIONS.length)
    return json;
  if (!entries.every((entry) => isRecord(entry) && !Object.hasOwn(entry, 'dimension'))) return json;
  const scores = entries.map((entry: object, at) => ({ dimension: PROTOCOL_DIMENSIONS[at], ...entry }));
  return { ...json, scores };
}

/**
 * Checks that each dimension of the protocol is scored exactly once. The shape check reports entries whose dimension is
 * not text.
 *
 * @param json a scores document of any shape
 */
export function checkDimensions(json: unknown): Problem[] {
  const entries: unknown = isRecord(json) ? json.scores : undefined;
  if (!Array.isArray(entries)) return [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const dimension: unknown = isRecord(entry) ? entry.dimension : undefined;
    if (typeof dimension !== 'string') continue;
    const where = { path: `/scores/${at}/dimension` };
    if (!(PROTOCOL_DIMENSIONS as readonly string[]).includes(dimension)) {
      const expected = PROTOCOL_DIMENSIONS.join(' and ');
      problems.push(problem('GRP-007', where, { found: dimension, expected }));
    } else if (seen.has(dimension)) problems.push(problem('GRP-008', where, { dimension }));
    seen.add(dimension);
  }
  const missing = PROTOCOL_DIMENSIONS.filter((dimension) => !seen.has(dimension));
  return [...problems, ...missing.map((dimension) => problem('GRP-009', { path: '/scores' }, { dimension }))];
}

import { describeIssues, describeValue, type ShapeIssue, valueAt } from '../../../problems/describe-issue.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { scoresLimits } from '../../../spec/scores-limits.js';
import { isRecord } from '../../../values/is-record.js';
import {
  findDuplicateKeys,
  findUnsafeValues,
  type JsonDocument,
  parseJsonDocument,
} from '../../../values/read-json.js';
import { formatPointer } from '../../../values/value-path.js';
import { checkDimensions, nameDimensions } from './check-dimensions.js';
import { type ProtocolScores, protocolScores } from './protocol-v1.js';

/** One scores document, checked as far as that is possible without its schema. */
export interface ParsedProtocolScores {
  /** As written in the document; null if it has none. */
  readonly slug: string | null;
  /** The document; null if anything about it is wrong. */
  readonly scores: ProtocolScores | null;
  /** All problems, each with its JSON pointer. */
  readonly problems: readonly Problem[];
}

/**
 * Reads one scores document and checks everything that needs no schema: JSON, types, ranges, protocol version,
 * dimensions. If no score names a dimension, the scores are taken to be in the order of the prompts.
 *
 * @param document the bytes or text of a document, or a document built from an evaluator's answers
 * @param now scores given after this time are refused (SCR-026)
 * @returns GRP-003 or SCR-020 alone, or every other problem: GRP-002, GRP-004, GRP-005, GRP-007 to GRP-009, SCR-021 to
 *   SCR-023
 */
export function parseProtocolScores(
  document: string | Uint8Array | JsonDocument,
  now: Date,
): ParsedProtocolScores {
  const isText = typeof document === 'string' || document instanceof Uint8Array;
  const parsed = isText ? parseJsonDocument(document, 'GRP-003') : document;
  if ('code' in parsed) return { slug: null, scores: null, problems: [parsed] };
  const { text } = parsed;
  const json = nameDimensions(parsed.json);
  const result = protocolScores.safeParse(json);
  const problems = [
    ...findDuplicateKeys(text),
    ...findUnsafeValues(json),
    ...(result.success ? [] : describeShape(json, result.error.issues)),
    ...checkDimensions(json),
    ...checkTime(json, now),
  ];
  const slug = isRecord(json) && typeof json.schemaIdSlug === 'string' ? json.schemaIdSlug : null;
  // Keep the document itself: a parsed copy would order its keys differently.
  return {
    slug,
    scores: problems.length === 0 && result.success ? (json as ProtocolScores) : null,
    problems,
  };
}

/** Turns errors in the shape into problems, using the protocol's own code if it has one. */
function describeShape(json: unknown, issues: readonly ShapeIssue[]): Problem[] {
  return issues.flatMap((issue) => {
    const { path } = issue;
    const value = valueAt(json, path);
    const where = { path: formatPointer(path) };
    const field = path.at(-1);
    const isText = typeof value === 'string';
    if (field === 'scoringProtocol' && path.length === 1 && isText) {
      return [problem('GRP-005', where, { found: value })];
    }
    if (path[0] === 'scores' && path.length === 3) {
      if (field === 'score') return [problem('GRP-004', where, { found: describeValue(value) })];
      // checkDimensions reports unknown dimensions.
      if (field === 'dimension' && isText) return [];
    }
    return describeIssues(json, [issue], { shape: 'GRP-002', unknownField: 'SCR-024' });
  });
}

function checkTime(json: unknown, now: Date): Problem[] {
  const found = isRecord(json) ? json.timestamp : undefined;
  if (typeof found !== 'string' || !(Date.parse(found) > now.getTime() + scoresLimits.maxAheadMs)) return [];
  return [problem('SCR-026', { path: '/timestamp' }, { found, now: now.toISOString() })];
}

import { formatPointer } from '../../model/json-pointer.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';
import { scoresLimits } from '../../tables/scores-limits.js';
import { checkScore } from '../score.js';
import { isVetoTrigger } from '../veto.js';

/** What a shape says of a value that does not fit; the part of it that is used here. */
export interface ShapeIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly format?: string;
  readonly pattern?: string | undefined;
  readonly origin?: string;
  readonly maximum?: number | bigint;
  readonly errors?: readonly (readonly ShapeIssue[])[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const NOT_EMPTY = 'text that is not empty';
const PATTERNS: Readonly<Record<string, string>> = {
  '/^[0-9a-f]{8}$/': '8 hexadecimal digits',
  '/\\S/': NOT_EMPTY,
};

/** Problems of a document that has not the right shape; of each place the first one, which the others follow from. */
export function describeIssues(json: unknown, issues: readonly ShapeIssue[]): Problem[] {
  const seen = new Set<string>();
  return issues.flatMap((issue) => {
    const place = JSON.stringify([issue.path, issue.code === 'unrecognized_keys']);
    if (seen.has(place)) return [];
    seen.add(place);
    return describeIssue(json, issue);
  });
}

/** The problems of one place: the code of its rule, else SCR-002. */
function describeIssue(json: unknown, issue: ShapeIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) =>
      problem('SCR-024', { path: formatPointer([...issue.path, key]) }, { field: key }),
    );
  }
  const where = { path: formatPointer(issue.path) };
  const value = valueAt(json, issue.path);
  return [
    rulesProblem(issue, value, where) ??
      problem('SCR-002', where, { expected: expectedOf(issue), found: describeValue(value) }),
  ];
}

/** Fields with a rule of the specification behind them say which. */
function rulesProblem({ path }: ShapeIssue, value: unknown, where: { path: string }): Problem | null {
  const [parent, field] = [path.at(-2), path.at(-1)];
  if (field === 'score') return checkScore(value, where);
  if (field === 'naReason') return problem('NA-001', where, { found: describeValue(value) });
  if (field === 'triggeredBy' && typeof value === 'string' && !isVetoTrigger(value))
    return problem('VET-001', where, { found: value });
  if (parent === 'veto' && field === 'evidence' && (value === undefined || value === ''))
    return problem('VET-002', where);
  return null;
}

function expectedOf(issue: ShapeIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected ?? ''] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return `one of ${issue.values?.map(String).join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'datetime') return 'a date and time in UTC such as 2026-03-01T10:00:00Z';
      return PATTERNS[issue.pattern ?? ''] ?? `text that fits ${issue.pattern}`;
    case 'too_small':
      return issue.origin === 'array' ? 'at least one element' : NOT_EMPTY;
    case 'too_big':
      return `at most ${issue.maximum} characters`;
    case 'invalid_union':
      return [...new Set(issue.errors?.flatMap(([first]) => (first ? expectedOf(first) : [])))].join(' or ');
    default:
      return 'another value';
  }
}

/** A value as it is named in a message. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? shorten(JSON.stringify(value)) : String(value);
}

/** Enough of a text to know it again; what was shortened is not shortened again. */
export function shorten(text: string): string {
  const { maxShown } = scoresLimits;
  if (text.length <= maxShown) return text;
  const rest = `… (${text.length} characters)`;
  return `${text.slice(0, maxShown - rest.length)}${rest}`;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    json,
  );
}

import { checkScore, checkWeight } from '../grade/score.js';
import { isVetoTrigger } from '../grade/veto.js';
import { maskKeyForms } from '../keys/logic/key-form-text.js';
import { scoresLimits } from '../spec/scores-limits.js';
import { isRecord } from '../values/is-record.js';
import { formatPointer } from '../values/value-path.js';
import { problem } from './error-codes.js';
import type { Problem, Where } from './problem.js';

/** An issue found in checking a shape, reduced to the fields used here. */
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

/** Codes for issues that no rule of the specification covers. */
export interface IssueCodes {
  readonly shape: 'SCR-002' | 'GRD-002' | 'GRP-002' | 'PB-002';
  readonly unknownField: 'SCR-024' | 'GRD-011';
  /** Code for a missing value; if absent, the shape's code is used. */
  readonly missing?: 'GRD-001' | 'PB-003' | 'PB-006';
  /** Code for an empty text or list; if absent, the shape's code is used. */
  readonly empty?: 'PB-003';
}
const OF_SCORES: IssueCodes = { shape: 'SCR-002', unknownField: 'SCR-024' };

/** Problems of a document with the wrong shape: only the first one at each place, since the others follow from it. */
export function describeIssues(
  json: unknown,
  issues: readonly ShapeIssue[],
  codes: IssueCodes = OF_SCORES,
): Problem[] {
  const seen = new Set<string>();
  return issues.flatMap((issue) => {
    const place = JSON.stringify([issue.path, issue.code === 'unrecognized_keys']);
    if (seen.has(place)) return [];
    seen.add(place);
    return describeIssue(json, issue, codes);
  });
}

/** Problems at one place, with the code of the rule that covers it or, if there is none, the shape's code. */
function describeIssue(json: unknown, issue: ShapeIssue, codes: IssueCodes): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) =>
      problem(
        codes.unknownField,
        { path: formatPointer([...issue.path, key]) },
        { field: key, suggestion: '' },
      ),
    );
  }
  const where = { path: formatPointer(issue.path) };
  const value = valueAt(json, issue.path);
  if (isInVeto(issue) && issue.path.at(-1) === 'evidence' && saysNothing(value)) {
    const veto = valueAt(json, issue.path.slice(0, -1));
    return [
      problem(isRecord(veto) && veto.triggeredBy === 'ai-security-veto' ? 'VET-003' : 'VET-002', where),
    ];
  }
  if (issue.path.at(-2) === 'selectionContext' && issue.path.at(-1) === 'personaIds' && saysNothing(value)) {
    return [problem('GRD-005', where, { field: 'personaIds' })];
  }
  const gap = value === undefined ? codes.missing : saysNothing(value) && value !== null && codes.empty;
  if (gap) return [problem(gap, where, { field: String(issue.path.at(-1) ?? 'the value') })];
  return [
    rulesProblem(issue, value, where) ??
      problem(codes.shape, where, { expected: expectedOf(issue), found: describeValue(value) }),
  ];
}

/** The problem with a field that a rule of the specification covers. */
function rulesProblem(issue: ShapeIssue, value: unknown, where: { path: string }): Problem | null {
  const field = issue.path.at(-1);
  if (field === 'score') return checkScore(value, where);
  if (field === 'weight') return checkWeight(value, where);
  if (field === 'gradingTier') {
    const expected = issue.values?.map(String).join(' or ') ?? 'a tier';
    return problem('GRD-003', where, { expected, found: describeValue(value) });
  }
  if (field === 'kind' && value === null && issue.path.at(-2) === 'creator') return problem('SCR-042', where);
  if (field === 'naReason') return naReasonProblem(where, describeValue(value));
  if (isInVeto(issue) && field === 'triggeredBy' && typeof value === 'string' && !isVetoTrigger(value))
    return problem('VET-001', where, { found: value });
  return null;
}

/** A score n/a without a reason of the closed list. */
export function naReasonProblem(where: Where | undefined, found: string): Problem {
  return problem('NA-001', where, { expected: 'a naReason of the closed list with n/a', found });
}

/** Whether the issue lies directly inside a veto; a re-grading has a `triggeredBy` as well. */
function isInVeto({ path }: ShapeIssue): boolean {
  return path.at(-2) === 'veto' || path.at(-2) === 'categoricalVeto';
}

function saysNothing(value: unknown): boolean {
  const isBlank = typeof value === 'string' && value.trim() === '';
  return value === undefined || value === null || isBlank || (Array.isArray(value) && value.length === 0);
}

function expectedOf(issue: ShapeIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected ?? ''] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return `one of ${issue.values?.map(String).join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'datetime') return 'a date and time in UTC such as 2026-03-01T10:00:00Z';
      return PATTERNS[issue.pattern ?? ''] ?? `text that matches ${issue.pattern}`;
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

/**
 * The problem with an argument of a public function.
 *
 * @param field the argument's name; nested names are joined with `/`
 * @returns GRD-001 (missing or empty) or GRD-002 (wrong type)
 */
export function argumentProblem(field: string, expected: string, found: unknown): Problem {
  const isBlank = typeof found === 'string' && !/\S/.test(found);
  if (found === undefined || isBlank) return problem('GRD-001', { path: `/${field}` }, { field });
  return problem('GRD-002', { path: `/${field}` }, { expected, found: describeValue(found) });
}

/** Problems with an argument that must be a string with at least one word; empty if it is fine. */
export function checkTextArgument(field: string, found: unknown): Problem[] {
  const isText = typeof found === 'string' && found.trim() !== '';
  return isText ? [] : [argumentProblem(field, 'text', found)];
}

/** Describes a value for a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? shorten(JSON.stringify(value)) : String(value);
}

/** Shortens text, keeping enough to recognise it; text that was already shortened is not shortened again. */
function shorten(text: string): string {
  const { maxShown } = scoresLimits;
  const whole = maskKeyForms(text);
  if (whole.length <= maxShown) return whole;
  const rest = `… (${whole.length} characters)`;
  return `${whole.slice(0, maxShown - rest.length)}${rest}`;
}

/** The value at a path of a JSON value; undefined if there is none. */
export function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    json,
  );
}

/** Arguments that repeat content of the file; all others are our own words. */
const FROM_FILE = new Set(['found', 'area', 'subject', 'question', 'field']);

/**
 * Limits a list of problems for output: no duplicates, and no more than a reader or a pipe can handle,
 * whatever the input. SCR-025 counts the rest.
 */
export function limitProblems(problems: readonly Problem[]): Problem[] {
  const shown = new Map<string, Problem>();
  for (const found of problems) {
    const short = { ...found, ...(found.args && { args: shortenArgs(found.args) }) };
    shown.set(JSON.stringify([short.code, short.where, short.args]), short);
  }
  const { maxProblems } = scoresLimits;
  const listed = [...shown.values()].slice(0, maxProblems);
  const more = shown.size - listed.length;
  return more > 0 ? [...listed, problem('SCR-025', undefined, { more })] : listed;
}

function shortenArgs(args: NonNullable<Problem['args']>): NonNullable<Problem['args']> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      FROM_FILE.has(name) && typeof value === 'string' ? shorten(value) : value,
    ]),
  );
}

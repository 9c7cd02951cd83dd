import { describeProblem, type ErrorCode, errorCodes } from '../../packages/core/src/problems/error-codes.js';
import type { Problem } from '../../packages/core/src/problems/problem.js';
import type { TestRecord } from '../../packages/core/src/spec/facts.js';

interface Evidence {
  /** Why no test of the tool was sent, or null. */
  readonly held: Problem | null;
  /** What the product says of the tool. */
  readonly reason: string;
  readonly records: readonly Pick<TestRecord, 'status' | 'error' | 'working'>[];
  /** Number of declared tests, and of those that differ. */
  readonly declared: number;
  readonly distinct: number;
  readonly bar: number;
}

/** Characters of an error that are shown. */
const SHOWN = 90;

/** Causes that name their place, and what they are called here, so that they count as one. */
const NAMED: readonly (readonly [ErrorCode, string])[] = [
  ['DPT-122', 'a test leaves a placeholder open that no parameter or key fills'],
  ['TST004', 'a test gives a value that its parameter does not allow'],
  ['DPT-121', 'a test lacks a required value'],
  ['DPT-146', 'a key is kept at home'],
  ['DPT-144', 'a key is kept at home'],
  ['PRE-007', 'handler code sends a placeholder unfilled'],
];

/**
 * Why a tool stays below the bar, in words that are the same for the same cause. What holds for every test comes first,
 * then the number of tests, then what most tests failed with.
 */
export function describeCause({ held, reason, records, declared, distinct, bar }: Evidence): string {
  if (held) return describeHeld(held);
  if (records.length === 0 && declared > 0) return firstLine(reason);
  if (declared < bar) return 'fewer tests declared than the bar';
  if (distinct < bar) return 'fewer different tests declared than the bar';
  const [first] = countAll(records.filter(({ working }) => !working).map(describeRecord));
  return first?.[0] ?? firstLine(reason);
}

function describeHeld(held: Problem): string {
  const { args = {} } = held;
  if (held.code === 'DPT-108') return `shared list not found: ${args.ref}`;
  return firstLine(describeProblem(held).message);
}

function describeRecord({ status, error }: Evidence['records'][number]): string {
  const said = error ?? status;
  const [, name] = NAMED.find(([code]) => isSaid(code, said)) ?? [];
  return name ?? firstLine(said);
}

/** Whether a text is what a code says, with any values in its places. */
function isSaid(code: ErrorCode, said: string): boolean {
  const words = errorCodes[code].text.split(/\{\{?\{?\w+\}?\}?\}/).filter((part) => part.length > 3);
  let at = 0;
  return words.every((part) => {
    const found = said.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

/** Each text with how often it occurs, most frequent first. */
export function countAll(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

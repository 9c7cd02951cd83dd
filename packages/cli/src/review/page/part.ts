import type { ShownProblem, ShownPrompt } from '../wire.js';

/** Answers to one prompt, as they are edited. Fields are named by JSON pointers, as in problems of the hand-in. */
export type Part = ShownPrompt['part'];
export type Answer = Part['answers'][number];
export type Score = Answer['score'];

/** One prompt with its answers, and how they came about. */
export interface OpenPrompt extends ShownPrompt {
  /** Earlier answers, newest last, each with the field that was changed then. */
  readonly past: readonly { readonly part: Part; readonly field: string }[];
  /** What the last check found; null before the first check, and while nothing is to be shown. */
  readonly problems: readonly ShownProblem[] | null;
}

/** This many changes of a prompt can be undone. */
const LONGEST_PAST = 200;

/**
 * @param field what is changed
 * @param isTyped letters of one word, typed into one field, are one change
 */
export function change(open: OpenPrompt, field: string, part: Part, isTyped = false): OpenPrompt {
  if (part === open.part) return open;
  const isSameWord =
    isTyped &&
    open.past.at(-1)?.field === field &&
    isWithinWord(textAt(open.part, field), textAt(part, field));
  const past = isSameWord ? open.past : [...open.past, { part: open.part, field }].slice(-LONGEST_PAST);
  return { ...open, part, past };
}

/** Whether one letter was added to a word, or taken away. */
function isWithinWord(old: string, now: string): boolean {
  return Math.abs(now.length - old.length) === 1 && (now.length < old.length || !/\s$/.test(old));
}

/** Takes the last change back. */
export function undo(open: OpenPrompt): { readonly open: OpenPrompt; readonly field: string } | null {
  const last = open.past.at(-1);
  if (!last) return null;
  return { open: { ...open, part: last.part, past: open.past.slice(0, -1) }, field: last.field };
}

/** Gives an answer its score; a reason for n/a belongs to n/a alone. */
export function withScore(part: Part, at: number, score: Score): Part {
  const answer = part.answers[at];
  if (!answer || answer.score === score) return part;
  const { naReason: _, ...rest } = answer;
  return set(part, `/answers/${at}`, { ...rest, score });
}

/** Half a point up or down, from 1 to 5; a score that is not a number stays. */
export function step(part: Part, at: number, by: 0.5 | -0.5): Part {
  const score = part.answers[at]?.score;
  return typeof score === 'number' ? withScore(part, at, Math.min(5, Math.max(1, score + by))) : part;
}

/** A score as somebody types it; what is not a number stays, so that the check can say so. */
export function parseScore(text: string): Score {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text.trim();
}

/** Returns the value at a JSON pointer; undefined if there is none. */
function get(value: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce((at: unknown, key) => (at as Record<string, unknown> | null)?.[key], value);
}

/** The text of a field; '' if there is none. Evidence that another program gave may be an object. */
export function textAt(part: Part, field: string): string {
  const value = get(part, field) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A copy with another value at a JSON pointer; `undefined` takes the item or member away. */
export function set<T>(value: T, pointer: string, to: unknown): T {
  return setAt(value, keysOf(pointer), to) as T;
}

function setAt(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const at = Number(key);
    const put = rest.length === 0 && to === undefined ? [] : [setAt(value[at], rest, to)];
    return [...value.slice(0, at), ...put, ...value.slice(at + 1)];
  }
  const { [key]: own, ...others } = (value ?? {}) as Record<string, unknown>;
  const now = setAt(own, rest, to);
  return now === undefined ? others : { ...others, [key]: now };
}

function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1);
}

/** The first question without a score; the first one if all have scores. */
export function firstOpen({ answers }: Part): number {
  return Math.max(
    0,
    answers.findIndex(({ score }) => score === null),
  );
}

/** What was found at one field; what is in it has fields of its own. */
export function problemsAt(problems: OpenPrompt['problems'], field: string): readonly ShownProblem[] {
  return (problems ?? []).filter(({ path }) => path === field);
}

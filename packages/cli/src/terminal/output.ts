import {
  describeProblem,
  oneLine,
  type Problem,
  stringifyExact,
  visibleJson,
} from '@flowmcp/grading-core/commands';
import { formatProblems } from './problems.js';

/** Results go to stdout, everything else to stderr. Text from strangers has already been through {@link visible}. */
export function printResult(text: string): void {
  process.stdout.write(asLines(text));
}

/** A line that a grading loop reads (spec 25). */
export function printSurfacing(line: `[GRADING] ${string}`): void {
  process.stderr.write(`[${asLines(line.slice(1))}`);
}

export function printTalk(text: string): void {
  process.stderr.write(asLines(text));
}

/** Prints problems to stderr, each with what to do about it; prints nothing if there are none. */
export function printProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) printTalk(formatProblems(problems));
}

/** Prints part of a result while the rest is still being produced; settles when there is room for the next part. */
export function printResultPart(text: string): Promise<void> {
  return printPart(asLines(text));
}

/**
 * Prints a patch, whose lines keep the CR before their end. Whatever else a terminal or a CI service would obey is escaped,
 * colours included: a patch that holds such text can be read, but not applied.
 */
export function printPatch(patch: string): void {
  const lines = patch.replaceAll(ESCAPE, '\\x1b').split('\r\n');
  process.stdout.write(lines.map(escapeLines).join('\r\n'));
}

/** Prints exactly one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(formatJson(value));
}

/**
 * Prints a document, or part of one while the rest is still being produced, with every order to a terminal or a CI service
 * escaped: in the notation of the format, if it has one, so that the document means the same.
 */
export function printDocument(text: string, format: string): Promise<void> {
  if (JSON_FORMATS.has(format)) return printPart(text.replace(AGENT_ORDER, '\\u0023#'));
  if (!PAGES.has(format)) return printPart(escapeLines(text));
  const page = text.replace(
    ORDER,
    (_, blanks: string, order: string) => `${blanks}&#${order.charCodeAt(0)};${order.slice(1)}`,
  );
  return printPart(page.replace(AGENT_ORDER, '&#35;#'));
}

const JSON_FORMATS = new Set(['json', 'sarif', 'board']);
/** Formats in which text is escaped by entities wherever it stands. */
const PAGES = new Set(['html', 'badge']);

/** Prints part of a document while the rest is still being produced; settles when there is room for the next part. */
export async function printPart(text: string): Promise<void> {
  const { stdout } = process;
  if (stdout.write(text) || stdout.destroyed) return;
  // The reader has closed the pipe, which is not a failure (bin.ts).
  await new Promise<void>((resolve) => {
    const settle = () => {
      stdout.off('drain', settle).off('close', settle);
      resolve();
    };
    stdout.on('drain', settle).on('close', settle);
  });
}

/** A JSON document in which every problem has its text as well as its code. */
export function formatJson(value: unknown): string {
  const replace = (item: unknown) => (isProblem(item) ? describeForJson(item) : item);
  const json = visibleJson(stringifyExact(value, { replace, indent: 2 }));
  return `${json.replace(AGENT_ORDER, '\\u0023#')}\n`;
}

const ESCAPE = String.fromCharCode(27);
const COLOUR_OR_CONTROL = new RegExp(`${ESCAPE}\\[[\\d;]*m|\\p{Cc}`, 'gu');

/** Matches lines that a CI service would run as commands, whatever white space they begin with, or that a grading loop would mistake for our own lines. */
const ORDER = /^([^\S\n]*)(::|\[(?=GRADING\]))/gm;
/** Matches what begins a command of a CI service anywhere in a line. */
const AGENT_ORDER = /##(?=\[|vso\[)/g;

/** Prepares lines for a terminal or a CI log: escapes all control characters except line ends, tabs and our colours. */
function asLines(text: string): string {
  const shown = escapeLines(text);
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}

function escapeLines(text: string): string {
  return (
    text
      .replace(COLOUR_OR_CONTROL, (found) =>
        found.length > 1 || found === '\n' || found === '\t'
          ? found
          : `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`,
      )
      // When a long name or text wraps, a line may begin with any part of it.
      .replace(ORDER, (_, blanks: string, order: string) => `${blanks}\\${order}`)
      .replace(AGENT_ORDER, '# #')
  );
}

/** Keys of a problem, plus those that only a finding or a problem of a draft has. */
const PROBLEM_KEYS = new Set(['target', 'schema', 'id', 'prompt', 'code', 'severity', 'where', 'args']);

function isProblem(item: unknown): item is Problem {
  return (
    typeof item === 'object' &&
    item !== null &&
    'code' in item &&
    'severity' in item &&
    Object.keys(item).every((key) => PROBLEM_KEYS.has(key))
  );
}

function describeForJson(found: Problem) {
  const { code, severity, where, args, ...more } = found;
  const { message, hint } = describeProblem(found);
  return { ...more, code, severity, message, ...(where && { where }), ...(hint && { hint }) };
}

const PLAIN = /^[ -~]*$/;

/**
 * Prepares a result for display: turns every string in it, including property names, into one visible line. Text from a
 * stranger then cannot begin a line, add a colour or move the cursor, whatever the renderer.
 *
 * @param value a result of a command: plain objects, lists, maps and single values
 */
export function visible<T>(value: T): T {
  return show(value, new Map()) as T;
}

/** @param known the copies made so far, by original, so that shared objects stay shared */
function show(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === 'string') return showText(value);
  if (typeof value !== 'object' || value === null) return value;
  const made = known.get(value) ?? showMembers(value, known);
  known.set(value, made);
  return made;
}

function showMembers(value: object, known: Map<object, unknown>): unknown {
  const each = (item: unknown) => show(item, known);
  if (Array.isArray(value)) return value.map(each);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [each(key), each(item)]));
  if (value instanceof Set) return new Set([...value].map(each));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [oneLine(key), each(item)]));
}

function showText(text: string): string {
  return PLAIN.test(text) ? text : oneLine(text.replace(/\s*\n\s*/g, ' '));
}

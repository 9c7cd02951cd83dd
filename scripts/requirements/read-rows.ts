import { parse } from 'yaml';

export const LEVELS = [
  'MUST',
  'MUST NOT',
  'SHOULD',
  'SHOULD NOT',
  'SHALL',
  'SHALL NOT',
  'REQUIRED',
  'MAY',
] as const;
export type Level = (typeof LEVELS)[number];

/** One rule of the specification, in our words, with its outcome: exactly one of the last three. */
export interface Requirement {
  readonly id: string;
  readonly anchor: string;
  readonly level: Level;
  readonly statement: string;
  /** Number of the decision if we depart from the rule or state how we read it. */
  readonly decision?: string;
  readonly tests?: readonly string[];
  readonly excluded?: string;
  readonly pending?: string;
}

/** Reads the rows and reports errors in their form; returns only correctly formed rows. */
export function readRows(text: string): { rows: Requirement[]; problems: string[] } {
  return rowsOf(parse(text));
}

/** A file of rows that build on those of an earlier specification. */
export interface Differences {
  /** The earlier specification, whose rows hold on. */
  readonly inherits: string;
  /** Ids of its rows that do not hold on, with the id of the row in their place; null: they are dropped. */
  readonly replaced: Readonly<Record<string, string | null>>;
  readonly rows: Requirement[];
  readonly problems: string[];
}

/** Reads a file of differences and reports errors in its form; returns only what is correctly formed. */
export function readDifferences(text: string): Differences {
  const document: unknown = parse(text);
  const { inherits, replaced, rows, ...others } = isObject(document) ? document : {};
  const found = rowsOf(rows);
  const problems = Object.keys(others).map((key) => `"${key}" is no property of the file`);
  if (!isText(inherits)) problems.push('inherits is missing or no text');
  const isReplaced = isObject(replaced) && Object.values(replaced).every((id) => id === null || isText(id));
  if (!isReplaced) problems.push('replaced is no object of ids, or null');
  return {
    inherits: isText(inherits) ? inherits : '',
    replaced: isReplaced ? (replaced as Differences['replaced']) : {},
    rows: found.rows,
    problems: [...problems, ...found.problems],
  };
}

function rowsOf(document: unknown): { rows: Requirement[]; problems: string[] } {
  if (!Array.isArray(document)) return { rows: [], problems: ['the file is not a list of rows'] };
  const rows: Requirement[] = [];
  const problems: string[] = [];
  for (const [at, row] of document.entries()) {
    const found = faultsOf(row);
    if (found.length === 0) rows.push(row);
    else problems.push(...found.map((fault) => `row ${at + 1} (${nameOf(row)}): ${fault}`));
  }
  return { rows, problems };
}

const KNOWN = ['id', 'anchor', 'level', 'statement', 'decision', 'tests', 'excluded', 'pending'];

function faultsOf(row: unknown): string[] {
  if (!isObject(row)) return ['is no object'];
  const has: Record<string, unknown> = { ...row };
  const faults = Object.keys(has)
    .filter((key) => !KNOWN.includes(key))
    .map((key) => `"${key}" is no property of a row`);
  for (const key of ['id', 'anchor', 'level', 'statement']) {
    if (!isText(has[key])) faults.push(`${key} is missing or no text`);
  }
  for (const key of ['excluded', 'pending', 'decision']) {
    if (key in has && !isText(has[key])) faults.push(`${key} is no text`);
  }
  if ('tests' in has && !isListOfTexts(has.tests)) faults.push('tests is no list of texts');
  const outcomes = ['tests', 'excluded', 'pending'].filter((key) => key in has);
  if (outcomes.length !== 1) faults.push(`has ${outcomes.length} of tests, excluded and pending, not one`);
  return faults;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function nameOf(row: unknown): string {
  return isObject(row) && 'id' in row ? String(row.id) : 'no id';
}

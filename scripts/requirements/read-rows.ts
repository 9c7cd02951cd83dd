import { parse } from 'yaml';

export const LEVELS = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'SHALL', 'SHALL NOT', 'REQUIRED'] as const;

/** One rule of the specification, in our words, with its outcome: exactly one of the last three. */
export interface Requirement {
  readonly id: string;
  readonly anchor: string;
  readonly level: (typeof LEVELS)[number];
  readonly statement: string;
  /** Number of the decision if we depart from the rule or state how we read it. */
  readonly decision?: string;
  readonly tests?: readonly string[];
  readonly excluded?: string;
  readonly pending?: string;
}

/** Reads the rows and reports errors in their form; returns only correctly formed rows. */
export function readRows(text: string): { rows: Requirement[]; problems: string[] } {
  const document: unknown = parse(text);
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
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return ['is no object'];
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

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function nameOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : 'no id';
}

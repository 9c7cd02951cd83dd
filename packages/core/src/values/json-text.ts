import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { scoresLimits } from '../spec/scores-limits.js';
import { formatPointer } from './json-pointer.js';

// Facts about a JSON text that JSON.parse does not report: its size, and duplicate keys.

interface Sign {
  readonly sign: string;
  readonly start: number;
  /** For a string, its closing quote. */
  readonly end: number;
}

const SIGNS = new Set(['{', '}', '[', ']', ',', '"']);

/**
 * Yields brackets, commas and strings in order. Ignores everything between them, and whether the text is JSON
 * at all.
 */
function* signsOf(text: string): Generator<Sign> {
  for (let start = 0; start < text.length; start += 1) {
    const sign = text[start] as string;
    if (!SIGNS.has(sign)) continue;
    const end = sign === '"' ? endOfString(text, start) : start;
    yield { sign, start, end };
    start = end;
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** SCR-020 if a text is nested too deeply or is too large to read safely; null otherwise. */
export function checkExtent(text: string): Problem | null {
  const { maxDepth, maxSigns } = scoresLimits;
  let depth = 0;
  let count = 0;
  for (const { sign } of signsOf(text)) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (sign !== '"') count += 1;
    if (depth > maxDepth)
      return problem('SCR-020', undefined, { limit: maxDepth, what: 'levels of lists and objects' });
    if (count > maxSigns)
      return problem('SCR-020', undefined, { limit: maxSigns, what: 'brackets and commas' });
  }
  return null;
}

interface OpenPart {
  /** Keys seen so far; null for a list. */
  readonly keys: Set<string> | null;
  step: string | number;
  atKey: boolean;
}

/**
 * Finds duplicate keys of an object: which of their values counts is not obvious (SCR-021).
 *
 * @param text valid JSON
 */
export function findDuplicateKeys(text: string): Problem[] {
  const problems: Problem[] = [];
  const open: OpenPart[] = [];
  for (const { sign, start, end } of signsOf(text)) {
    const part = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), step: '', atKey: true });
    else if (sign === '[') open.push({ keys: null, step: 0, atKey: false });
    else if (sign === '}' || sign === ']') open.pop();
    else if (part && sign === ',') {
      part.atKey = part.keys !== null;
      if (typeof part.step === 'number') part.step += 1;
    } else if (part?.keys && part.atKey) {
      const key = JSON.parse(text.slice(start, end + 1)) as string;
      part.step = key;
      part.atKey = false;
      const path = () => formatPointer(open.map(({ step }) => step));
      if (part.keys.has(key)) problems.push(problem('SCR-021', { path: path() }, { field: key }));
      part.keys.add(key);
    }
  }
  return problems;
}

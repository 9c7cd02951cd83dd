import type { AboutFacts } from '../../model/selection-finding.js';
import type { SelectionSections } from './selection-sections.js';

const NAME = '[A-Za-z][A-Za-z0-9_-]{0,99}';
/** With a file's ending or a version behind it. */
const SPAN = `\`(${NAME})(?:\\.(?:mjs|json)|@[\\w.]+)?\``;
const BEGINS = new RegExp(`^ {0,3}(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+|\\|[ \\t]*)(?:\\*\\*|__)?${SPAN}(.*)$`);
const BESIDE = [
  new RegExp(`\\blists?(?: named| called)?:?\\s+(?:\\*\\*|__)?${SPAN}`, 'gi'),
  new RegExp(`${SPAN}(?:\\*\\*|__)?\\s+(?:shared\\s+)?lists?\\b`, 'gi'),
];
/** "`sol`, not `solana`": a value and what it replaces. */
const VALUE =
  /^(?:\*\*|__)?[\s,;]*(?:\(?(?:not|never|instead of|rather than|in place of)\b|(?:->|→|=>|=)\s*`)/i;

/**
 * Shared lists that the section "Shared Lists" names (spec 10, Mandatory Sections 2), each once, with its line.
 * A name counts in backticks only, and only where it can not be a value of a list: at the beginning of a point of
 * the section's outer lists, in the first cell of a table row, or beside the word "list". `.mjs`, `.json` and
 * `@version` behind the name are left away.
 */
export function parseSharedListNames({ found }: Pick<SelectionSections, 'found'>): AboutFacts['lists'] {
  const lines = found.find(({ section }) => section === 'Shared Lists')?.lines ?? [];
  const first = new Map<string, number>();
  for (const { text, line } of lines) {
    const [, name, rest = ''] = BEGINS.exec(text) ?? [];
    const begun = name !== undefined && !VALUE.test(rest) ? [name] : [];
    const beside = BESIDE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, one = '']) => one));
    for (const one of [...begun, ...beside]) if (!first.has(one)) first.set(one, line);
  }
  return [...first].map(([name, line]) => ({ name, line }));
}

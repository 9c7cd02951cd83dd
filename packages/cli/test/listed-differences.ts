import { readdirSync, readFileSync } from 'node:fs';
import { readVersion } from '../src/version.js';

/** A row of a file in islands/, `<situation> | <output> | <+ or -> <line>`; `*` stands for any text in each part. */
export interface ListedDifference {
  readonly row: string;
  readonly matches: (difference: string) => boolean;
}

interface Outputs {
  readonly situation: string;
  readonly output: string;
  readonly before: string;
  readonly now: string;
}

/** Every row of a folder's .txt files, without blank lines and `#` comments. */
export function readListedDifferences(folder: string): ListedDifference[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readFileSync(`${folder}${name}`, 'utf8').split('\n'))
    .filter((row) => row.trim() !== '' && !row.startsWith('#'))
    .map((row) => ({ row, matches: matcherOf(row) }));
}

/**
 * The lines that only one of two outputs has, in the form of the row that would list them. Order, alignment
 * and empty lines are ignored.
 */
export function listDifferences({ situation, output, before, now }: Outputs): string[] {
  const [was, is] = [outputLines(output, before), outputLines(output, now)];
  return [...without(was, is).map((line) => `- ${line}`), ...without(is, was).map((line) => `+ ${line}`)].map(
    (line) => `${situation} | ${output} | ${line}`,
  );
}

/**
 * The lines of an output without machine-dependent parts; for JSON, each value with its path. The token count
 * of a prompt is removed because prompts name files of the island.
 */
function outputLines(output: string, text: string): string[] {
  const lines =
    output.endsWith('.json') && text.startsWith('{') ? valuesOf(JSON.parse(text), '') : text.split('\n');
  const shown = lines.map((line) =>
    line
      .replaceAll(readVersion(), '‹version›')
      .replace(/about \d+ tokens/g, 'about ‹n› tokens')
      .replace(/^((?:providers|selections)\/.* )\d{3,}$/, '$1‹n›')
      .replace(/ +/g, ' ')
      .trimEnd(),
  );
  return shown.filter((line) => line !== '');
}

function valuesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [`${path} = ${JSON.stringify(value)}`];
  }
  return Object.entries(value).flatMap(([key, one]) => valuesOf(one, path === '' ? key : `${path}.${key}`));
}

/** Lines that occur more often in the first list than in the second. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function matcherOf(row: string): (difference: string) => boolean {
  const [situation = '', output = '', ...line] = row.split(' | ');
  const parts = [situation, output, line.join(' | ').trimEnd()].map((part) =>
    part.split('*').map(escaped).join('.*'),
  );
  const pattern = new RegExp(`^${parts.join(' \\| ')}$`);
  return (difference) => pattern.test(difference);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

import type { FoundSection } from './selection-sections.js';

/** A piece of the section that can say which persona a lens is over. */
export type PersonaStatement =
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'heading'; readonly text: string; readonly line: number; readonly level: number }
  | {
      readonly kind: 'row';
      readonly line: number;
      readonly cells: readonly string[];
      /** Of the row above the rule; empty where the table has none. */
      readonly header: readonly string[];
    };

const POINT = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;

/** Points of lists, paragraphs, rows of tables and headings, in their order; lines that belong together are joined. */
export function listStatements(section: Pick<FoundSection, 'lines' | 'headings'>): PersonaStatement[] {
  const found: PersonaStatement[] = [];
  let header: readonly string[] = [];
  let continues = false;
  for (const [at, { text: raw, line }] of section.lines.entries()) {
    const text = raw.replace(/^ {0,3}(?:> ?)+/, '');
    const heading = section.headings.find((one) => one.line <= line && line <= one.lastLine);
    const isRow = /^\s*\|/.test(text);
    if (!isRow) header = [];
    if (heading?.line === line) {
      found.push({ kind: 'heading', text: heading.title, line, level: heading.level });
    } else if (isRow && isRule(section.lines[at + 1]?.text ?? '')) header = cellsOf(text);
    else if (isRow && !isRule(text)) found.push({ kind: 'row', line, cells: cellsOf(text), header });
    const isText = !heading && !isRow && text.trim() !== '';
    if (isText) addText(found, { text, line, continues });
    continues = isText;
  }
  return found;
}

/** A point begins anew, any other line goes on with the paragraph or point above it. */
function addText(
  found: PersonaStatement[],
  { text, line, continues }: { text: string; line: number; continues: boolean },
): void {
  const point = POINT.exec(text)?.[1];
  const last = found.at(-1);
  if (point === undefined && continues && last?.kind === 'text') {
    found[found.length - 1] = { ...last, text: `${last.text} ${text.trim()}` };
  } else found.push({ kind: 'text', text: (point ?? text).trim(), line });
}

function isRule(text: string): boolean {
  return /^[\s|:-]+$/.test(text) && text.includes('-');
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

import { BASE_PERSONAS, type BasePersonaId } from '../../spec/vocabulary.js';
import type { UnclearLens } from '../selection-finding.js';
import type { FoundSection, SelectionSections } from './selection-sections.js';

/** A piece of the section that may assign a lens to a base persona. */
export type PersonaStatement =
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'heading'; readonly text: string; readonly line: number; readonly level: number }
  | {
      readonly kind: 'row';
      readonly line: number;
      readonly cells: readonly string[];
      /** Cells of the header row; empty if the table has none. */
      readonly header: readonly string[];
    };

const POINT = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;

/** List items, paragraphs, table rows and headings, in order; lines that belong together are joined. */
function listStatements(section: Pick<FoundSection, 'lines' | 'headings'>): PersonaStatement[] {
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

/** A list item begins a new piece; any other line continues the previous piece. */
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

export interface PersonaLenses {
  /** Base persona of each lens, by the lens's slug. */
  readonly lenses: ReadonlyMap<string, BasePersonaId>;
  /** Statements about lenses that are not in `lenses`, each with the reason, in text order. */
  readonly unclear: readonly UnclearLens[];
}

interface Mapping {
  readonly lens: string;
  readonly base: BasePersonaId;
  readonly line: number;
}

interface Reading {
  readonly mappings: readonly Mapping[];
  readonly unclear: readonly UnclearLens[];
}

const NOTHING: Reading = { mappings: [], unclear: [] };

/**
 * The lenses that the section "Personas Reference and Lens" defines: each a named refinement of one of the four base
 * personas (spec 12, Lens Concept). Accepted forms, for a lens `crypto-trader`:
 *
 * - a list item or sentence that names one base persona and the lens: "`crypto-trader` – lens over `decision-maker`",
 *   "`decision-maker`: `crypto-trader`, `fund-manager`";
 * - "crypto-trader (decision-maker)";
 * - a table row, read by the columns headed "lens" and "persona" or "base" if the table has them;
 * - a heading that is the lens ("### crypto-trader", "### Lens: crypto-trader"), with one base persona below it.
 *
 * A lens is in backticks, begins the item, or follows the word "lens"; base personas are named by slug or title. A
 * sentence with several base personas, or with several lenses that are not a list, defines nothing; neither does a
 * lens with two base personas.
 */
export function parsePersonaLenses({ found }: Pick<SelectionSections, 'found'>): PersonaLenses {
  const section = found.find((one) => one.section === 'Personas Reference and Lens');
  const readings = section ? readStatements(listStatements(section)) : [];
  const mappings = readings.flatMap((one) => one.mappings);
  const lenses = new Map<string, BasePersonaId>();
  const conflicts: UnclearLens[] = [];
  for (const { lens, line } of mappings) {
    const own = mappings.filter((one) => one.lens === lens);
    const bases = [...new Set(own.map(({ base }) => base))];
    const [base] = bases;
    if (bases.length === 1 && base) lenses.set(lens, base);
    else if (!conflicts.some((one) => one.lenses.includes(lens))) {
      conflicts.push({
        lenses: [lens],
        line,
        reason: `it is given several base personas: ${bases.join(', ')}`,
      });
    }
  }
  const open = readings
    .flatMap(({ unclear }) => unclear)
    .filter((one) => one.lenses.some((lens) => !lenses.has(lens)));
  return { lenses, unclear: [...open, ...conflicts].sort((a, b) => a.line - b.line) };
}

function readStatements(statements: readonly PersonaStatement[]): Reading[] {
  const readings: Reading[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const statement = statements[at] as PersonaStatement;
    const beneath = statement.kind === 'heading' ? readHeading(statement, statements.slice(at + 1)) : null;
    readings.push(beneath?.reading ?? readStatement(statement));
    at += beneath?.consumed ?? 0;
  }
  return readings;
}

/** Reads a heading that is a lens: the lens covers everything below the heading. null for any other heading. */
function readHeading(
  heading: Extract<PersonaStatement, { kind: 'heading' }>,
  after: readonly PersonaStatement[],
): { reading: Reading; consumed: number } | null {
  const [, title = heading.text] = /^lens(?:\s*[:–—-]\s*|\s+)(.*)$/i.exec(heading.text) ?? [];
  if (!isLens(title) || (title === heading.text && !title.includes('-'))) return null;
  const next = after.findIndex((one) => one.kind === 'heading' && one.level <= heading.level);
  const beneath = next < 0 ? after : after.slice(0, next);
  const bases = findBases(beneath.map(textOf).join('\n'));
  return bases.length === 0
    ? null
    : { reading: conclude([title], bases, heading.line), consumed: beneath.length };
}

function textOf(statement: PersonaStatement): string {
  return statement.kind === 'row' ? statement.cells.join(' ') : statement.text;
}

function readStatement(statement: PersonaStatement): Reading {
  if (statement.kind === 'row') {
    const { cells, header, line } = statement;
    const lensAt = header.findIndex((title) => /\blens/i.test(title));
    const baseAt = header.findIndex((title, at) => at !== lensAt && /\b(?:base|persona)/i.test(title));
    if (lensAt >= 0 && baseAt >= 0) return readCells(cells[lensAt] ?? '', cells[baseAt] ?? '', line);
  }
  const { pairs, rest } = findPairs(textOf(statement));
  const { line } = statement;
  const paired = pairs.map(([lens, base]) => ({ lens, base, line }));
  const readings = findBases(rest).length > 1 ? rest.split(/(?<=[.;!?])\s+/) : [rest];
  const others = readings.map((sentence) => readSentence(sentence, line));
  return {
    mappings: [...paired, ...others.flatMap(({ mappings }) => mappings)],
    unclear: others.flatMap(({ unclear }) => unclear),
  };
}

function readCells(lens: string, base: string, line: number): Reading {
  const bare = lens.replace(/[`*_"']/g, '').trim();
  const lenses = isLens(bare) ? [bare] : findLenses(lens).lenses;
  return lenses.length === 0 ? NOTHING : conclude(lenses, findBases(base), line);
}

function readSentence(text: string, line: number): Reading {
  const bases = findBases(text);
  const { lenses, isList } = findLenses(text);
  if (bases.length === 0 || lenses.length === 0) return NOTHING;
  if (bases.length > 1 || isList) return conclude(lenses, bases, line);
  return {
    mappings: [],
    unclear: [{ lenses, line, reason: `several lenses stand there that are no list: ${lenses.join(', ')}` }],
  };
}

function conclude(lenses: readonly string[], bases: readonly BasePersonaId[], line: number): Reading {
  const [base] = bases;
  if (bases.length === 1 && base) {
    return { mappings: lenses.map((lens) => ({ lens, base, line })), unclear: [] };
  }
  const reason =
    bases.length === 0
      ? 'no base persona stands beside it'
      : `several base personas stand there: ${bases.join(', ')}`;
  return { mappings: [], unclear: [{ lenses, line, reason }] };
}

/** Format of a lens in entry names. */
const SLUG = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const HYPHENED = '[a-z][a-z0-9]*(?:-[a-z0-9]+)+';
const MARKS = '[`*_"\']{0,3}';
const PART = '[\\p{L}\\p{N}_-]';
const BASE_WORDS = BASE_PERSONAS.map((base) => base.replace('-', '[- ]')).join('|');
const BASE = new RegExp(`(?<!${PART})(?:${BASE_WORDS})(?!${PART})`, 'giu');
const WHOLE_SLUG = new RegExp(`^${SLUG}$`);

/** The base personas in the text, by slug or title ("Decision Maker"), each once. */
function findBases(text: string): BasePersonaId[] {
  const found = [...text.matchAll(BASE)].map(([name]) => name.toLowerCase().replace(' ', '-'));
  return BASE_PERSONAS.filter((base) => found.includes(base));
}

/**
 * Whether the text may be a lens: any slug except those of the base personas and `general`, which stands for no lens.
 */
function isLens(text: string): boolean {
  return WHOLE_SLUG.test(text) && text !== 'general' && !BASE_PERSONAS.some((base) => base === text);
}

interface FoundLenses {
  readonly lenses: readonly string[];
  /** Whether only commas and "and" separate the lenses. */
  readonly isList: boolean;
}

const SPANS = new RegExp(`\`(${SLUG})\``, 'g');
const BEGINS = [
  new RegExp(`^${MARKS}(${HYPHENED})(?!${PART})`, 'u'),
  new RegExp(`^${MARKS}(${SLUG})${MARKS}\\s*[:–—-]?\\s*(?:is a )?(?:lens )?(?:over|refines|narrows)\\b`, 'u'),
];
const BEHIND = new RegExp(`\\blens(?:es)?\\b[:\\s]+${MARKS}(${HYPHENED})(?!${PART})`, 'iu');
/** "decision-maker: crypto-trader, fund-manager" */
const AFTER_BASE = new RegExp(
  `^${MARKS}(?:${BASE_WORDS})${MARKS}\\s*[:=(→–—]\\s*(?:lens(?:es)?:?\\s*)?(${HYPHENED}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${HYPHENED})*)`,
  'iu',
);

/**
 * The lenses in a text: those in backticks or, if there are none, those listed after a base persona, or else the one at
 * the beginning of the text or after the word "lens".
 */
function findLenses(text: string): FoundLenses {
  const spans = [...text.matchAll(SPANS)].filter(([, name = '']) => isLens(name));
  const [first, last] = [spans[0], spans.at(-1)];
  if (first && last) {
    const between = text.slice(first.index, last.index).replace(SPANS, '');
    return {
      lenses: [...new Set(spans.map(([, name = '']) => name))],
      isList: /^(?:[\s,;&/*_]|\b(?:and|or)\b)*$/.test(between),
    };
  }
  const listed = (AFTER_BASE.exec(text)?.[1] ?? '').match(new RegExp(HYPHENED, 'g')) ?? [];
  const begun = [...BEGINS, BEHIND].flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  const lenses = (listed.length > 0 ? listed : begun.slice(0, 1)).filter(isLens);
  return { lenses: [...new Set(lenses)], isList: true };
}

const PAIR = new RegExp(
  `(?<!${PART})(?:\`(${SLUG})\`|${MARKS}(${HYPHENED})${MARKS})\\s*\\((?:[\\p{L} :→]{0,40}\\s)?${MARKS}(${BASE_WORDS})${MARKS}\\)`,
  'giu',
);

/** "crypto-trader (decision-maker)": an adjacent lens and base persona, whatever else the text contains. */
function findPairs(text: string): {
  readonly pairs: readonly [string, BasePersonaId][];
  readonly rest: string;
} {
  const pairs = [...text.matchAll(PAIR)].flatMap(
    ([, quoted, plain, base = '']): [string, BasePersonaId][] => {
      const lens = quoted ?? plain ?? '';
      return isLens(lens) ? findBases(base).map((found) => [lens, found]) : [];
    },
  );
  return { pairs, rest: pairs.length > 0 ? text.replace(PAIR, ' ') : text };
}

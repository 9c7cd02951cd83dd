import {
  type AboutHeading,
  type FoundHeading,
  findHeadings,
  type PlainLine,
  readPlainLines,
} from './headings.js';
import { hasPlaceholder, holdsName, holdsPath, holdsWords } from './reference.js';

/** Whether a text has sections about what is not possible, and how much stands in them. */
export interface NamedLimitations {
  /** A heading or a bold label announces limitations. */
  readonly heading: boolean;
  /** Points in the sections so announced. */
  readonly items: number;
}

/** A piece of the text that can begin a section or count in one. */
type Part =
  | { readonly kind: 'opener'; readonly level: number; readonly title: string; readonly body: string }
  | { readonly kind: 'point' | 'paragraph'; readonly body: string };

interface Section {
  readonly level: number;
  points: number;
  paragraphs: number;
}

/** A bold label stands below every heading. */
const LABEL_LEVEL = 7;
const ANNOUNCES = [
  /(?<!\b(?:no|without)\s)\b(?:limitations?|limits|restrictions|unsupported|out of scope)\b/i,
  /\b(?:cannot|can not|can['’]t|does not|doesn['’]t|not (?:covered|included|supported|possible))\b/i,
  /\b(?:what|which|things|that)\b.*\b(?:do not|don['’]t|is not|isn['’]t|are not|aren['’]t)\b/i,
];
/** What stands where a limitation should, and is none. */
const NOTHING =
  /^(?:none|n\/?a|tbd|unknown|nothing|no (?:known )?(?:limits|limitations|restrictions))(?: known| so far)?[.!]?$/i;
const POINT = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const MAX_TITLE = 500;

/** In a section its points count; where it has none, its paragraphs do. `headings` are those of `lines`. */
function countLimitations(lines: readonly PlainLine[], headings: readonly FoundHeading[]): NamedLimitations {
  const sections: Section[] = [];
  let open: Section | undefined;
  for (const part of partsOf(lines, headings)) {
    if (part.kind === 'opener' && (open === undefined || part.level <= open.level)) {
      open = announces(part.title) ? { level: part.level, points: 0, paragraphs: 0 } : undefined;
      if (open) sections.push(open);
    }
    if (open === undefined || !saysSomething(part.body)) continue;
    if (part.kind === 'paragraph') open.paragraphs += 1;
    else open.points += 1;
  }
  const items = sections.reduce((sum, { points, paragraphs }) => sum + (points || paragraphs), 0);
  return { heading: sections.length > 0, items };
}

function partsOf(lines: readonly PlainLine[], headings: readonly FoundHeading[]): Part[] {
  const parts: Part[] = [];
  const starts = new Map(headings.map((heading) => [heading.line, heading]));
  let headingEnds = 0;
  let continues = false;
  let inTable = false;
  for (const { line, text: raw } of lines) {
    const heading = starts.get(line);
    if (heading) {
      headingEnds = heading.lastLine;
      parts.push({ kind: 'opener', level: heading.level, title: heading.title, body: '' });
    }
    const text = line <= headingEnds ? '' : raw.replace(/^ {0,3}(?:> ?)+/, '');
    const row = /^ {0,3}\|/.test(text);
    const part = boldLabel(text) ?? pointOf(text, row && inTable) ?? (row ? null : paragraphOf(text));
    if (part && !(part.kind === 'paragraph' && continues)) parts.push(part);
    inTable = row && (inTable || isTableRule(text));
    continues = text.trim() !== '';
  }
  return parts;
}

/** `**Limits:** text`, `**Limits**: text` or `**Limits**` alone, also as a point of a list. */
function boldLabel(text: string): Part | null {
  const bare = POINT.exec(text)?.[1] ?? text.trim();
  const [, , title = '', rest = ''] = /^(\*\*|__)(.+?)\1(.*)$/.exec(bare) ?? [];
  const labelled = title.trimEnd().endsWith(':') || /^\s*(?::|$)/.test(rest);
  if (title === '' || !labelled) return null;
  return { kind: 'opener', level: LABEL_LEVEL, title, body: rest.replace(/^\s*:/, '') };
}

function pointOf(text: string, isRow: boolean): Part | null {
  const body = POINT.exec(text)?.[1] ?? (isRow && !isTableRule(text) ? text : null);
  return body === null ? null : { kind: 'point', body };
}

function paragraphOf(text: string): Part | null {
  return text.trim() === '' ? null : { kind: 'paragraph', body: text };
}

function announces(title: string): boolean {
  return ANNOUNCES.some((pattern) => pattern.test(title.slice(0, MAX_TITLE)));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !NOTHING.test(text.trim());
}

function isTableRule(text: string): boolean {
  return /^[\s|:-]+$/.test(text) && text.includes('-');
}

/**
 * Headings of a Markdown text in their order, ATX (`## Title`) and setext (underlined). What stands in fenced
 * code, in comments, in front matter, in quotations and in lists is none.
 */
export function parseAboutHeadings(text: string): AboutHeading[] {
  return findHeadings(readPlainLines(text)).map(({ level, title, line }) => ({ level, title, line }));
}

/**
 * Does a text point to the About of a namespace (spec 13, about reference)? It does when it holds one of:
 *
 * - the placeholder `{{resource:about}}` or `{{resource:‹namespace›/about}}`, or the id `‹namespace›/resource/about`;
 * - the file name `‹namespace›-about.md`, alone or as the end of a link or path;
 * - a link or path to `resources/about`, unless it runs through `providers/‹another namespace›/`;
 * - the words "About resource", "About page" or "About document", where they cannot mean "concerning": after "the",
 *   "its" or "this", with `about` in quotes, with a capital within a sentence, or on their own; not after "no" or
 *   "without". The words do not say whose About is meant: they count for the namespace the text belongs to.
 *
 * @param text what the skill says: content, description and the like
 * @param namespace as its folder is named
 */
export function namesAbout(text: string, namespace: string): boolean {
  return (
    hasPlaceholder(text, namespace) ||
    holdsName(text, `${namespace}/resource/about`) ||
    holdsName(text, `${namespace}-about.md`) ||
    holdsPath(text, namespace) ||
    holdsWords(text)
  );
}

/**
 * Does a Markdown text list what is not possible (spec 13, explicit limitations)? A section is announced by a
 * heading or a bold label that speaks of limitations, limits, restrictions, or of what cannot, does not or is not …;
 * a heading's section ends with the next heading of its level or above, a label's also with the next label.
 * Its points are list items, table rows and labelled lines; without any, its paragraphs. "None" is no point.
 *
 * Explicit limitations are there when `heading` is true and `items` at least 1.
 */
export function namesLimitations(text: string): NamedLimitations {
  const lines = readPlainLines(text);
  return countLimitations(lines, findHeadings(lines));
}

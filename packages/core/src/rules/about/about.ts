import {
  type AboutHeading,
  type FoundHeading,
  findHeadings,
  type PlainLine,
  readPlainLines,
} from './headings.js';
import { hasPlaceholder, holdsName, holdsPath, holdsWords } from './reference.js';

/** Whether the text has sections about limitations, and how many points they contain. */
export interface NamedLimitations {
  /** A heading or a bold label announces limitations. */
  readonly heading: boolean;
  /** Number of points in these sections. */
  readonly items: number;
}

/** A part of the text that begins a section or counts as content of one. */
type Part =
  | { readonly kind: 'opener'; readonly level: number; readonly title: string; readonly body: string }
  | { readonly kind: 'point' | 'paragraph'; readonly body: string };

interface Section {
  readonly level: number;
  points: number;
  paragraphs: number;
}

/** A bold label ranks below every heading. */
const LABEL_LEVEL = 7;
const ANNOUNCES = [
  /(?<!\b(?:no|without)\s)\b(?:limitations?|limits|restrictions|unsupported|out of scope)\b/i,
  /\b(?:cannot|can not|can['’]t|does not|doesn['’]t|not (?:covered|included|supported|possible))\b/i,
  /\b(?:what|which|things|that)\b.*\b(?:do not|don['’]t|is not|isn['’]t|are not|aren['’]t)\b/i,
];
/** Phrases, such as "none", that authors write instead of a limitation. */
const NOTHING =
  /^(?:none|n\/?a|tbd|unknown|nothing|no (?:known )?(?:limits|limitations|restrictions))(?: known| so far)?[.!]?$/i;
const POINT = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const MAX_TITLE = 500;

/** Counts the points of each section or, if it has none, its paragraphs. `headings` are the headings in `lines`. */
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

/** Reads a bold label, which may be in a list item: `**Limits:** text`, `**Limits**: text` or `**Limits**` alone. */
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
 * Headings of a Markdown text in order, ATX (`## Title`) and setext (underlined), but not those in fenced code,
 * comments, front matter, quotations or lists.
 */
export function parseAboutHeadings(text: string): AboutHeading[] {
  return findHeadings(readPlainLines(text)).map(({ level, title, line }) => ({ level, title, line }));
}

/**
 * Whether the text refers to the About of a namespace (spec 13, about reference) in one of these ways:
 *
 * - the placeholder `{{resource:about}}` or `{{resource:‹namespace›/about}}`, or the id `‹namespace›/resource/about`;
 * - the file name `‹namespace›-about.md`, alone or as the end of a link or path;
 * - a link or path to `resources/about`, unless it runs through `providers/‹another namespace›/`;
 * - the words "About resource", "About page" or "About document" if they cannot mean "concerning": after "the",
 *   "its" or "this", with `about` in quotes, capitalized within a sentence, or on their own; not after "no" or
 *   "without". These words name no namespace, so they count as naming the text's own namespace.
 *
 * @param text content, description and similar texts of the skill
 * @param namespace name of the namespace's folder
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
 * Whether a Markdown text lists limitations (spec 13, explicit limitations). A section begins with a heading or a bold
 * label that contains a phrase such as "limitations", "restrictions", "cannot" or "does not". A heading's section ends
 * at the next heading of the same or a higher level; a label's section also ends at the next label. The points are list
 * items, table rows and labelled lines, or paragraphs if the section has none of these. "None" is not a point.
 *
 * Limitations are explicit if `heading` is true and `items` is at least 1.
 */
export function namesLimitations(text: string): NamedLimitations {
  const lines = readPlainLines(text);
  return countLimitations(lines, findHeadings(lines));
}

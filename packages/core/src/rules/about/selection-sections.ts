import { ABOUT_SECTIONS, type AboutSection } from '../../spec/selection.js';
import { type FoundHeading, findHeadings, type PlainLine, readPlainLines } from './headings.js';

/** One of the seven sections, as found in the About. */
export interface FoundSection {
  readonly section: AboutSection;
  /** 1-based line of its heading. */
  readonly line: number;
  /** The Markdown below the heading, including code, without surrounding blank lines. */
  readonly text: string;
  /** Its lines without the heading, code, comments and front matter. */
  readonly lines: readonly PlainLine[];
  /** Other headings within it. */
  readonly headings: readonly FoundHeading[];
}

export interface SelectionSections {
  /** Sections with text, in the order of spec 10; each once. */
  readonly found: readonly FoundSection[];
  /** Sections that are absent or have no text, in the same order. */
  readonly missing: readonly AboutSection[];
  /** Missing sections with a heading but no text below it, each with the line of the heading. */
  readonly empty: readonly { readonly section: AboutSection; readonly line: number }[];
}

/**
 * The seven sections of a selection's About (spec 10, Mandatory Sections).
 *
 * A section begins with a heading of any level that equals its name, apart from case, a number before it ("3.", "3)",
 * "§ 3", "III.") and punctuation after it. "&" counts as "and", "Ageing" as "Aging". It ends at the next heading of the
 * same or a higher level, and at any heading that begins another of the seven. Headings in code, comments, lists and
 * quotations do not count.
 *
 * A section with only headings, thematic breaks and comments below its heading counts as missing. If a name occurs
 * several times, the first section with text counts.
 */
export function parseSelectionSections(text: string): SelectionSections {
  const raw = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const plain = readPlainLines(text);
  const headings = findHeadings(plain);
  const parts = headings.flatMap((heading, at) => {
    const section = sectionOf(heading);
    return section === null ? [] : [partOf({ section, heading, after: headings.slice(at + 1), raw, plain })];
  });
  const found = ABOUT_SECTIONS.flatMap(
    (name) => parts.find(({ section, isEmpty }) => section === name && !isEmpty) ?? [],
  );
  const missing = ABOUT_SECTIONS.filter((name) => !found.some(({ section }) => section === name));
  const empty = missing.flatMap((name) => parts.find(({ section }) => section === name) ?? []);
  return {
    found: found.map(({ isEmpty: _, ...section }) => section),
    missing,
    empty: empty.map(({ section, line }) => ({ section, line })),
  };
}

interface Part extends FoundSection {
  readonly isEmpty: boolean;
}

function partOf(input: {
  readonly section: AboutSection;
  readonly heading: FoundHeading;
  /** All headings after `heading`. */
  readonly after: readonly FoundHeading[];
  readonly raw: readonly string[];
  readonly plain: readonly PlainLine[];
}): Part {
  const { section, heading, after, raw, plain } = input;
  const next = after.findIndex((one) => one.level <= heading.level || sectionOf(one) !== null);
  const headings = next < 0 ? after : after.slice(0, next);
  const end = (after[next]?.line ?? raw.length + 1) - 1;
  const beneath = raw.slice(heading.lastLine, end);
  const isHeading = (line: number) => headings.some((one) => one.line <= line && line <= one.lastLine);
  return {
    section,
    line: heading.line,
    text: beneath
      .join('\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, ''),
    lines: plain.slice(heading.lastLine, end),
    headings,
    isEmpty: !saysSomething(beneath.filter((_, at) => !isHeading(heading.lastLine + at + 1))),
  };
}

/** Thematic breaks, comments and code fences do not count as text. */
function saysSomething(lines: readonly string[]): boolean {
  return lines
    .filter((line) => !/^ {0,3}(?:`{3,}|~{3,})/.test(line))
    .join('\n')
    .split('<!--')
    .some((piece, at) => /[\p{L}\p{N}]/u.test(at === 0 ? piece : afterComment(piece)));
}

function afterComment(piece: string): string {
  const end = piece.indexOf('-->');
  return end < 0 ? '' : piece.slice(end + 3);
}

const NUMBER = /^(?:§\s*)?(?:\(?\d{1,3}(?:\.\d{1,3}){0,4}\s*[.):]?|\(?[ivx]{1,4}[.)])\s*[-–—:]?\s+/;
const END = /[\s:;.,!?–—-]+$/;

function sectionOf({ title }: FoundHeading): AboutSection | null {
  const name = title
    .toLowerCase()
    .replace(NUMBER, '')
    .replace(END, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?& ?/g, ' and ')
    .replace(/^ageing\b/, 'aging');
  return ABOUT_SECTIONS.find((section) => section.toLowerCase() === name) ?? null;
}

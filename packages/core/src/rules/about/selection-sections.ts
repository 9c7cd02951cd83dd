import { ABOUT_SECTIONS, type AboutSection } from '../../spec/selection.js';
import { type FoundHeading, findHeadings, type PlainLine, readPlainLines } from './headings.js';

/** One of the seven sections as it stands in the About. */
export interface FoundSection {
  readonly section: AboutSection;
  /** 1-based line of its heading. */
  readonly line: number;
  /** The Markdown beneath the heading, code and all, without blank lines around it. */
  readonly text: string;
  /** Its lines without code, comments and front matter; the heading is not among them. */
  readonly lines: readonly PlainLine[];
  /** Headings of no section of the seven within it. */
  readonly headings: readonly FoundHeading[];
}

export interface SelectionSections {
  /** Those that say something, in the order of spec 10; each once. */
  readonly found: readonly FoundSection[];
  /** Those that are not there or say nothing, in the same order. */
  readonly missing: readonly AboutSection[];
  /** Line of the heading of each missing section that has one: nothing stands beneath it. */
  readonly empty: readonly { readonly section: AboutSection; readonly line: number }[];
}

/**
 * The seven sections of a selection's About (spec 10, Mandatory Sections).
 *
 * A section begins with a heading of any level that is exactly its name but for upper and lower case, a number
 * before it ("3.", "3)", "§ 3", "III.") and punctuation after it. "&" counts as "and", "Ageing" as "Aging". It ends
 * with the next heading of its own level or above, and with any heading that begins another of the seven: what
 * stands there belongs to that one. Headings in code, comments, lists and quotations are none.
 *
 * A heading with nothing beneath it but headings, rules and comments says nothing about the group: its section is
 * missing. Of several headings of one name the first with text counts.
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
  /** All headings behind it. */
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

/** Rules, comments and the marks around code are no text. */
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

import { type AboutHeading, findHeadings } from './about/headings.js';
import { countLimitations, type NamedLimitations } from './about/limitations.js';
import { readPlainLines } from './about/plain-lines.js';
import { hasPlaceholder, holdsName, holdsPath, holdsWords } from './about/reference.js';

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
 * - the words "About resource", "About page" or "About document", where they can not mean "concerning": after "the",
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
 * heading or a bold label that speaks of limitations, limits, restrictions, or of what can not, does not or is not …;
 * a heading's section ends with the next heading of its level or above, a label's also with the next label.
 * Its points are list items, table rows and labelled lines; without any, its paragraphs. "None" is no point.
 *
 * Explicit limitations are there when `heading` is true and `items` at least 1.
 */
export function namesLimitations(text: string): NamedLimitations {
  const lines = readPlainLines(text);
  return countLimitations(lines, findHeadings(lines));
}

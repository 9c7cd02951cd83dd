import type { ObjectExpression, Property } from 'acorn';
import type { Edit, ModuleText } from '../edits.js';

/** A module with the ranges of its comments, which no edit removes. */
export interface CommentedModule extends ModuleText {
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

const BLANK = new Set([' ', '\t']);
const LINE_END = new Set(['\n', '\r']);

/**
 * Removes members of an object. A member takes its comma with it and, if it stands alone there, its lines; comments
 * beside it stay.
 *
 * @param removed the members, each with the code of its edit
 */
export function removeMembers(
  module: CommentedModule,
  { properties, end: objectEnd }: ObjectExpression,
  removed: ReadonlyMap<Property, string>,
): Edit[] {
  const text = withoutComments(module);
  const edits: Edit[] = [];
  const isRemoved = (at: number) => removed.has(properties[at] as Property);
  for (const [at, property] of properties.entries()) {
    const code = removed.get(property as Property);
    if (code === undefined) continue;
    const next = properties[at + 1]?.start ?? objectEnd;
    const comma = text.indexOf(',', property.end);
    const hasComma = comma >= 0 && comma < next;
    const before = properties[at - 1];
    // The last member has no comma of its own, so the one before it goes, unless that belongs to a removed member.
    if (!hasComma && before) {
      let first = at;
      while (first > 0 && isRemoved(first - 1)) first -= 1;
      const kept = properties[first - 1];
      if (kept) {
        const start = text.indexOf(',', kept.end);
        edits.push({ start, end: start + 1, text: '', code });
      }
    }
    // A comment between the member and its comma stays.
    const isApart = hasComma && module.source.slice(property.end, comma).trim() !== '';
    if (isApart) edits.push({ start: comma, end: comma + 1, text: '', code });
    const end = hasComma && !isApart ? comma + 1 : property.end;
    edits.push({ ...rangeOf(module.source, property.start, end), text: '', code });
  }
  return edits;
}

/** Extends a range to whole lines if it stands alone there, else to the blanks between it and its neighbour. */
function rangeOf(source: string, start: number, end: number): { start: number; end: number } {
  let first = start;
  while (BLANK.has(source.charAt(first - 1))) first -= 1;
  let last = end;
  while (BLANK.has(source.charAt(last))) last += 1;
  const lineEnd = source.startsWith('\r\n', last) ? 2 : LINE_END.has(source.charAt(last)) ? 1 : 0;
  // At the end of a line the blanks before it would be left over, elsewhere those behind it.
  if (lineEnd === 0) return { start, end: last };
  const isAlone = first === 0 || LINE_END.has(source.charAt(first - 1));
  return { start: first, end: isAlone ? last + lineEnd : last };
}

/** The text with blanks in place of its comments, so that a comma in a comment is none. */
function withoutComments({ source, comments }: CommentedModule): string {
  let text = '';
  let from = 0;
  for (const { start, end } of comments) {
    text += source.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return text + source.slice(from);
}

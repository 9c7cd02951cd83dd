import type { Expression, Literal, TemplateLiteral } from 'acorn';
import type { ValuePath } from '../../../sources/logic/module-reading.js';
import { IDENTIFIER } from '../../../values/value-path.js';
import type { Edit } from './edits.js';
import { findNode, findProperty, listItems } from './syntax-nodes.js';

/** A change of an exported value. It is made twice, in the text and in the value, so that both can be compared. */
export type Change =
  /** Replaces the only occurrence of `found` in a string. */
  | { readonly kind: 'replace'; readonly path: ValuePath; readonly found: string; readonly by: string }
  /** Writes a number or a truth value where a string stands. */
  | { readonly kind: 'set'; readonly path: ValuePath; readonly value: number | boolean }
  /** Gives a member another name; its place among the members stays. */
  | { readonly kind: 'rename'; readonly path: ValuePath; readonly to: string }
  /** Removes a member of an object or an item of a list. */
  | { readonly kind: 'remove'; readonly path: ValuePath };

type Text = Omit<Edit, 'code'>;

/** The edits that make the changes in the text; undefined if one of them cannot be made where it belongs. */
export function planEdits(
  source: string,
  root: Expression,
  changes: readonly Change[],
): readonly Text[] | undefined {
  const edits: Text[] = [];
  for (const change of changes) {
    const edit = planEdit(source, root, change);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return edits;
}

function planEdit(source: string, root: Expression, change: Change): Text | undefined {
  const { path } = change;
  const node = findNode(root, path);
  if (change.kind === 'replace') return replaceText(source, node, change);
  if (change.kind === 'set') {
    return isString(node) ? { start: node.start, end: node.end, text: String(change.value) } : undefined;
  }
  const owner = findNode(root, path.slice(0, -1));
  const last = path.at(-1);
  if (!owner || last === undefined) return undefined;
  if (change.kind === 'rename') return renameKey(source, owner, { from: String(last), to: change.to });
  return removeItem(source, owner, Number(last));
}

function isString(node: Expression | undefined): node is Literal | TemplateLiteral {
  if (node?.type === 'TemplateLiteral') return node.expressions.length === 0;
  return node?.type === 'Literal' && typeof node.value === 'string';
}

/** Characters that mean the same in every kind of quotes. */
const PLAIN = /^[^'"`\\$\r\n\u2028\u2029]*$/;

function replaceText(
  source: string,
  node: Expression | undefined,
  { found, by }: Extract<Change, { kind: 'replace' }>,
): Text | undefined {
  if (!isString(node) || !PLAIN.test(by)) return undefined;
  const raw = source.slice(node.start, node.end);
  const at = raw.indexOf(found);
  if (at < 0 || raw.includes(found, at + 1)) return undefined;
  return { start: node.start + at, end: node.start + at + found.length, text: by };
}

function renameKey(
  source: string,
  owner: Expression,
  { from, to }: { readonly from: string; readonly to: string },
): Text | undefined {
  const property = findProperty(owner, from);
  if (!property || property.shorthand || !PLAIN.test(to) || findProperty(owner, to)) return undefined;
  const { start, end } = property.key;
  const quote = /['"]/.exec(source.charAt(start))?.[0] ?? (IDENTIFIER.test(to) ? '' : "'");
  return { start, end, text: `${quote}${to}${quote}` };
}

const BLANK = /^[\s,]*$/;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\r\n\u2028\u2029]*/g;

/** The text between items without its comments: commas, and the parentheses of an item. */
export function withoutComments(gap: string): string {
  return gap.replace(COMMENTS, '');
}

/** Removes a text from a list, with its comma. Comments stay. */
function removeItem(source: string, list: Expression, at: number): Text | undefined {
  const items = listItems(list);
  const item = items?.[at];
  if (!items || !isString(item)) return undefined;
  const before = items[at - 1]?.end ?? list.start + 1;
  const after = items[at + 1]?.start ?? list.end - 1;
  const gaps = [source.slice(before, item.start), source.slice(item.end, after)].map(withoutComments);
  if (!gaps.every((gap) => BLANK.test(gap))) return undefined;
  const isLast = at === items.length - 1;
  if (isLast && at > 0 && BLANK.test(source.slice(before, item.start))) {
    return { start: before, end: item.end, text: '' };
  }
  const isClear = BLANK.test(source.slice(item.end, after));
  if (isClear && !isLast) return { start: item.start, end: after, text: '' };
  if (isClear && BLANK.test(source.slice(before, item.start))) return { start: before, end: after, text: '' };
  const comma = /^\s*,?[ \t]*/.exec(source.slice(item.end, after))?.[0] ?? '';
  // Its comma stands behind a comment: without the item, it would be one too many.
  if (gaps[1]?.includes(',') && !comma.includes(',')) return undefined;
  return { start: item.start, end: item.end + comma.length, text: '' };
}

/** The value after the changes, made without looking at the text. */
export function changeValue(value: unknown, changes: readonly Change[]): unknown {
  return changes.reduce(changeOnce, value);
}

function changeOnce(value: unknown, change: Change): unknown {
  const [step, ...rest] = change.path;
  if (step === undefined) {
    if (change.kind === 'set') return change.value;
    return change.kind === 'replace' ? String(value).replace(change.found, () => change.by) : value;
  }
  const isRemoved = rest.length === 0 && change.kind === 'remove';
  if (Array.isArray(value) && isRemoved) return value.toSpliced(Number(step), 1);
  if (Array.isArray(value))
    return value.with(Number(step), changeOnce(value[Number(step)], { ...change, path: rest }));
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, member]) => {
      if (key !== String(step)) return [[key, member]];
      if (isRemoved) return [];
      if (rest.length === 0 && change.kind === 'rename') return [[change.to, member]];
      return [[key, changeOnce(member, { ...change, path: rest })]];
    }),
  );
}

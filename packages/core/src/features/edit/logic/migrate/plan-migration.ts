import type { Expression, ObjectExpression, Property } from 'acorn';
import { problem } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import { isObject, type Members, memberOf, objectMembers } from '../../../../rules/schema/schema-members.js';
import type { ModuleReading, ValuePath } from '../../../../sources/logic/module-reading.js';
import { METHODS } from '../../../../spec/schema-main.js';
import { formatValuePath } from '../../../../values/value-path.js';
import { type Change, changeValue, planEdits } from '../changes.js';
import type { Edit, EditPlan, ModuleText } from '../edits.js';
import { renameExport } from '../rename-export.js';
import { findExported, findNode, findProperty, usedName } from '../syntax-nodes.js';

/** What a plan is made from, whatever its kind. */
export interface PlanInput {
  readonly module: CommentedModule;
  readonly reading: ModuleReading;
  /** Codes or transforms to apply; null: all of them. */
  readonly only: ReadonlySet<string> | null;
  /** Tells whether `skills/<name>.mjs` exists beside the schema. */
  readonly hasSkill: (name: string) => boolean;
}

/** A plan with what the text has to say once its edits are applied. */
export interface CheckedPlan extends EditPlan {
  /** The exported value after the edits, computed from the old value and not from the text. */
  readonly value: unknown;
  /** The old value under the names of today, by which the errors that were there before are known. */
  readonly before: unknown;
}

/** The transforms of `migrate`, by the names that `--only` takes (Schemas-Spec 4.2.0, chapter 08). */
const TRANSFORMS: Readonly<
  Record<string, (main: Members, hasSkill: PlanInput['hasSkill']) => readonly Change[]>
> = {
  version: changeVersion,
  tools: (main) =>
    Object.hasOwn(main, 'routes') && !Object.hasOwn(main, 'tools')
      ? [{ kind: 'rename', path: ['routes'], to: 'tools' }]
      : [],
  method: (main) => oldTools(main).flatMap(changeMethod),
  path: (main) =>
    oldTools(main).flatMap(({ value, path }) =>
      Object.hasOwn(value, 'route') && !Object.hasOwn(value, 'path')
        ? [{ kind: 'rename', path: [...path, 'route'], to: 'path' }]
        : [],
    ),
  handlers: (main) =>
    findHandlers(main)
      .filter(({ isEmpty }) => isEmpty)
      .map(({ path }) => ({ kind: 'remove', path })),
  skills: (main, hasSkill) => (areFoundByPlace(main, hasSkill) ? [{ kind: 'remove', path: ['skills'] }] : []),
  root: changeRoot,
};

/** The transform of the export name `schema` of 1.x. */
const EXPORT = 'main';
export const MIGRATIONS: readonly string[] = [EXPORT, ...Object.keys(TRANSFORMS)];

/**
 * Plans what brings a schema of an older generation to 4.0.0, as far as it needs no knowledge of its API. What is
 * already in today's form stays, so that a second plan is empty.
 */
export function planMigration({ module, reading, only, hasSkill }: PlanInput): CheckedPlan {
  const { value: main, exportName } = reading;
  const takes = (name: string) => only === null || only.has(name);
  const root = exportName === null ? undefined : findExported(module.program, [exportName]);
  const unchanged = { edits: [], byHand: [], value: main, before: main };
  if (!root || exportName === null || !isObject(main)) return unchanged;
  const wanted = Object.entries(TRANSFORMS).flatMap(([code, find]) =>
    takes(code) ? find(main, hasSkill).map((change) => ({ change, code })) : [],
  );
  const used = wanted.length > 0 ? usedName(module.program, exportName) : null;
  if (used !== null) {
    const where = { path: exportName, ...reading.locate([]) };
    const args = { what: exportName, reason: `other code of the module uses ${used}` };
    return { ...unchanged, byHand: [problem('FIX-002', where, args)] };
  }
  const exported = takes(EXPORT) ? renameExport(module) : [];
  const { edits, placed, unplaced } = placeChanges(module, root, wanted);
  const at = (path: ValuePath) => ({
    path: formatValuePath(exported.length > 0 ? EXPORT : exportName, renamePath(path, placed)),
    ...reading.locate(path),
  });
  const byHand = new Map<string, Problem>();
  for (const { path, reason } of unplaced) {
    const where = at(path);
    byHand.set(where.path, problem('FIX-002', where, { what: where.path, reason }));
  }
  for (const { path, isEmpty } of findHandlers(main)) {
    if (!isEmpty) byHand.set(at(path).path, problem('FIX-006', at(path)));
  }
  const renames = placed.filter(({ kind }) => kind === 'rename');
  return {
    edits: [...edits, ...exported.map((edit) => ({ ...edit, code: EXPORT }))].sort(
      (a, b) => a.start - b.start,
    ),
    byHand: [...byHand.values()],
    value: changeValue(main, placed),
    before: changeValue(main, renames),
  };
}

interface WantedChange {
  readonly change: Change;
  readonly code: string;
}

/** Turns changes of the value into edits of the text; only what is written in its place is edited. */
function placeChanges(module: CommentedModule, root: Expression, wanted: readonly WantedChange[]) {
  const edits: Edit[] = [];
  const placed: Change[] = [];
  const unplaced: { path: ValuePath; reason: string }[] = [];
  const removed = new Map<ObjectExpression, Map<Property, string>>();
  for (const { change, code } of wanted) {
    const { path } = change;
    const texts = change.kind === 'remove' ? [] : planEdits(module.source, root, [change]);
    const owner = findNode(root, path.slice(0, -1));
    const property = owner && findProperty(owner, String(path.at(-1)));
    if (!texts || !property || owner.type !== 'ObjectExpression') {
      unplaced.push({ path, reason: 'it is not written out in its place' });
    } else if (change.kind === 'remove' && holdsComment(module, property)) {
      unplaced.push({ path, reason: 'it holds a comment, which would be lost' });
    } else {
      placed.push(change);
      edits.push(...texts.map((edit) => ({ ...edit, code })));
      if (change.kind === 'remove') {
        removed.set(owner, (removed.get(owner) ?? new Map()).set(property, code));
      }
    }
  }
  for (const [owner, members] of removed) edits.push(...removeMembers(module, owner, members));
  // The paths name members as they are in the old value, so a member is renamed after all that lies in it.
  const isRename = ({ kind }: Change) => Number(kind === 'rename');
  placed.sort((a, b) => b.path.length - a.path.length || isRename(a) - isRename(b));
  return { edits, placed, unplaced };
}

function holdsComment({ comments }: CommentedModule, { start, end }: Property): boolean {
  return comments.some((comment) => comment.start >= start && comment.end <= end);
}

/** A path as it is after the changes, which is how later errors name it. */
function renamePath(path: ValuePath, changes: readonly Change[]): ValuePath {
  return path.map((step, depth) => {
    const isHere = (change: Change) =>
      change.path.length === depth + 1 && change.path.every((one, at) => one === path[at]);
    const change = changes.find((one) => one.kind === 'rename' && isHere(one));
    return change?.kind === 'rename' ? change.to : step;
  });
}

const OLD_VERSION = /^[1-3]\./;
const VERSION = '4.0.0';

function isOldVersion(value: unknown): boolean {
  return typeof value === 'string' && OLD_VERSION.test(value);
}

function changeVersion(main: Members): Change[] {
  const isOld = isOldVersion(memberOf(main, 'version'));
  if (!Object.hasOwn(main, 'flowMCP')) return isOld ? [replaceText(main, ['version'], VERSION)] : [];
  const isOfOld = isOldVersion(main.flowMCP);
  if (!Object.hasOwn(main, 'version')) {
    return [
      { kind: 'rename', path: ['flowMCP'], to: 'version' },
      ...(isOfOld ? [replaceText(main, ['flowMCP'], VERSION)] : []),
    ];
  }
  // In 1.x `version` is that of the schema itself, whatever it says.
  const isNew = String(main.version).startsWith('4.');
  return [
    { kind: 'remove', path: ['flowMCP'] },
    ...(isOld || (isOfOld && !isNew) ? [replaceText(main, ['version'], VERSION)] : []),
  ];
}

function replaceText(owner: Members, path: ValuePath, by: string): Change {
  return { kind: 'replace', path, found: String(owner[path.at(-1) ?? '']), by };
}

/** The tools, under their name of today and of before 3.0.0. */
function oldTools(main: Members) {
  return ['tools', 'routes'].flatMap((key) => objectMembers(memberOf(main, key), [key]));
}

function changeMethod({ value, path }: ReturnType<typeof oldTools>[number]): Change[] {
  const isOld = Object.hasOwn(value, 'requestMethod') && !Object.hasOwn(value, 'method');
  const key = isOld ? 'requestMethod' : 'method';
  const found = memberOf(value, key);
  const capitals = typeof found === 'string' ? found.toUpperCase() : '';
  return [
    ...(isOld ? [{ kind: 'rename', path: [...path, key], to: 'method' } as const] : []),
    ...(METHODS.has(capitals) && capitals !== found ? [replaceText(value, [...path, key], capitals)] : []),
  ];
}

/** What 1.x has of handlers inside main: functions by name, and the tools' lists of these names. */
function findHandlers(main: Members): { path: ValuePath; isEmpty: boolean }[] {
  const modifiers = oldTools(main).map(({ value, path }) => ({ owner: value, path: [...path, 'modifiers'] }));
  return [...modifiers, { owner: main, path: ['handlers'] }].flatMap(({ owner, path }) => {
    const key = path.at(-1) ?? '';
    return Object.hasOwn(owner, key) ? [{ path, isEmpty: isEmpty(owner[key]) }] : [];
  });
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

const SKILL_NAME = /^[\w-]+$/;

/** Whether `main.skills` says nothing that the folder `skills` does not say (Schemas-Spec 4.2.0, chapter 14). */
function areFoundByPlace(main: Members, hasSkill: PlanInput['hasSkill']): boolean {
  const skills = memberOf(main, 'skills');
  if (skills === undefined) return false;
  if (isEmpty(skills)) return true;
  return (
    isObject(skills) &&
    Object.entries(skills).every(
      ([name, skill]) =>
        SKILL_NAME.test(name) &&
        isObject(skill) &&
        Object.keys(skill).length === 1 &&
        skill.file === `./skills/${name}.mjs` &&
        hasSkill(name),
    )
  );
}

/** An address whose path ends so; a slash after the scheme or in a query is another. */
const ENDS_WITH_SLASH = /^[^/?#]+:\/\/[^/?#][^?#]*\/$/;

function changeRoot(main: Members): Change[] {
  const root = memberOf(main, 'root');
  const paths = oldTools(main).map(({ value }) => memberOf(value, 'path') ?? memberOf(value, 'route'));
  if (typeof root !== 'string' || !ENDS_WITH_SLASH.test(root) || paths.length === 0) return [];
  if (!paths.every((path) => typeof path === 'string' && path.startsWith('/'))) return [];
  return [replaceText(main, ['root'], root.replace(/\/+$/, ''))];
}

/** A module with the ranges of its comments, which no edit removes. */
interface CommentedModule extends ModuleText {
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
function removeMembers(
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

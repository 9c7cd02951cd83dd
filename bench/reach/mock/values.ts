import type { FunctionNode } from './syntax.js';
import { groupOf, itemOf, memberOf, type Scalar, type Want } from './wants.js';

/** What an expression of a handler may stand for. */
export type Value =
  | { readonly kind: 'want'; readonly want: Want }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope }
  /** `rest`: what its other members are; `spread`: what else it was made of. */
  | {
      readonly kind: 'record';
      readonly members: Map<string, Value>;
      rest: Value | null;
      spread: Value | null;
    }
  /** `at`: the items by place, where they are known. */
  | { readonly kind: 'list'; readonly at: readonly Value[] | null; item: Value }
  /** What it can be: a literal, or the values that the tests give a parameter. */
  | { readonly kind: 'scalar'; readonly of: readonly Scalar[] }
  /** A text of which parts are known; null: a part that is not. */
  | { readonly kind: 'pieces'; readonly pieces: readonly (string | null)[] }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  /** What a regular expression finds in a text of an answer. */
  | { readonly kind: 'match'; readonly want: Want; readonly source: string }
  /** An answer of `fetch`, before its body is read. */
  | { readonly kind: 'answer'; readonly want: Want }
  /** A function of the language, such as `Object.entries`. */
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'any'; readonly of: readonly Value[] }
  | { readonly kind: 'unknown' };

export const UNKNOWN: Value = { kind: 'unknown' };

/** Most values that one expression is followed as. */
const MOST = 12;

export function scalar(...of: Scalar[]): Value {
  return { kind: 'scalar', of };
}

export function record(members: Readonly<Record<string, Value>> = {}): Extract<Value, { kind: 'record' }> {
  return { kind: 'record', members: new Map(Object.entries(members)), rest: null, spread: null };
}

export function listOf(item: Value): Extract<Value, { kind: 'list' }> {
  return { kind: 'list', at: null, item };
}

export function either(...values: readonly (Value | null | undefined)[]): Value {
  const found: Value[] = [];
  for (const value of values.flatMap((one) => (one ? choices(one) : []))) {
    if (value.kind === 'unknown' || found.length >= MOST) continue;
    if (!found.some((one) => isSame(one, value))) found.push(value);
  }
  const [first = UNKNOWN] = found;
  return found.length > 1 ? { kind: 'any', of: found } : first;
}

export function choices(value: Value): readonly Value[] {
  return value.kind === 'any' ? value.of : [value];
}

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if ((a.kind === 'want' || a.kind === 'answer') && a.kind === b.kind) return a.want === b.want;
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.of.join() === b.of.join();
  return a.kind === 'function' && b.kind === 'function' && a.node === b.node && a.scope === b.scope;
}

/** The wants among what a value can be. */
export function wantsIn(value: Value): Want[] {
  return choices(value).flatMap((one) => (one.kind === 'want' ? [one.want] : []));
}

/** The known scalars among what a value can be. */
export function scalarsIn(value: Value): Scalar[] {
  return choices(value).flatMap((one) => (one.kind === 'scalar' ? one.of : []));
}

/** Each item of a list, or of an answer's part that is used as one. */
export function itemsOf(value: Value): Value {
  return either(
    ...choices(value).map((one): Value => {
      if (one.kind === 'list') return one.item;
      if (one.kind === 'want') return { kind: 'want', want: itemOf(one.want, 'list') };
      return UNKNOWN;
    }),
  );
}

/** A member with a known name. */
export function memberValue(value: Value, name: string): Value {
  return either(...choices(value).map((one) => memberOfOne(one, name)));
}

function memberOfOne(value: Value, name: string): Value {
  switch (value.kind) {
    case 'want':
      return wantedMember(value.want, name);
    case 'record':
      return (
        value.members.get(name) ?? (value.spread ? memberValue(value.spread, name) : value.rest) ?? UNKNOWN
      );
    case 'list':
      return /^\d+$/.test(name) ? (value.at?.[Number(name)] ?? value.item) : UNKNOWN;
    case 'match':
      return name === 'groups' || name === 'index' || name === 'length' || name === 'input'
        ? name === 'groups'
          ? value
          : UNKNOWN
        : { kind: 'want', want: groupOf(value.want, value.source, name) };
    case 'builtin':
      return { kind: 'builtin', name: `${value.name}.${name}` };
    case 'answer':
      // Clients other than fetch hold the body as a member.
      return name === 'data' || name === 'body' ? { kind: 'want', want: value.want } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function wantedMember(want: Want, name: string): Value {
  if (name === 'length' || name === 'size') {
    want.uses.add('sequence');
    return UNKNOWN;
  }
  if (/^\d+$/.test(name)) want.uses.add('list');
  return { kind: 'want', want: memberOf(want, name) };
}

/** Variables of one function or block. */
export interface Scope {
  readonly names: Map<string, Value>;
  readonly parent: Scope | null;
  /** Number of branches around it; an assignment from a deeper one is only a possibility. */
  readonly depth: number;
}

export function newScope(parent: Scope | null, depth = 0): Scope {
  return { names: new Map(), parent, depth };
}

export function lookUp(scope: Scope | null, name: string): Value | undefined {
  for (let at = scope; at; at = at.parent) {
    const found = at.names.get(name);
    if (found) return found;
  }
  return undefined;
}

/** @param depth number of branches around the assignment */
export function assign(scope: Scope, name: string, value: Value, depth: number): void {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const known = at.names.get(name);
    if (!known) continue;
    at.names.set(name, depth > at.depth ? either(known, value) : value);
    return;
  }
  scope.names.set(name, value);
}

/** A text made of others; as one value where every part has one. */
export function joinTexts(parts: readonly Value[]): Value {
  for (const want of parts.flatMap(wantsIn)) want.uses.add('read');
  const pieces = parts.flatMap((part): (string | null)[] => {
    if (part.kind === 'pieces') return [...part.pieces];
    const [only, ...others] = scalarsIn(part);
    return part.kind === 'scalar' && only !== undefined && others.length === 0 ? [String(only)] : [null];
  });
  return pieces.includes(null) ? { kind: 'pieces', pieces } : scalar(pieces.join(''));
}

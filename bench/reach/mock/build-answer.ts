import { textMatching } from './regex-text.js';
import { isKnown, mergeInto, newWant, type Scalar, type Want } from './wants.js';

/** Items of a list whose code does not ask for more. */
const ITEMS = 2;
const MOST_ITEMS = 40;
const DEEPEST = 40;
const DATE = '2025-01-15T12:00:00Z';
/** Members that say that a call failed. */
const FAILURE = /error|fault|exception/i;
const ALWAYS_FAILURE = /^errors?$/i;

/** A value that has what the code wants of it. */
export function buildAnswer(want: Want): unknown {
  return build(want, 0, 0);
}

/** A text that has what the code looks for in it. */
export function buildText(want: Want): string {
  const value = build(want, 0, 0);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param at place in the list around it: places differ where several values are wanted */
function build(want: Want, at: number, level: number): unknown {
  if (level > DEEPEST) return '1';
  const names = [...want.members].filter(([name, member]) => !isNumber(name) && !isLeftOut(name, member));
  if (names.length > 0) return buildRecord(want, at, level, names);
  if (want.json) return JSON.stringify(build(want.json, at, level + 1));
  if (want.patterns.size + want.parts.size > 0) return buildDocument(want, at, level);
  const wanted = [...want.values].filter((value) => !want.avoided.has(value));
  const [known] = pick(wanted, at);
  if (isList(want)) return buildList(want, level);
  if (known !== undefined) return known;
  if (want.uses.has('entries') || want.uses.has('indexed') || want.item) return buildEntries(want, level);
  return buildLeaf(want);
}

/** Members take turns, so that the items of a list hold every combination of their values. */
function buildRecord(want: Want, at: number, level: number, names: readonly [string, Want][]): unknown {
  let turn = at;
  const own = names.map(([name, member]) => {
    const value = build(member, turn, level + 1);
    turn = Math.floor(turn / countVariants(member));
    return [name, value];
  });
  const rest = want.item && want.uses.has('entries') ? Object.entries(buildEntries(want, level)) : [];
  return Object.fromEntries([...rest, ...own]);
}

function buildEntries({ item }: Want, level: number): Record<string, unknown> {
  const want = item ?? newWant();
  const count = Math.max(ITEMS, countVariants(want));
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [at === 0 ? 'a' : `a${at}`, build(want, at, level + 1)]),
  );
}

function buildList(want: Want, level: number): unknown[] {
  const places = [...want.members.keys()].filter(isNumber).map(Number);
  const item = want.item ?? newWant();
  const length = Math.min(
    MOST_ITEMS,
    Math.max(ITEMS, countVariants(item), ...places.map((place) => place + 1)),
  );
  return Array.from({ length }, (_, at) => {
    const place = want.members.get(String(at));
    const own = place ? mergeInto(mergeInto(newWant(), item), place) : item;
    return build(own, at, level + 1);
  });
}

/** Every pattern finds its text, and every separator its parts. */
function buildDocument(want: Want, at: number, level: number): string {
  const found = [...want.patterns.values()].map(({ source, groups }) =>
    textMatching(source, (group) => {
      const inner = groups.get(group);
      if (!inner || (group === '0' && !isKnown(inner))) return null;
      return asText(build(inner, at, level + 1));
    }),
  );
  const texts = [...new Set(found)];
  const lines = [...want.parts].map(([separator, part]) => {
    const count = Math.max(
      ITEMS,
      countVariants(part),
      ...[...part.members.keys()].filter(isNumber).map(Number),
    );
    return Array.from({ length: count + 1 }, (_, place) => asText(build(part, place, level + 1))).join(
      separator,
    );
  });
  return [...texts, ...lines].join('\n');
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function buildLeaf({ uses, avoided }: Want): Scalar {
  const isText = uses.has('text');
  const offers: readonly Scalar[] = uses.has('number')
    ? isText
      ? ['1', '2', '3']
      : [1, 2, 3]
    : uses.has('date')
      ? [DATE]
      : ['1', 'text', 'data'];
  return offers.find((offer) => !avoided.has(offer)) ?? 'other';
}

/** How many combinations of values a place and those below it want; a list below counts for itself. */
function countVariants(want: Want, seen: ReadonlySet<Want> = new Set()): number {
  if (seen.has(want)) return 1;
  const all = new Set([...seen, want]);
  const below = [...want.members.values()].map((member) => countVariants(member, all));
  const own = Math.max(1, [...want.values].filter((value) => !want.avoided.has(value)).length);
  return Math.min(
    MOST_ITEMS,
    below.reduce((product, count) => product * count, own),
  );
}

function isList({ uses, members }: Want): boolean {
  if (uses.has('list') || [...members.keys()].some(isNumber)) return true;
  return uses.has('sequence') && !uses.has('text');
}

function isLeftOut(name: string, want: Want): boolean {
  return ALWAYS_FAILURE.test(name) || (want.unwanted && (FAILURE.test(name) || !isKnown(want)));
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

function pick<T>(values: readonly T[], at: number): readonly T[] {
  return values.length === 0 ? [] : [values[at % values.length] as T];
}

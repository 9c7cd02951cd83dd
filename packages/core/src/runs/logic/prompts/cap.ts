/** Cuts values that are too large for a prompt. A note always marks a cut. */

export interface ValueLimits {
  /** Maximum number of characters in one string. */
  readonly text: number;
  /** Maximum number of elements in a list, or of properties in an object. */
  readonly items: number;
  readonly depth: number;
}

/** Cuts text to `max` characters and adds a note; never splits a surrogate pair. */
export function capText(text: string, max: number): string {
  if (text.length <= max) return text;
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(max - 1));
  const kept = text.slice(0, splits ? max - 1 : max);
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** Cuts a list to `max` elements and adds a note. */
export function capList<T>(list: readonly T[], max: number): (T | string)[] {
  return list.length <= max ? [...list] : [...list.slice(0, max), moreNote(list.length - max)];
}

/** Cuts long strings, long lists, large objects and deep parts of a JSON value. */
export function capValue(value: unknown, limits: ValueLimits): unknown {
  if (typeof value === 'string') return capText(value, limits.text);
  if (typeof value !== 'object' || value === null) return value;
  if (limits.depth === 0) return '… (deeper levels left out)';
  const inner = { ...limits, depth: limits.depth - 1 };
  if (Array.isArray(value)) {
    const kept = value.slice(0, limits.items).map((item) => capValue(item, inner));
    return value.length > kept.length ? [...kept, moreNote(value.length - kept.length)] : kept;
  }
  const members = Object.entries(value);
  const kept = members
    .slice(0, limits.items)
    .map(([key, member]) => [capText(key, 200), capValue(member, inner)]);
  const rest = members.length - kept.length;
  return Object.fromEntries(rest > 0 ? [...kept, ['…', moreNote(rest)]] : kept);
}

/** Cuts `enum(a,b,c)` to `max` of its values, and any other string to 300 characters. */
export function capPrimitive(primitive: string, max: number): string {
  const values = /^enum\(([\s\S]*)\)$/.exec(primitive)?.[1]?.split(',');
  if (values === undefined) return capText(primitive, 300);
  return `enum(${capList(
    values.map((value) => capText(value, 80)),
    max,
  ).join(',')})`;
}

/** As many whole lines as fit into `max` characters, then a note if any lines are left out. */
export function capLines(lines: readonly string[], max: number): string {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > max;
  });
  return end < 0 ? lines.join('\n') : [...lines.slice(0, end), moreNote(lines.length - end)].join('\n');
}

function moreNote(count: number): string {
  return `… (${count} more)`;
}

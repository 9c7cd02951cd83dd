/**
 * Learns the shape of an answer from what code reads of it: each property, and list or text by the methods called. Each
 * run adds to the shape, until the code completes.
 */
export interface Shape {
  kind: 'unknown' | 'object' | 'list' | 'text' | 'number';
  readonly keys: Map<string, Shape>;
  item: Shape | null;
}

const LIST = new Set([
  ...['map', 'filter', 'forEach', 'reduce', 'find', 'findIndex', 'some', 'every', 'flatMap', 'slice', 'sort'],
  ...['join', 'concat', 'push', 'reverse', 'entries', 'flat', 'at'],
]);
const TEXT = new Set([
  ...['split', 'replace', 'replaceAll', 'match', 'matchAll', 'trim', 'startsWith', 'endsWith', 'substring'],
  ...['toLowerCase', 'toUpperCase', 'padStart', 'charAt', 'localeCompare'],
]);

export function newShape(): Shape {
  return { kind: 'unknown', keys: new Map(), item: null };
}

/** A stand-in that records how it is read, and behaves like the shape it will become. */
export function watch(shape: Shape): unknown {
  if (shape.kind === 'list') {
    shape.item ??= newShape();
    return [watch(shape.item), watch(shape.item)];
  }
  if (shape.kind === 'text' || shape.kind === 'number') return build(shape, 1);
  return new Proxy(Object.create(null), {
    get(_, key) {
      if (typeof key === 'symbol') {
        if (key === Symbol.iterator) shape.kind = 'list';
        else if (key === Symbol.toPrimitive) shape.kind = 'text';
        throw new Error(`learned ${String(key)}`);
      }
      if (key === 'then' || key === 'toJSON') return undefined;
      if (LIST.has(key) || key === 'length') shape.kind = 'list';
      else if (TEXT.has(key)) shape.kind = 'text';
      else if (key === 'toFixed' || key === 'toPrecision') shape.kind = 'number';
      else shape.kind = 'object';
      if (shape.kind !== 'object') throw new Error(`learned ${key}`);
      return watch(childOf(shape, key));
    },
    has(_, key) {
      shape.kind = 'object';
      childOf(shape, String(key));
      return true;
    },
    ownKeys: () => [...shape.keys.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      configurable: true,
      enumerable: true,
      value: watch(childOf(shape, String(key))),
    }),
  });
}

function childOf(shape: Shape, key: string): Shape {
  const known = shape.keys.get(key) ?? newShape();
  shape.keys.set(key, known);
  return known;
}

/** An answer of that shape; `seed` varies the unknown values. */
export function build(shape: Shape, seed: number): unknown {
  if (shape.kind === 'list') return [1, 2, 3].map((at) => build(shape.item ?? newShape(), seed * 7 + at));
  if (shape.kind === 'number') return seed * 1.5;
  if (shape.kind === 'text')
    return seed % 2 === 0 ? `2024-03-0${seed % 9}T10:00:00Z` : `Äußeres ${seed}, 12.5`;
  if (shape.kind === 'object') {
    return Object.fromEntries([...shape.keys].map(([key, child], at) => [key, build(child, seed + at + 1)]));
  }
  return [`text ${seed}`, seed, null, seed % 2 === 0][seed % 4];
}

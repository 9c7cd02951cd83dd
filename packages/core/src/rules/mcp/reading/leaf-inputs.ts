import { isRecord } from '../../../values/is-record.js';
import type { SnapshotPath } from '../lint.js';
import { type Members, trimmedText } from '../members.js';
import type { LeafInput } from '../share-rule.js';
import { own, type Resolution, resolveSchema, schemaParts } from './schema-nodes.js';

/** Inputs this deep count as leaves, whatever they hold. */
const DEEPEST = 6;
/** After so many properties of one tool, inputs count as leaves: definitions can refer to each other in too many ways. */
const MOST_OPENED = 10_000;
/** So many branches of one tool are read, for the same reason. */
const MOST_BRANCHES = 50_000;
/** So many branches of one input are looked through for a description: thousands of inputs may refer to the same ones. */
const MOST_DESCRIBING = 200;
/** Issues show less of a name; without a limit, all inputs inside one with a long name would repeat it. */
const LONGEST_PREFIX = 1_000;

/**
 * The inputs of a tool that hold no further inputs: servers that wrap everything in one object are judged by what is
 * inside it, in its branches too. An input that holds one of those around it counts neither as a leaf nor again. What
 * may be sent by a schema that nobody can read counts as one input.
 */
export function leafInputs(inputSchema: unknown): LeafInput[] {
  if (!isRecord(inputSchema)) return [unknownInput({}, [], ['inputSchema'])];
  const reader = new InputReader(inputSchema);
  reader.read(reader.partsOf({ schema: inputSchema, path: ['inputSchema'] }), []);
  return reader.found;
}

class InputReader {
  readonly found: LeafInput[] = [];
  readonly #root: Members;
  readonly #around = new Set<Members>();
  #opened = 0;
  #branches = 0;

  constructor(root: Members) {
    this.#root = root;
  }

  /** The schema, with the target of its reference, and then its branches. */
  partsOf(place: Place): Resolution[] {
    const parts = [this.#resolve(place)];
    const seen = new Set([place.schema]);
    for (let at = 0; at < parts.length && this.#branches < MOST_BRANCHES; at += 1) {
      for (const branch of branchesOf(parts[at] as Resolution)) {
        if (seen.has(branch.schema)) continue;
        seen.add(branch.schema);
        this.#branches += 1;
        parts.push(this.#resolve(branch));
      }
    }
    return parts;
  }

  #resolve({ schema, path }: Place): Resolution {
    return resolveSchema({ schema, path, root: this.#root });
  }

  /** Reads the inputs that the parts of one schema define together. */
  read(parts: readonly Resolution[], names: readonly string[]): void {
    const maps = mapsOf(parts);
    for (const properties of maps.keys()) this.#around.add(properties);
    for (const [name, places] of placesByName(maps)) this.#readInput(places, [...names, name]);
    for (const properties of maps.keys()) this.#around.delete(properties);
    for (const part of parts) {
      const key = unreadableKey(part);
      if (key !== undefined) this.found.push(unknownInput(this.#root, names, [...part.path, key]));
    }
  }

  #readInput(places: readonly Place[], names: readonly string[]): void {
    this.#opened += 1;
    const isLast = names.length === DEEPEST || this.#opened > MOST_OPENED;
    const wholes = places.map((place) => this.#resolve(place));
    // A cheap look first: most inputs hold nothing.
    const inner = isLast || !wholes.some(mayHoldInputs) ? [] : this.#definingInputs(places);
    const maps = [...mapsOf(inner).keys()];
    if (maps.length === 0) {
      const { schema, path } = places[0] as Place;
      const resolved = wholes.map((whole) => whole.schema);
      this.found.push({ name: names.join('.'), schema, resolved, root: this.#root, path });
    } else if (maps.some((properties) => !this.#around.has(properties))) {
      this.read(
        inner.filter(({ schema }) => !this.#around.has(own(schema, 'properties') as Members)),
        names.map((name) => name.slice(0, LONGEST_PREFIX)),
      );
    }
  }

  /** The parts of an input if they define inputs, or else those of its items. */
  #definingInputs(places: readonly Place[]): readonly Resolution[] {
    const parts = places.flatMap((place) => this.partsOf(place));
    if (mapsOf(parts).size > 0) return parts;
    return parts.flatMap(({ schema, path }) => {
      const items = own(schema, 'items');
      return isRecord(items) ? this.partsOf({ schema: items, path: [...path, 'items'] }) : [];
    });
  }
}

/** What may be sent by a schema that nobody can read. */
function unknownInput(root: Members, names: readonly string[], path: SnapshotPath): LeafInput {
  return { name: [...names, path.at(-1)].join('.'), schema: {}, resolved: [], root, path };
}

type InputDescription = {
  readonly text: string;
  /** Whether it stands at the input or at the target of its `$ref`, and not only in a branch or in its items. */
  readonly isAtInput: boolean;
};

/** The description of an input: its own, or else the first in a branch or in its items. */
export function describeInput({ resolved, root, path }: LeafInput): InputDescription | undefined {
  const texts = resolved.map(({ description }) => trimmedText(description));
  const text = texts.find((one) => one !== '');
  if (text !== undefined) return { text, isAtInput: true };
  for (const schema of resolved.flatMap(innerSchemas)) {
    const inner = trimmedText(resolveSchema({ schema, root, path }).schema.description);
    if (inner !== '') return { text: inner, isAtInput: false };
  }
  return undefined;
}

/** Branches of a schema and schemas of its items, the first of each; not followed further. */
function innerSchemas({ anyOf, oneOf, allOf, items }: Members): Members[] {
  return [anyOf, oneOf, allOf, items]
    .flatMap((one) => (Array.isArray(one) ? one.slice(0, MOST_DESCRIBING) : one))
    .filter(isRecord);
}

/** The arguments of a prompt. */
export function promptArguments(prompt: Members): LeafInput[] {
  if (!Array.isArray(prompt.arguments)) return [];
  return prompt.arguments.map((value: unknown, at) => {
    const schema = isRecord(value) ? value : {};
    const name =
      typeof schema.name === 'string' && schema.name.trim() !== '' ? schema.name : `arguments/${at}`;
    return { name, schema, resolved: [schema], root: schema, path: ['arguments', at] };
  });
}

interface Place {
  readonly schema: Members;
  readonly path: SnapshotPath;
}

/** Schemas that may hold together with the one around them. `if` and `not` only test what is sent. */
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas'];

const HOLDING = [...BRANCHES, 'properties', 'items'];

function mayHoldInputs({ schema }: Resolution): boolean {
  return HOLDING.some((key) => Object.hasOwn(schema, key));
}

function branchesOf({ schema, path }: Resolution): Place[] {
  if (!BRANCHES.some((key) => Object.hasOwn(schema, key))) return [];
  return schemaParts(schema).flatMap(({ value, steps }) =>
    isRecord(value) && BRANCHES.includes(String(steps[0]))
      ? [{ schema: value, path: [...path, ...steps] }]
      : [],
  );
}

/** The `properties` of the parts of a schema that have any, each once, with their place. */
function mapsOf(parts: readonly Resolution[]): Map<Members, SnapshotPath> {
  const maps = new Map<Members, SnapshotPath>();
  for (const { schema, path } of parts) {
    const properties = own(schema, 'properties');
    if (isRecord(properties) && Object.keys(properties).length > 0)
      maps.set(properties, [...path, 'properties']);
  }
  return maps;
}

/** Each property with the places that define it. One that is `false` may not be sent there. */
function placesByName(maps: ReadonlyMap<Members, SnapshotPath>): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>();
  for (const [properties, path] of maps) {
    for (const [name, value] of Object.entries(properties)) {
      if (value === false) continue;
      const places = found.get(name) ?? [];
      places.push({ schema: isRecord(value) ? value : {}, path: [...path, name] });
      found.set(name, places);
    }
  }
  return found;
}

/** The member that keeps anybody from telling which properties a part of a schema defines. */
function unreadableKey({ kind, schema }: Resolution): string | undefined {
  if (kind === 'external' || kind === 'dangling') return '$ref';
  const properties = own(schema, 'properties');
  return properties === undefined || isRecord(properties) ? undefined : 'properties';
}

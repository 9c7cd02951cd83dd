import type { ServerSnapshot, SnapshotPath } from '../lint.js';
import type { Members } from '../members.js';
import type { ReadItem, TextPlace, VisibleText } from '../share-rule.js';
import { ODD_PIECE } from '../words/encoded-text.js';
import { typesOf } from './json-types.js';
import { DEEPEST, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_SINGLES } from './schema-nodes.js';
import { splitSentences } from './sentences.js';

/** What a server sent: its items, each with the value that was sent for it. */
interface Sent {
  readonly snapshot: ServerSnapshot;
  readonly items: readonly (readonly [item: ReadItem, sent: unknown])[];
}

/** One or two plain words, as most names and values are: no rule about texts can find anything in them. */
const PLAIN = /^(?:[a-z\d]{1,21}|[A-Z\d]{1,21}|[a-z\d]{1,12}[_.-][a-z\d]{1,12})$/;

/** Every text that a client may show to the model, or those only that are more than a plain word. */
export function visibleTexts(sent: Sent, which: 'all' | 'longer'): VisibleText[] {
  const texts: VisibleText[] = [];
  readTexts(sent, (text, place, path, owner) => {
    // A value may be a piece of encoded words whose other pieces are the values beside it.
    const isPlain = PLAIN.test(text) && !(place === 'value' && ODD_PIECE.test(text));
    if ((which === 'longer' && isPlain) || text.trim() === '') return;
    for (const one of readingsOf(text)) texts.push(new ReadText(one, place, [...path], owner));
  });
  return texts;
}

/** Names of items and inputs, and values that are one word, in lower case. */
export function ownNames(sent: Sent): ReadonlySet<string> {
  const names = new Set<string>();
  readTexts(sent, (text, place) => {
    if (place === 'name' || (place === 'value' && !/\s/.test(text))) names.add(text.toLowerCase());
  });
  return names;
}

type Visit = (text: string, place: TextPlace, path: SnapshotPath, owner: ReadItem | null) => void;

/**
 * Visits every text: a client that passes on a whole item shows all of it, also what the protocol does not know. Only the
 * `_meta` of an item is for programs.
 *
 * @param visit gets a path that changes afterwards
 */
function readTexts({ snapshot: { serverInfo, instructions }, items }: Sent, visit: Visit): void {
  const read = (value: unknown, part: Part, owner: ReadItem | null, start: SnapshotPath) => {
    const path = [...start];
    readPart(value, part, {
      path,
      start: start.length,
      add: (text, place) => visit(text, place, path, owner),
    });
  };
  read(instructions, { kind: 'value', place: 'instructions' }, null, ['instructions']);
  read(serverInfo, FREE, null, ['serverInfo']);
  for (const [item, sent] of items) read(sent, FREE, item, item.path);
}

class ReadText implements VisibleText {
  #sentences: readonly string[] | undefined;

  constructor(
    readonly text: string,
    readonly place: TextPlace,
    readonly path: SnapshotPath,
    readonly owner: ReadItem | null,
  ) {}

  get sentences(): readonly string[] {
    this.#sentences ??= splitSentences(this.text);
    return this.#sentences;
  }
}

/** The image of an icon. */
const IMAGE = /^data:image\/[\w.+-]+;base64,[A-Za-z\d+/]+=*$/;

/** The text, and once more without percent-encoding if it is an address or the like: a model reads both. */
function readingsOf(text: string): string[] {
  if (IMAGE.test(text)) return [];
  if (!text.includes('%') || /\s/.test(text)) return [text];
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      // Bytes that are no UTF-8 stay as they are.
      return run;
    }
  });
  return decoded === text ? [text] : [text, decoded];
}

/** What a value is, and where the texts in it stand. */
interface Part {
  readonly kind: 'item' | 'schema' | 'map' | 'value';
  /** Of a map of schemas, the place of its keys. */
  readonly place: TextPlace;
}

const FREE: Part = { kind: 'item', place: 'description' };
const SCHEMA: Part = { kind: 'schema', place: 'schema-text' };
const SCHEMA_TEXT: Part = { kind: 'value', place: 'schema-text' };

/** Keys of the protocol and of JSON Schema say nothing of this server, and are not read. */
const OTHER_KEYS = [
  'annotations arguments icons execution mimeType sizes size version theme audience priority lastModified',
  'readOnlyHint destructiveHint idempotentHint openWorldHint taskSupport type format pattern minimum maximum',
  'exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minContains',
  'maxContains minProperties maxProperties nullable deprecated readOnly writeOnly additionalItems dependencies',
  'contentEncoding contentMediaType $ref $schema $id $anchor $comment $dynamicRef $dynamicAnchor',
].join(' ');

/** Members of an item and of its arguments, annotations and icons; any other is free text under a key of its own. */
const OF_ITEM = partsByKey(
  [OTHER_KEYS, FREE],
  ['name', { kind: 'value', place: 'name' }],
  ['title', { kind: 'value', place: 'title' }],
  ['description', { kind: 'value', place: 'description' }],
  ['uri uriTemplate src websiteUrl', { kind: 'value', place: 'address' }],
  ['inputSchema outputSchema', SCHEMA],
);
/** Members of a schema; any other is text under a key of its own. */
const OF_SCHEMA = partsByKey(
  [OTHER_KEYS, SCHEMA_TEXT],
  ['title', { kind: 'value', place: 'title' }],
  ['description', { kind: 'value', place: 'description' }],
  ['default const enum examples example required dependentRequired', { kind: 'value', place: 'value' }],
  [[...SCHEMA_LISTS, ...SCHEMA_SINGLES].join(' '), SCHEMA],
  [SCHEMA_MAPS.join(' '), { kind: 'map', place: 'schema-text' }],
  ['properties', { kind: 'map', place: 'name' }],
);
/** References inside the document, to names that are read where they are defined, and the dialects of JSON Schema. */
const PLAIN_REFERENCE = /^(?:#[\w/$.~]{0,200}|https?:\/\/json-schema\.org\/[\w./-]{1,40}#?)$/;

function partsByKey(...rows: readonly (readonly [keys: string, part: Part])[]): ReadonlyMap<string, Part> {
  return new Map(rows.flatMap(([keys, part]) => keys.split(' ').map((key) => [key, part] as const)));
}

interface Reading {
  /** Where the reader stands. */
  readonly path: (string | number)[];
  /** Number of steps to the item. */
  readonly start: number;
  readonly add: (text: string, place: TextPlace) => void;
}

// Loops over indexes: all that a server sent passes here, and iterators take a multiple of the time.

function readPart(value: unknown, part: Part, reading: Reading): void {
  if (typeof value === 'string') reading.add(value, part.place);
  if (typeof value !== 'object' || value === null || reading.path.length >= DEEPEST) return;
  if (Array.isArray(value)) readList(value, part, reading);
  else readMembers(value as Members, part, reading);
}

function readList(list: readonly unknown[], part: Part, reading: Reading): void {
  for (let at = 0; at < list.length; at += 1) {
    reading.path.push(at);
    readPart(list[at], part, reading);
    reading.path.pop();
  }
}

function readMembers(owner: Members, part: Part, reading: Reading): void {
  const keys = Object.keys(owner);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string;
    if (isSkipped(key, owner, part, reading)) continue;
    reading.path.push(key);
    readPart(owner[key], readKey(key, part, reading.add), reading);
    reading.path.pop();
  }
}

/** Whether no text in a member is for the model, or none needs to be read. */
function isSkipped(key: string, owner: Members, { kind }: Part, { path, start }: Reading): boolean {
  if (kind === 'item') return key === '_meta' && path.length === start;
  if (kind !== 'schema') return false;
  if (key === 'type') return typesOf(owner) !== undefined;
  return (key === '$ref' || key === '$schema') && PLAIN_REFERENCE.test(String(owner[key]));
}

/** Reads a key that says something; returns what its member is. */
function readKey(key: string, part: Part, add: Reading['add']): Part {
  if (part.kind === 'map') {
    add(key, part.place);
    return SCHEMA;
  }
  const known =
    part.kind === 'item' ? OF_ITEM.get(key) : part.kind === 'schema' ? OF_SCHEMA.get(key) : undefined;
  if (known === undefined) add(key, 'schema-text');
  return known ?? (part.kind === 'item' ? FREE : part.kind === 'schema' ? SCHEMA_TEXT : part);
}

import { isRecord } from '../../../values/is-record.js';
import type { ServerSnapshot, SnapshotPath } from '../lint.js';
import type { Members } from '../members.js';
import type { ReadItem, SchemaNode, TextPlace, VisibleText } from '../share-rule.js';
import { DEEPEST, own, SCHEMA_MEMBERS } from './schema-nodes.js';
import { splitSentences } from './sentences.js';

type Add = (text: unknown, place: TextPlace, ...path: (string | number)[]) => void;

/** Every text of a server that a client may show to the model; `_meta` is not shown. */
export function visibleTexts(
  { serverInfo, instructions }: ServerSnapshot,
  items: readonly ReadItem[],
): VisibleText[] {
  const texts: VisibleText[] = [];
  const collector =
    (owner: ReadItem | null, start: SnapshotPath): Add =>
    (text, place, ...path) => {
      if (typeof text === 'string' && text.trim() !== '') {
        texts.push(new ReadText(text, place, [...start, ...path], owner));
      }
    };
  collector(null, [])(instructions, 'instructions', 'instructions');
  if (isRecord(serverInfo)) addNames(serverInfo, collector(null, ['serverInfo']));
  for (const item of items) {
    const add = collector(item, item.path);
    addNames(item.item, add);
    addRest(item.item, add);
    for (const node of item.nodes) addSchema(node, add);
  }
  return texts;
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

function addNames(item: Members, add: Add): void {
  add(own(item, 'name'), 'name', 'name');
  add(own(item, 'title'), 'title', 'title');
  add(own(item, 'description'), 'description', 'description');
}

function addRest(item: Members, add: Add): void {
  add(own(item, 'uri'), 'address', 'uri');
  add(own(item, 'uriTemplate'), 'address', 'uriTemplate');
  const { annotations, arguments: list } = item;
  if (isRecord(annotations)) add(annotations.title, 'title', 'annotations', 'title');
  if (!Array.isArray(list)) return;
  for (const [at, one] of list.entries()) {
    if (isRecord(one)) addNames(one, (text, place, ...path) => add(text, place, 'arguments', at, ...path));
  }
}

/** Members of a schema that are schemas and so are visited themselves, and those that hold no free text. */
const NO_TEXTS = new Set([...SCHEMA_MEMBERS, 'type', '$ref', '$schema', 'title', 'description', '_meta']);
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'example', 'required']);

function addSchema({ schema, path }: SchemaNode, add: Add): void {
  for (const key of ['title', 'description'] as const) {
    const text = own(schema, key);
    // Most schemas have no title, and a path is made for each call.
    if (text !== undefined) add(text, key, ...path, key);
  }
  for (const [key, value] of Object.entries(schema)) {
    if (!NO_TEXTS.has(key)) addValue(value, VALUES.has(key) ? 'value' : 'schema-text', [...path, key], add);
  }
  for (const [key, place] of NAMED) {
    const map = own(schema, key);
    if (isRecord(map)) for (const name of Object.keys(map)) add(name, place, ...path, key, name);
  }
}

/** Members whose keys are texts that a model sees. */
const NAMED = [
  ['properties', 'name'],
  ['patternProperties', 'schema-text'],
  ['$defs', 'schema-text'],
  ['definitions', 'schema-text'],
] as const;

/** Texts inside a value. */
function addValue(value: unknown, place: TextPlace, path: SnapshotPath, add: Add): void {
  const open: { readonly value: unknown; readonly path: SnapshotPath }[] = [{ value, path }];
  while (open.length > 0) {
    const one = open.pop() as (typeof open)[number];
    if (typeof one.value === 'string') add(one.value, place, ...one.path);
    else if (typeof one.value === 'object' && one.value !== null && one.path.length < DEEPEST) {
      const members = Array.isArray(one.value) ? [...one.value.entries()] : Object.entries(one.value);
      for (const [key, inner] of members.reverse()) open.push({ value: inner, path: [...one.path, key] });
    }
  }
}

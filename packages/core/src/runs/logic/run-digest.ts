import type { DocumentDigest, RecordedRun } from '../../island/logic/audit.js';
import { canonicalJson, hashValue, sha256 } from '../../spec/hash.js';
import type { StateFile } from '../../spec/state.js';
import { isRecord } from '../../values/is-record.js';
import { formatPointer } from '../../values/value-path.js';

/** Name of the list of subjects in each document of a run. */
const ITEMS = { state: 'subjects', prompts: 'prompts' } as const;
type RunDocument = keyof typeof ITEMS;

/** These objects have one key per question, so a change anywhere inside is reported for the object as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['outputSchema', 'payloadSkeleton']);

interface RunDocuments {
  readonly state: StateFile;
  /** The prompts as JSON; undefined if there are none, or if they belong to another run. */
  readonly prompts: unknown;
}

/** Digests a run when its prompts are emitted, so that later changes can be located (decision 0073). */
export function digestRun({ state, prompts }: RunDocuments): Pick<RecordedRun, 'state' | 'prompts'> {
  return {
    state: digestDocument('state', frozenState(state)),
    prompts: digestDocument('prompts', prompts),
  };
}

/**
 * Lists the places where the documents of a run differ from what was emitted, as JSON pointers in which `*` stands for
 * every index of a list. If only one subject was changed, the pointer names its index.
 */
export function changesOfRun(
  known: Pick<RecordedRun, 'state' | 'prompts'>,
  { state, prompts }: RunDocuments,
): { readonly document: RunDocument; readonly path: string }[] {
  const placesIn = (document: RunDocument, value: unknown) =>
    changedPlaces(document, known[document], value).map((path) => ({ document, path }));
  return [
    ...placesIn('state', frozenState(state)),
    ...(prompts === undefined ? [] : placesIn('prompts', prompts)),
  ];
}

/** The part of state.json that must not change between the emit and the hand-in. */
function frozenState(state: StateFile): unknown {
  const { status: _status, lastUpdatedAt: _at, phases: _phases, consume: _consume, ...frozen } = state;
  return frozen;
}

function digestDocument(document: RunDocument, value: unknown): DocumentDigest {
  const leaves = new Map<string, string[]>();
  collect(value, { path: [], pattern: [] }, leaves);
  return {
    sha256: sha256(canonicalJson(value)),
    fields: Object.fromEntries([...leaves].map(([pattern, texts]) => [pattern, hashValue(texts)])),
    items: itemsOf(document, value).map(hashValue),
  };
}

function changedPlaces(document: RunDocument, known: DocumentDigest, value: unknown): string[] {
  if (!isRecord(value)) return ['/'];
  const found = digestDocument(document, value);
  if (found.sha256 === known.sha256) return [];
  const patterns = [...new Set([...Object.keys(known.fields), ...Object.keys(found.fields)])].filter(
    (pattern) => known.fields[pattern] !== found.fields[pattern],
  );
  const changed = found.items.flatMap((item, at) => (item === known.items[at] ? [] : [at]));
  const [only] = found.items.length === known.items.length && changed.length === 1 ? changed : [];
  const list = `/${ITEMS[document]}`;
  const places = patterns.map((pattern) =>
    only !== undefined && pattern.startsWith(`${list}/*`)
      ? `${list}/${only}${pattern.slice(list.length + 2)}`
      : pattern,
  );
  return places.length === 0 ? ['/'] : places.sort();
}

interface Place {
  readonly path: readonly (string | number)[];
  /** The same path with `*` in place of each number. */
  readonly pattern: readonly (string | number)[];
}

/** Collects every value below a place, with its path, grouped by pattern. */
function collect(value: unknown, { path, pattern }: Place, leaves: Map<string, string[]>): void {
  const below = (key: string | number, item: unknown) =>
    collect(
      item,
      { path: [...path, key], pattern: [...pattern, typeof key === 'number' ? '*' : key] },
      leaves,
    );
  const isWhole = WHOLE.has(String(pattern.at(-1)));
  if (Array.isArray(value) && value.length > 0 && !isWhole) {
    for (const [at, item] of value.entries()) below(at, item);
    return;
  }
  if (isRecord(value) && Object.keys(value).length > 0 && !isWhole) {
    for (const [key, item] of Object.entries(value)) if (item !== undefined) below(key, item);
    return;
  }
  const name = formatPointer(pattern);
  const text = `${formatPointer(path)} ${canonicalJson(value)}`;
  const known = leaves.get(name);
  if (known) known.push(text);
  else leaves.set(name, [text]);
}

function itemsOf(document: RunDocument, value: unknown): readonly unknown[] {
  const items = isRecord(value) ? value[ITEMS[document]] : undefined;
  return Array.isArray(items) ? items : [];
}

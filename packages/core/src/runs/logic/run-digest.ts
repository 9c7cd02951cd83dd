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

/** Writes each part of a document only once: prompts are long, and every digest is made of the same texts. */
function digestDocument(document: RunDocument, value: unknown): DocumentDigest {
  const leaves = new Map<string, string[]>();
  const items: string[] = [];
  const path: (string | number)[] = [];
  /** The same path with `*` in place of each number. */
  const pattern: string[] = [];
  const writeBelow = (key: string | number, part: unknown) => {
    path.push(key);
    pattern.push(typeof key === 'number' ? '*' : key);
    const text = write(part);
    if (path.length === 2 && path[0] === ITEMS[document] && typeof key === 'number') items.push(text);
    path.pop();
    pattern.pop();
    return text;
  };
  const write = (part: unknown): string => {
    const isWhole = WHOLE.has(pattern.at(-1) ?? '');
    if (Array.isArray(part) && part.length > 0 && !isWhole) {
      return `[${part.map((item, at) => writeBelow(at, item)).join(',')}]`;
    }
    if (isRecord(part) && Object.keys(part).length > 0 && !isWhole) {
      const members = Object.entries(part).filter(([, item]) => item !== undefined);
      const texts = new Map(members.map(([key, item]) => [key, writeBelow(key, item)]));
      const keys = [...texts.keys()].sort();
      return `{${keys.map((key) => `${JSON.stringify(key)}:${texts.get(key)}`).join(',')}}`;
    }
    const text = canonicalJson(part);
    const name = formatPointer(pattern);
    const texts = leaves.get(name) ?? [];
    leaves.set(name, texts);
    texts.push(`${formatPointer(path)} ${text}`);
    return text;
  };
  return {
    sha256: sha256(write(value)),
    fields: Object.fromEntries([...leaves].map(([name, texts]) => [name, hashValue(texts)])),
    items: items.map((text) => sha256(text).slice(0, 8)),
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

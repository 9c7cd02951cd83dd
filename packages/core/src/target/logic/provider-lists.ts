import type { SharedListReference } from '../../spec/schema-main.js';
import type { ListSnapshot } from '../../spec/shared-list.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

/**
 * Resolves the list references of a provider by name and version, as of now and as of earlier times (decision 0075).
 */
export interface ProviderLists {
  /** Lists that may match, in order of preference. */
  readonly filesFor: (references: readonly Reference[]) => readonly ListSnapshot[];
  /** The lists that the references name, by `<name>@<version>`; missing ones are left out. */
  readonly resolve: (references: readonly Reference[]) => ReadonlyMap<string, ListSnapshot>;
  /** Hashes of those named lists that were imported with the provider and differ from the ones it used before. */
  readonly broughtBy: (names: readonly string[]) => ListHashes;
  /** Checks whether each of these lists, by `<name>@<version>`, still has the given hash. */
  readonly areCurrent: (hashes: ListHashes) => boolean;
  /** Name of the first referenced list that had other content at the given time than now; null if there is none. */
  readonly changedSince: (references: readonly Reference[], timestamp: string) => string | null;
}

type Reference = Pick<SharedListReference, 'ref' | 'version'>;

/** Hash of each list, by `<name>@<version>`. */
export type ListHashes = Readonly<Record<string, string>>;

/** Snapshots of one list, oldest first; null if the newest cannot be read, so that the list's content is unknown. */
export type ListHistory = readonly ListSnapshot[] | null;

/**
 * @param own lists imported with the provider
 * @param earlier lists from versions before decision 0075, shared by all providers. None has been added since, so a
 *   provider used these until lists of its own were imported
 */
export function createProviderLists(
  own: (name: string) => ListHistory,
  earlier: (name: string) => ListHistory,
): ProviderLists {
  const brought = ({ ref, version }: Reference) => own(ref)?.filter((list) => list.version === version);
  const before = ({ ref, version }: Reference) => earlier(ref)?.findLast((list) => list.version === version);
  const now = (reference: Reference) => {
    const lists = brought(reference);
    return lists && (lists.at(-1) ?? before(reference));
  };
  const at = (reference: Reference, timestamp: string) => {
    const lists = brought(reference);
    return lists?.findLast((list) => list.timestamp <= timestamp) ?? before(reference) ?? lists?.[0];
  };
  const newestFirst = (history: ListHistory) => [...(history ?? [])].reverse();
  return {
    filesFor: (references) =>
      references.flatMap(({ ref }) => {
        const lists = own(ref);
        return lists === null ? [] : [...newestFirst(lists), ...newestFirst(earlier(ref))];
      }),
    resolve: (references) => {
      const found = references.flatMap((reference) => {
        const list = now(reference);
        return list ? [[keyOf(reference), list] as const] : [];
      });
      return new Map(found.sort(([a], [b]) => byCodeUnit(a, b)));
    },
    broughtBy: (names) => {
      const lists = names.flatMap((name) => own(name) ?? []);
      const news = lists.filter(({ name: ref, version, hash }) => before({ ref, version })?.hash !== hash);
      return Object.fromEntries(news.map(({ name: ref, version, hash }) => [keyOf({ ref, version }), hash]));
    },
    areCurrent: (hashes) => Object.entries(hashes).every(([key, hash]) => now(parseKey(key))?.hash === hash),
    changedSince: (references, timestamp) =>
      references.find((one) => at(one, timestamp)?.hash !== now(one)?.hash)?.ref ?? null,
  };
}

/** The hashes of lists, to be stored with what depends on them; undefined if there are none. */
export function hashesOf(lists: ReadonlyMap<string, ListSnapshot>): ListHashes | undefined {
  if (lists.size === 0) return undefined;
  return Object.fromEntries([...lists].map(([key, { hash }]) => [key, hash]));
}

/** The references behind stored hashes. */
export function referencesOf(hashes: ListHashes): Reference[] {
  return Object.keys(hashes).map(parseKey);
}

/** The reason shown for a node if a shared list has changed since its entries were written. */
export function describeListChange(name: string): string {
  return `shared list ${name} changed, re-grade required`;
}

export function isListChange(reason: string | undefined): boolean {
  return reason !== undefined && /^shared list .* changed, re-grade required$/.test(reason);
}

function keyOf({ ref, version }: Reference): string {
  return `${ref}@${version}`;
}

/** The key is parsed from the right, because a list's name may contain anything, even `@`. */
function parseKey(key: string): Reference {
  const at = key.lastIndexOf('@');
  return { ref: key.slice(0, at), version: key.slice(at + 1) };
}

import type { ServerSnapshot, SnapshotPath } from '../../../../rules/mcp/lint.js';
import { groupBy } from '../../../../values/group-by.js';
import { isRecord } from '../../../../values/is-record.js';
import { textOf } from './compare-values.js';

const LISTS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
type ListName = (typeof LISTS)[number];

/** The member by which a client addresses an item. */
const ADDRESS: Record<ListName, string> = {
  tools: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  prompts: 'name',
};

export interface PlacedItem {
  readonly item: unknown;
  readonly path: SnapshotPath;
}

/** An item before and after; one of them is null if it was added or removed. */
export interface ItemPair {
  readonly list: ListName;
  readonly before: PlacedItem | null;
  readonly after: PlacedItem | null;
}

/**
 * Pairs the items of two snapshots: by their address, then those that differ in nothing but their address, which were
 * renamed. The order of a list does not matter.
 *
 * @returns the pairs of each list in the order of `after`, then the removed items
 */
export function matchItems(before: ServerSnapshot, after: ServerSnapshot): ItemPair[] {
  return LISTS.flatMap((list) => {
    const open = new Set(place(before, list));
    const byAddress = takeBy(open, (one) => addressOf(one, list));
    const named = place(after, list).map((now) => ({ now, old: byAddress(now) }));
    const byRest = takeBy(open, (one) => withoutAddress(one, list));
    const pairs = named.map(({ now, old }) => ({ list, before: old ?? byRest(now), after: now }));
    return [...pairs, ...[...open].map((old) => ({ list, before: old, after: null }))];
  });
}

/** Takes the first of the open items that is the same in what `pick` gives. */
function takeBy(open: Set<PlacedItem>, pick: (one: PlacedItem) => unknown) {
  const keyOf = (one: PlacedItem) => textOf(pick(one));
  const alike = groupBy([...open].reverse(), keyOf);
  return (now: PlacedItem): PlacedItem | null => {
    const old = alike.get(keyOf(now))?.pop() ?? null;
    if (old) open.delete(old);
    return old;
  };
}

function place(snapshot: ServerSnapshot, list: ListName): PlacedItem[] {
  return (snapshot[list] ?? []).map((item, at) => ({ item, path: [list, at] }));
}

function addressOf({ item }: PlacedItem, list: ListName): unknown {
  return isRecord(item) ? item[ADDRESS[list]] : item;
}

function withoutAddress({ item }: PlacedItem, list: ListName): unknown {
  return isRecord(item) ? { ...item, [ADDRESS[list]]: null } : item;
}

import type { ServerSnapshot, SnapshotPath } from '../../../../rules/mcp/lint.js';
import { isRecord } from '../../../../values/is-record.js';
import { isSame } from './compare-values.js';

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
    const open = place(before, list);
    const take = (is: (one: PlacedItem) => boolean): PlacedItem | null => {
      const at = open.findIndex(is);
      return at === -1 ? null : (open.splice(at, 1)[0] ?? null);
    };
    const byAddress = place(after, list).map((now) => ({
      now,
      old: take((one) => isSame(addressOf(one, list), addressOf(now, list))),
    }));
    const pairs = byAddress.map(({ now, old }) => ({
      list,
      before: old ?? take((one) => isSame(withoutAddress(one, list), withoutAddress(now, list))),
      after: now,
    }));
    return [...pairs, ...open.map((old) => ({ list, before: old, after: null }))];
  });
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

import { LIST_REFERENCE, listValues, splitCall } from './parameter-type.js';
import type { KnownList, SchemaRule } from './rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  type Members,
  memberOf,
  objectItems,
  parametersOf,
  queriesOf,
  toolsOf,
} from './schema-members.js';

const VERSION = /^\d+\.\d+\.\d+$/;
/** Fewer values than this are in some list by chance. */
const FEWEST_SHARED_VALUES = 3;

/** Shared lists: declared, found, used (chapter 03; chapter 09, Shared List Reference Rules). */
export const listReferenceRules: readonly SchemaRule[] = [
  {
    codes: ['VAL024', 'VAL070', 'VAL071', 'VAL074'],
    check({ main }, report) {
      const declared = memberOf(main, 'sharedLists');
      if (declared === undefined) return;
      if (!Array.isArray(declared)) {
        report('VAL024', ['sharedLists'], { found: describeFound(declared) });
        return;
      }
      for (const [at, item] of declared.entries()) {
        const path = ['sharedLists', at];
        if (!isObject(item)) {
          report('VAL024', path, { found: `a list with ${describeFound(item)}` });
          continue;
        }
        const ref = memberOf(item, 'ref');
        if (!isText(ref)) report('VAL070', [...path, 'ref'], { found: describeFound(ref) });
        const version = memberOf(item, 'version');
        if (typeof version !== 'string' || !VERSION.test(version)) {
          report('VAL071', [...path, 'version'], { found: describeFound(version) });
        }
        const filter = memberOf(item, 'filter');
        if (filter !== undefined && !isFilter(filter)) {
          report('VAL074', [...path, 'filter'], { found: describeFound(filter) });
        }
      }
    },
  },
  {
    codes: ['VAL072', 'VAL073'],
    check({ main, lists }, report) {
      if (!lists) return;
      for (const { value, path } of declaredLists(main)) {
        const list = memberOf(value, 'ref');
        const expected = memberOf(value, 'version');
        if (!isText(list)) continue;
        const versions = lists.filter(({ name }) => name === list).map(({ version }) => version);
        if (versions.length === 0) report('VAL072', [...path, 'ref'], { list });
        else if (typeof expected === 'string' && !versions.includes(expected)) {
          report('VAL073', [...path, 'version'], { list, found: versions.sort().join(', '), expected });
        }
      }
    },
  },
  {
    codes: ['VAL048', 'VAL049', 'VAL075'],
    check({ main, lists, reading }, report) {
      const used = new Set<string>();
      const fieldsByList = lists && indexLists(lists).fieldsByList;
      const declared = new Set(declaredLists(main).map(({ value }) => memberOf(value, 'ref')));
      for (const { primitive, path } of primitivesOf(main)) {
        for (const [, list = '', field = ''] of primitive.matchAll(LIST_REFERENCE)) {
          used.add(list);
          if (!declared.has(list)) report('VAL048', path, { list });
          const fields = fieldsByList?.get(list);
          if (fields && !fields.has(field)) {
            report('VAL049', path, { list, field, fields: [...fields].sort().join(', ') });
          }
        }
      }
      // Handlers may use any list, and what they use is not read.
      if (reading.handlers.kind !== 'none') return;
      for (const { value, path } of declaredLists(main)) {
        const list = memberOf(value, 'ref');
        if (isText(list) && !used.has(list)) report('VAL075', path, { list });
      }
    },
  },
  {
    codes: ['VAL107'],
    check({ main, lists }, report) {
      if (!lists) return;
      const { fields } = indexLists(lists);
      for (const { primitive, path } of primitivesOf(main)) {
        const [kind, inside = ''] = splitCall(primitive) ?? [];
        const values = kind === 'enum' ? listValues(inside) : [];
        if (values.length < FEWEST_SHARED_VALUES) continue;
        const found = fields.find(({ known }) => values.every((value) => known.has(value)));
        if (found) report('VAL107', path, { list: found.list, field: found.field });
      }
    },
  },
];

function declaredLists(main: Members): readonly Item[] {
  return objectItems(memberOf(main, 'sharedLists'), ['sharedLists']);
}

function isFilter(filter: unknown): boolean {
  if (!isText(memberOf(filter, 'key'))) return false;
  const among = memberOf(filter, 'in');
  return (
    Array.isArray(among) ||
    typeof memberOf(filter, 'exists') === 'boolean' ||
    (among === undefined && memberOf(filter, 'value') !== undefined)
  );
}

/** The primitives of all parameters, with their places. */
function primitivesOf(main: Members): readonly { primitive: string; path: Item['path'] }[] {
  return [...toolsOf(main), ...queriesOf(main)].flatMap(parametersOf).flatMap(({ value, path }) => {
    const primitive = memberOf(memberOf(value, 'z'), 'primitive');
    return typeof primitive === 'string' ? [{ primitive, path: [...path, 'z', 'primitive'] }] : [];
  });
}

interface ListIndex {
  /** The fields entries of a list have, in any of its versions. */
  readonly fieldsByList: ReadonlyMap<string, ReadonlySet<string>>;
  readonly fields: readonly { list: string; field: string; known: ReadonlySet<unknown> }[];
}

/** Hundreds of schemas are judged with the same lists. */
const indexes = new WeakMap<readonly KnownList[], ListIndex>();

function indexLists(lists: readonly KnownList[]): ListIndex {
  const known = indexes.get(lists);
  if (known) return known;
  const fields = lists.flatMap(fieldValues);
  const fieldsByList = new Map(lists.map(({ name }) => [name, new Set<string>()]));
  for (const { list, field } of fields) fieldsByList.get(list)?.add(field);
  const index = { fieldsByList, fields };
  indexes.set(lists, index);
  return index;
}

/** Every field of a list with the values it has. */
function fieldValues({ name, entries }: KnownList): ListIndex['fields'] {
  const byField = new Map<string, Set<unknown>>();
  for (const entry of entries) {
    for (const [field, value] of Object.entries(entry)) {
      byField.set(field, (byField.get(field) ?? new Set()).add(value));
    }
  }
  return [...byField].map(([field, known]) => ({ list: name, field, known }));
}

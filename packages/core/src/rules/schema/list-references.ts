import type { SharedList } from '../../spec/shared-list.js';
import type { Report } from '../rule.js';
import { LIST_REFERENCE, listValues, splitCall } from './parameter-type.js';
import { defineSchemaRule, type SchemaRuleInput } from './rule.js';
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
/** An enum is compared with the lists only if it has at least this many values: fewer may match by chance. */
const FEWEST_SHARED_VALUES = 3;

/**
 * Shared lists: whether they are declared, can be found and are used (chapter 03; chapter 09, Shared List Reference
 * Rules).
 */
export const rule = defineSchemaRule({
  codes: {
    VAL024: {
      severity: 'error',
      text: 'sharedLists is {found}; a list of objects was expected',
      hint: 'Write `sharedLists: [{ ref: "evmChains", version: "1.0.0" }]` or leave it out.',
      fails: [{ set: { 'sharedLists.1': null } }],
    },
    VAL048: {
      severity: 'error',
      text: 'the list "{list}" is used but not declared in main.sharedLists',
      hint: 'Add `{ ref: "{list}", version: "…" }` to sharedLists.',
      fails: [
        { set: { 'tools.getReport.parameters.0.z.primitive': 'enum({{stations:code}},{{places:name}})' } },
      ],
    },
    VAL049: {
      severity: 'error',
      text: 'the list "{list}" has no field "{field}"',
      hint: 'Use one of its fields: {fields}.',
      fails: [{ set: { 'tools.getReport.parameters.0.z.primitive': 'enum({{stations:id}})' } }],
    },
    VAL070: {
      severity: 'error',
      text: 'the ref of the shared list is {found}; text was expected',
      hint: 'Name the list.',
      fails: [{ set: { 'sharedLists.1': { version: '1.0.0' } } }],
    },
    VAL071: {
      severity: 'error',
      text: 'the version of the shared list is {found}; x.y.z was expected',
      hint: 'Name the version of the list that the schema was written for.',
      fails: [{ set: { 'sharedLists.0.version': 'latest' }, also: ['VAL073'] }],
    },
    VAL072: {
      severity: 'warning',
      text: 'the shared list "{list}" was not found',
      hint: 'Put it into a folder named _lists: in the provider folder, beside it, or beside the folder providers. Tools that need it cannot be tested until then.',
      fails: [{ lists: [] }],
    },
    VAL073: {
      severity: 'warning',
      text: 'the shared list "{list}" exists in version {found}, but the schema asks for version {expected}',
      hint: 'Check the schema against the list, then enter the version of the list.',
      fails: [{ set: { 'sharedLists.0.version': '2.0.0' } }],
    },
    VAL074: {
      severity: 'error',
      text: 'the filter of the shared list is {found}; an object with a key and one of exists, value or in was expected',
      hint: 'Write, for example, `filter: { key: "etherscanAlias", exists: true }`.',
      fails: [
        { set: { 'sharedLists.0.filter': { exists: true } } },
        { set: { 'sharedLists.0.filter': { key: 'code' } } },
      ],
    },
    VAL075: {
      severity: 'warning',
      text: 'the shared list "{list}" is declared but no parameter uses it',
      hint: 'Remove it from sharedLists.',
      fails: [{ handlers: '', replace: ['enum({{stations:code}})', 'string()'] }],
    },
    VAL107: {
      severity: 'warning',
      text: 'the values listed here are all in the field "{field}" of the shared list "{list}"',
      hint: 'Use the list instead: enum({{{list}:{field}}}).',
      fails: [{ set: { 'tools.getReport.parameters.0.z.primitive': 'enum(N1,S1,E1)' } }],
    },
  },
  check(input, report) {
    const declared = memberOf(input.main, 'sharedLists');
    if (declared !== undefined) checkDeclarations(declared, report);
    if (input.lists) checkVersions(input.main, input.lists, report);
    checkUse(input, report);
    if (input.lists) checkCopies(input.main, input.lists, report);
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkDeclarations(declared: unknown, report: OwnReport): void {
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
}

function checkVersions(main: Members, lists: readonly SharedList[], report: OwnReport): void {
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
}

function checkUse({ main, lists, reading }: SchemaRuleInput, report: OwnReport): void {
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
  // Handlers may use any list, and their code is not searched for it.
  if (reading.handlers.kind !== 'none') return;
  for (const { value, path } of declaredLists(main)) {
    const list = memberOf(value, 'ref');
    if (isText(list) && !used.has(list)) report('VAL075', path, { list });
  }
}

/** Finds values that a schema writes out although a list holds them. */
function checkCopies(main: Members, lists: readonly SharedList[], report: OwnReport): void {
  const { fields } = indexLists(lists);
  for (const { primitive, path } of primitivesOf(main)) {
    const [kind, inside = ''] = splitCall(primitive) ?? [];
    const values = kind === 'enum' ? listValues(inside) : [];
    if (values.length < FEWEST_SHARED_VALUES) continue;
    const found = fields.find(({ known }) => values.every((value) => known.has(value)));
    if (found) report('VAL107', path, { list: found.list, field: found.field });
  }
}

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
  /** Fields of a list's entries, in any of its versions. */
  readonly fieldsByList: ReadonlyMap<string, ReadonlySet<string>>;
  readonly fields: readonly { list: string; field: string; known: ReadonlySet<unknown> }[];
}

function indexLists(lists: readonly SharedList[]): ListIndex {
  const fields = lists.flatMap(fieldsOf);
  const fieldsByList = new Map(lists.map(({ name }) => [name, new Set<string>()]));
  for (const { list, field } of fields) fieldsByList.get(list)?.add(field);
  return { fieldsByList, fields };
}

/** Cached, because hundreds of schemas are judged with the same lists. */
const known = new WeakMap<SharedList, ListIndex['fields']>();

/** Every field of a list, with the values of the field. */
function fieldsOf(list: SharedList): ListIndex['fields'] {
  const fields = known.get(list) ?? fieldValues(list);
  known.set(list, fields);
  return fields;
}

function fieldValues({ name, entries }: SharedList): ListIndex['fields'] {
  const byField = new Map<string, Set<unknown>>();
  for (const entry of entries) {
    for (const [field, value] of Object.entries(entry)) {
      byField.set(field, (byField.get(field) ?? new Set()).add(value));
    }
  }
  return [...byField].map(([field, known]) => ({ list: name, field, known }));
}

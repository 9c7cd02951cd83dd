import type { ValuePath } from '../../sources/logic/module-reading.js';
import type { Report } from '../rule.js';
import { describeFound, isObject, isText, memberOf } from '../schema/schema-members.js';
import { rule as identity } from './identity.js';
import {
  checkReference,
  type ListEntry,
  listEntries,
  type ReferenceType,
  referenceCodes,
  referenceText,
} from './references.js';
import { defineSelectionRule } from './rule.js';

const SCHEMA_ID = /^[a-zA-Z0-9_-]+\.[a-zA-Z0-9_-]+$/;
const TYPE_OF_LIST = { tools: 'tool', resources: 'resource', prompts: 'prompt' } as const;

/** Lists of a selection, except for its skills. */
export const rule = defineSelectionRule({
  codes: {
    'SEL-013': {
      ...identity.codes['SEL-013'],
      fails: [
        { set: { members: [] } },
        { remove: ['members'] },
        { set: { members: null } },
        { set: { 'members.1': 'berths.plan' } },
        { set: { 'members.1': null } },
        { set: { 'members.1.schemaId': 'berths/plan' } },
        { set: { 'members.1.schemaId': 'berths.plan.find' } },
        { set: { resources: 'charts' } },
        { set: { 'resources.0': 7 } },
        { shape: 'tools', set: { tools: 'tides/tool/getTide' } },
        { shape: 'tools', set: { 'tools.1': null } },
        { shape: 'tools', set: { 'resources.0': { name: 'a' } } },
      ],
    },
    'SEL-017': {
      severity: 'warning',
      text: '{list} names {found} twice; it counts once',
      hint: 'Remove one of the two.',
      fails: [
        { set: { 'members.2': { schemaId: 'tides.stations' } } },
        { set: { 'personaIds.2': 'pilot' } },
        { shape: 'tools', set: { 'tools.2': 'tides/tool/getTide' } },
      ],
    },
    VAL110: {
      ...referenceCodes.VAL110,
      fails: [
        { shape: 'tools', set: { 'tools.0': 'getTide' } },
        { shape: 'tools', set: { tools: { 'tides/tool/getTide': {} } } },
      ],
    },
    ID002: {
      ...referenceCodes.ID002,
      fails: [{ shape: 'tools', set: { 'tools.0': 'Tides/tool/getTide' } }],
    },
    ID003: {
      ...referenceCodes.ID003,
      fails: [{ shape: 'tools', set: { 'tools.0': 'tides/resource/getTide' } }],
    },
    ID004: {
      ...referenceCodes.ID004,
      fails: [{ shape: 'tools', set: { 'tools.0': 'tides/tool/' } }],
    },
    ID005: {
      ...referenceCodes.ID005,
      fails: [{ shape: 'tools', set: { 'tools.0': 'tides/getTide' } }],
    },
  },
  check({ selection, shape }, report) {
    if (shape === 'members') checkMembers(selection, report);
    const personas = listEntries(selection, 'personaIds').map(({ value, path }) => ({ value, path }));
    reportTwice('personaIds', personas, report);
    for (const list of ['tools', 'resources', 'prompts'] as const) {
      // A list of tools beside `members` is refused as a whole.
      if (list === 'tools' && shape === 'members') continue;
      checkList({ selection, list, isGrading: shape === 'members' }, report);
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkMembers(selection: unknown, report: OwnReport): void {
  const value = memberOf(selection, 'members');
  const expected = 'a list of at least one { schemaId }';
  if (!Array.isArray(value) || value.length === 0) {
    const found = Array.isArray(value) ? 'an empty list' : describeFound(value);
    report('SEL-013', ['members'], { member: 'members', found, expected });
    return;
  }
  for (const entry of listEntries(selection, 'members')) checkMember(entry, report);
  reportTwice('members', listEntries(selection, 'members').map(toSchemaId), report);
}

function checkMember({ value, path }: ListEntry, report: OwnReport): void {
  if (!isObject(value)) {
    const member = `members[${String(path[1])}]`;
    report('SEL-013', path, {
      member,
      found: describeFound(value),
      expected: '{ schemaId: "namespace.schema" }',
    });
    return;
  }
  const schemaId = memberOf(value, 'schemaId');
  if (typeof schemaId === 'string' && SCHEMA_ID.test(schemaId)) return;
  const member = `members[${String(path[1])}].schemaId`;
  report('SEL-013', [...path, 'schemaId'], {
    member,
    found: describeFound(schemaId),
    expected: '"namespace.schema"',
  });
}

function toSchemaId({ value, path }: ListEntry): { value: unknown; path: ValuePath } {
  return { value: memberOf(value, 'schemaId'), path };
}

function checkList(
  { selection, list, isGrading }: { selection: unknown; list: keyof typeof TYPE_OF_LIST; isGrading: boolean },
  report: OwnReport,
): void {
  const value = memberOf(selection, list);
  const type = TYPE_OF_LIST[list];
  if (value === undefined) return;
  if (!Array.isArray(value) && !isObject(value)) {
    const expected = `a list of references such as "namespace/${type}/name"`;
    report('SEL-013', [list], { member: list, found: describeFound(value), expected });
    return;
  }
  const entries = listEntries(selection, list);
  for (const entry of entries) checkEntry({ entry, list, type, isGrading }, report);
  reportTwice(
    list,
    entries.map((entry) => ({ value: referenceText(entry), path: entry.path })),
    report,
  );
}

function checkEntry(
  {
    entry,
    list,
    type,
    isGrading,
  }: { entry: ListEntry; list: string; type: ReferenceType; isGrading: boolean },
  report: OwnReport,
): void {
  const { value, key, path } = entry;
  const text = referenceText(entry);
  // Chapter 16 does not define what these lists hold, so any text is accepted; the `tools` shape does require references.
  if (isGrading && isText(text)) return;
  if (text !== null) {
    checkReference({ text, type, list, path }, report);
    return;
  }
  // Inline parts belong to the selection alone; only tools cannot be inline (grading specification 16).
  const isOwn = list !== 'tools' && (isObject(value) || (key !== null && isText(value)));
  if (key?.includes('/')) {
    report('VAL110', path, { found: describeFound(key), list, expected: 'null as the value of a reference' });
  } else if (!isOwn || (!isGrading && key === null)) {
    const member = `${list}${key === null ? `[${String(path[1])}]` : `.${key}`}`;
    const expected = `a reference such as "namespace/${type}/name"`;
    report('SEL-013', path, { member, found: describeFound(value), expected });
  }
}

function reportTwice(
  list: string,
  entries: readonly { readonly value: unknown; readonly path: ValuePath }[],
  report: OwnReport,
): void {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    if (typeof value !== 'string') continue;
    if (seen.has(value)) report('SEL-017', path, { list, found: describeFound(value) });
    seen.add(value);
  }
}

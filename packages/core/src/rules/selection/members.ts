import type { ValuePath } from '../../sources/logic/module-reading.js';
import type { Report } from '../schema/rule.js';
import { describeFound, isObject, isText, memberOf } from '../schema/schema-members.js';
import {
  type ListEntry,
  listEntries,
  parseReference,
  type ReferenceType,
  referenceText,
} from './references.js';
import type { SelectionRule } from './rule.js';

const SCHEMA_ID = /^[a-zA-Z0-9_-]+\.[a-zA-Z0-9_-]+$/;
const NAMESPACE = /^[a-z][a-z0-9-]*$/;
const TYPE_OF_LIST = { tools: 'tool', resources: 'resource', prompts: 'prompt' } as const;

/** What is in the lists of a selection, but for its skills. */
export const selectionMemberRules: readonly SelectionRule[] = [
  {
    codes: ['SEL-013', 'SEL-017'],
    check({ selection, shape }, report) {
      if (shape === 'tools') return;
      const value = memberOf(selection, 'members');
      const expected = 'a list of { schemaId } with at least one';
      if (!Array.isArray(value) || value.length === 0) {
        const found = Array.isArray(value) ? 'an empty list' : describeFound(value);
        report('SEL-013', ['members'], { member: 'members', found, expected });
        return;
      }
      for (const entry of listEntries(selection, 'members')) checkMember(entry, report);
      reportTwice('members', listEntries(selection, 'members').map(toSchemaId), report);
    },
  },
  {
    codes: ['SEL-017'],
    check({ selection }, report) {
      const personas = listEntries(selection, 'personaIds').map(({ value, path }) => ({ value, path }));
      reportTwice('personaIds', personas, report);
    },
  },
  {
    codes: ['SEL-013', 'SEL-017', 'VAL110', 'ID002', 'ID003', 'ID004', 'ID005'],
    check({ selection, shape }, report) {
      for (const list of ['tools', 'resources', 'prompts'] as const) {
        // Tools beside members are refused as a whole.
        if (list === 'tools' && shape === 'members') continue;
        checkList({ selection, list, isGrading: shape === 'members' }, report);
      }
    },
  },
];

function checkMember({ value, path }: ListEntry, report: Report): void {
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
  report: Report,
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
  report: Report,
): void {
  const { value, key, path } = entry;
  const text = referenceText(entry);
  // Chapter 16 leaves open what these lists hold; only the other shape's are references.
  if (isGrading && isText(text)) return;
  if (text !== null) {
    checkReference({ text, type, list, path }, report);
    return;
  }
  // What is written out belongs to the selection alone; only tools can not (grading specification 16).
  const isOwn = list !== 'tools' && (isObject(value) || (key !== null && isText(value)));
  if (key?.includes('/')) {
    report('VAL110', path, { found: describeFound(key), list, expected: 'null as the value of a reference' });
  } else if (!isOwn || (!isGrading && key === null)) {
    const member = `${list}${key === null ? `[${String(path[1])}]` : `.${key}`}`;
    const expected = `a reference such as "namespace/${type}/name"`;
    report('SEL-013', path, { member, found: describeFound(value), expected });
  }
}

/** Schemas-Spec 16: namespace, type and name, all of them. */
export function checkReference(
  { text, type, list, path }: { text: string; type: ReferenceType; list: string; path: ValuePath },
  report: Report,
): void {
  if (!text.includes('/')) {
    const expected = `a full reference such as "namespace/${type}/name"`;
    report('VAL110', path, { found: describeFound(text), list, expected });
    return;
  }
  const reference = parseReference(text);
  if (!reference) {
    report('ID005', path, { id: text, expected: type });
    return;
  }
  if (!NAMESPACE.test(reference.namespace)) {
    report('ID002', path, { found: describeFound(reference.namespace) });
  }
  if (reference.type !== type) {
    report('ID003', path, { id: text, found: describeFound(reference.type), expected: type, list });
  }
  if (reference.name === '') report('ID004', path, { id: text, expected: type });
}

function reportTwice(
  list: string,
  entries: readonly { readonly value: unknown; readonly path: ValuePath }[],
  report: Report,
): void {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    if (typeof value !== 'string') continue;
    if (seen.has(value)) report('SEL-017', path, { list, found: describeFound(value) });
    seen.add(value);
  }
}

import { OVERRIDABLE } from '../../spec/selection.js';
import type { Report } from '../rule.js';
import { describeFound, isObject, memberOf } from '../schema/schema-members.js';
import { rule as identity } from './identity.js';
import { type ListEntry, listEntries } from './references.js';
import { defineSelectionRule, type SelectionShape } from './rule.js';

const IDENTITY = ['selectionId', 'namespace', 'name', 'version', 'description', 'whenToUse', 'personaIds'];
const KNOWN: Readonly<Record<SelectionShape, readonly string[]>> = {
  members: [...IDENTITY, 'members', 'skills', 'resources', 'prompts'],
  tools: [...IDENTITY, 'tools', 'skills', 'resources', 'prompts'],
};
/** Fields that chapter 16 has removed (section Removed in 2.0.0). */
const DERIVED = new Set(['selectionHash', 'aboutHash', 'selectionVersion', 'generatedAt', 'lockSnapshot']);
const DERIVED_OF_MEMBER = new Set(['schemaHash', 'schemaVersion', 'gradingStatus', 'hash', 'version']);
const OF_MEMBER = ['schemaId', 'override'];
const LISTS = ['tools', 'skills', 'resources', 'prompts'];

/** Fields that a selection may have. */
export const rule = defineSelectionRule({
  codes: {
    SEL002: {
      severity: 'error',
      text: 'the selection names no tool, no skill, no resource and no prompt',
      hint: 'Name at least one tool, as in `tools: ["namespace/tool/name"]`.',
      fails: [{ shape: 'tools', set: { tools: [], resources: {}, prompts: [] }, remove: ['skills'] }],
    },
    'SEL-013': {
      ...identity.codes['SEL-013'],
      fails: [{ set: { 'members.0.override': 'Tides' } }, { set: { 'members.0.override': { name: ' ' } } }],
    },
    'SEL-014': {
      severity: 'error',
      text: 'the selection has an unknown member "{key}"; the known ones are {known}',
      hint: 'Correct the spelling or remove it.',
      fails: [
        { set: { persona: 'pilot' } },
        { set: { 'members.0.tool': 'getTide' } },
        { set: { 'members.0.override': { grade: 'A' } } },
        { shape: 'tools', set: { agents: [] } },
      ],
    },
    'SEL-015': {
      severity: 'error',
      text: 'the selection has both members and tools',
      hint: 'Keep one: members name schemas (`{ schemaId: "namespace.schema" }`), tools name single tools, whose schemas become the members.',
      fails: [{ set: { tools: ['tides/tool/getTide'] } }],
    },
    'SEL-016': {
      severity: 'warning',
      text: '{member} is ignored: a source should not contain a hash, a snapshot version or a status',
      hint: 'Remove it; such values are recorded in the name of the snapshot and in index.json of the selection.',
      fails: [
        { set: { selectionHash: '0011aabb' } },
        { set: { aboutHash: '0011aabb' } },
        { shape: 'tools', set: { selectionVersion: '1.0.0' } },
        { set: { 'members.0.schemaHash': '0011aabb' } },
      ],
    },
  },
  check({ selection, shape }, report) {
    for (const key of Object.keys(selection)) {
      if (DERIVED.has(key)) report('SEL-016', [key], { member: key });
      else if (key === 'tools' && shape === 'members') report('SEL-015', [key]);
      else if (!KNOWN[shape].includes(key)) {
        report('SEL-014', [key], { key, known: KNOWN[shape].join(', ') });
      }
    }
    for (const member of listEntries(selection, 'members')) {
      checkKeys(member, report);
      checkOverride(member, report);
    }
    if (shape === 'tools' && LISTS.every((list) => isEmpty(memberOf(selection, list)))) report('SEL002', []);
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkKeys({ value, path }: ListEntry, report: OwnReport): void {
  for (const key of isObject(value) ? Object.keys(value) : []) {
    if (DERIVED_OF_MEMBER.has(key)) report('SEL-016', [...path, key], { member: `${key} of a member` });
    else if (!OF_MEMBER.includes(key)) {
      report('SEL-014', [...path, key], { key, known: OF_MEMBER.join(', ') });
    }
  }
}

function checkOverride({ value, path }: ListEntry, report: OwnReport): void {
  const override = memberOf(value, 'override');
  // A lock snapshot contains null if there is no override.
  if (override === undefined || override === null) return;
  const at = [...path, 'override'];
  if (!isObject(override)) {
    const found = describeFound(override);
    report('SEL-013', at, { member: 'override of a member', found, expected: 'an object or null' });
    return;
  }
  for (const [key, text] of Object.entries(override)) {
    const isKnown = OVERRIDABLE.some((known) => known === key);
    if (!isKnown) report('SEL-014', [...at, key], { key, known: OVERRIDABLE.join(', ') });
    else if (typeof text !== 'string' || text.trim() === '') {
      const member = `${key} in the override of a member`;
      report('SEL-013', [...at, key], { member, found: describeFound(text), expected: 'text' });
    }
  }
}

/** A value of the wrong type does not count as empty: it is reported as a separate problem. */
function isEmpty(list: unknown): boolean {
  return list === undefined || ((Array.isArray(list) || isObject(list)) && Object.keys(list).length === 0);
}

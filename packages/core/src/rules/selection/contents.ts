import { OVERRIDABLE } from '../../spec/selection.js';
import { describeFound, isObject, memberOf } from '../schema/schema-members.js';
import { listEntries } from './references.js';
import type { SelectionRule } from './rule.js';
import type { SelectionShape } from './selection-shape.js';

const IDENTITY = ['selectionId', 'namespace', 'name', 'version', 'description', 'whenToUse', 'personaIds'];
const KNOWN: Readonly<Record<SelectionShape, readonly string[]>> = {
  members: [...IDENTITY, 'members', 'skills', 'resources', 'prompts'],
  tools: [...IDENTITY, 'tools', 'skills', 'resources', 'prompts'],
};
/** Taken out of the source by chapter 16, Removed in 2.0.0. */
const DERIVED = new Set(['selectionHash', 'aboutHash', 'selectionVersion', 'generatedAt', 'lockSnapshot']);
const DERIVED_OF_MEMBER = new Set(['schemaHash', 'schemaVersion', 'gradingStatus', 'hash', 'version']);
const OF_MEMBER = ['schemaId', 'override'];
const LISTS = ['tools', 'skills', 'resources', 'prompts'];

/** Which members a selection has at all. */
export const selectionContentRules: readonly SelectionRule[] = [
  {
    codes: ['SEL-014', 'SEL-015', 'SEL-016'],
    check({ selection, shape }, report) {
      for (const key of Object.keys(selection)) {
        if (DERIVED.has(key)) report('SEL-016', [key], { member: key });
        else if (key === 'tools' && shape === 'members') report('SEL-015', [key]);
        else if (!KNOWN[shape].includes(key)) {
          report('SEL-014', [key], { key, known: KNOWN[shape].join(', ') });
        }
      }
    },
  },
  {
    codes: ['SEL-014', 'SEL-016'],
    check({ selection }, report) {
      for (const { value, path } of listEntries(selection, 'members')) {
        if (!isObject(value)) continue;
        for (const key of Object.keys(value)) {
          if (DERIVED_OF_MEMBER.has(key)) report('SEL-016', [...path, key], { member: `${key} of a member` });
          else if (!OF_MEMBER.includes(key)) {
            report('SEL-014', [...path, key], { key, known: OF_MEMBER.join(', ') });
          }
        }
      }
    },
  },
  {
    codes: ['SEL-013', 'SEL-014'],
    check({ selection }, report) {
      for (const { value, path } of listEntries(selection, 'members')) {
        const override = memberOf(value, 'override');
        // null is what a lock snapshot says where there is none.
        if (override === undefined || override === null) continue;
        const at = [...path, 'override'];
        if (!isObject(override)) {
          const found = describeFound(override);
          report('SEL-013', at, { member: 'override of a member', found, expected: 'an object, or null,' });
          continue;
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
    },
  },
  {
    codes: ['SEL002'],
    check({ selection, shape }, report) {
      if (shape === 'members') return;
      // What has the wrong type is not empty; it has a problem of its own.
      const isEmpty = (list: string) => {
        const value = memberOf(selection, list);
        return value === undefined || ((Array.isArray(value) || isObject(value)) && sizeOf(value) === 0);
      };
      if (LISTS.every(isEmpty)) report('SEL002', []);
    },
  },
];

function sizeOf(value: object): number {
  return Object.keys(value).length;
}

import { visitNoJson } from '../schema/data.js';
import { describeFound, isObject } from '../schema/schema-members.js';
import type { SelectionRule } from './rule.js';

/** What the file holds. */
export const selectionModuleRules: readonly SelectionRule[] = [
  {
    codes: ['SEL-010'],
    check({ reading }, report) {
      const expected = 'a selection, an object exported as "selection" or alone in a JSON file,';
      if (reading.exportName === null) report('SEL-010', [], { found: 'no export of that name', expected });
      else if (!isObject(reading.value)) {
        report('SEL-010', [], { found: describeFound(reading.value), expected });
      }
    },
  },
  {
    codes: ['SRC-007'],
    check({ reading }, report) {
      for (const { path, key } of reading.duplicateKeys) report('SRC-007', [...path, key], { key });
    },
  },
];

/** What is exported can be hashed. */
export const selectionDataRules: readonly SelectionRule[] = [
  {
    codes: ['SEC017'],
    check({ selection }, report) {
      visitNoJson(selection, [], (path, found) => report('SEC017', path, { found }));
    },
  },
];

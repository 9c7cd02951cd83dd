import { exportedDataCodes, KEY_IN_COMMENT, visitNoJson } from '../exported-data.js';
import { describeFound, isObject, isText, memberOf } from '../schema/schema-members.js';
import { defineSelectionRule, type SelectionRuleInput, type SelectionShape } from './rule.js';

const LONGEST_NAME = 128;
const SHORTEST_DESCRIPTION = 10;

interface Field {
  readonly member: string;
  readonly expected: string;
  readonly fits: (value: string) => boolean;
  /** Optional. */
  readonly optional?: true;
}

const isShort = (text: string) => text.length <= LONGEST_NAME;
/** An id as in chapter 16, but without a leading hyphen, which a command line would take for an option. */
const id: Omit<Field, 'member'> = {
  expected: `a name of no more than ${LONGEST_NAME} lower-case letters, digits and hyphens that does not begin with a hyphen`,
  fits: (text) => /^[a-z0-9][a-z0-9-]*$/.test(text) && isShort(text),
};
/** The shape `tools` has a shorter minimum, which would allow a definition that chapter 16 refuses. */
const description: Field = {
  member: 'description',
  expected: `text of at least ${SHORTEST_DESCRIPTION} characters`,
  fits: (text) => [...text].length >= SHORTEST_DESCRIPTION,
};

/** Grading specification 16, Neutral Definition, and Schemas-Spec 17, Required Fields. */
const FIELDS: Readonly<Record<SelectionShape, readonly Field[]>> = {
  members: [
    { member: 'selectionId', ...id },
    {
      member: 'namespace',
      expected: `a name of no more than ${LONGEST_NAME} lower-case letters, digits, "_" and "-"`,
      fits: (text) => /^[a-z0-9_-]+$/.test(text) && isShort(text),
    },
    { member: 'name', expected: 'text', fits: () => true },
    {
      member: 'version',
      expected: '"flowmcp/4.x.y"',
      fits: (text) => /^flowmcp\/4\.\d+\.\d+$/.test(text),
    },
    description,
  ],
  tools: [
    { member: 'selectionId', ...id, optional: true },
    {
      member: 'namespace',
      expected: `a name of no more than ${LONGEST_NAME} lower-case letters, digits and hyphens that begins with a letter`,
      fits: (text) => /^[a-z][a-z0-9-]*$/.test(text) && isShort(text),
    },
    {
      member: 'name',
      expected: 'a name in kebab-case (such as "harbour-planning")',
      fits: (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && isShort(text),
    },
    { member: 'version', expected: '"flowmcp/4.0.0"', fits: (text) => text === 'flowmcp/4.0.0' },
    description,
  ],
};

/** Content of the file, identity of the selection, and when to use it. */
export const rule = defineSelectionRule({
  codes: {
    'SEL-010': {
      severity: 'error',
      text: 'the file contains {found}; {expected} was expected',
      hint: 'Write `export const selection = { … }` in a module, or the object alone in a JSON file.',
      fails: [
        { replace: ['export const selection', 'const selection'] },
        { text: 'export const selection = [];' },
        { text: 'export const selection = null;' },
      ],
    },
    'SRC-007': {
      ...exportedDataCodes['SRC-007'],
      fails: [{ replace: ['"name":', '"name": "x", "name":'] }],
    },
    'GATE-025': { ...exportedDataCodes['GATE-025'], fails: [KEY_IN_COMMENT] },
    SEC017: {
      ...exportedDataCodes.SEC017,
      fails: [{ replace: ['"source":', '"weight": 1e999, "source":'] }],
    },
    SEL001: {
      severity: 'error',
      text: 'whenToUse of the selection is {found}; text was expected',
      hint: 'Write one sentence on the situation in which an agent should activate the selection.',
      fails: [{ set: { whenToUse: '' } }, { shape: 'tools', remove: ['whenToUse'] }],
    },
    'SEL-013': {
      severity: 'error',
      text: '{member} of the selection is {found}; {expected} was expected',
      hint: 'Correct the value at the given position.',
      fails: [
        { set: { selectionId: 'Harbour' } },
        { remove: ['selectionId'] },
        { set: { selectionId: '../harbour' } },
        { set: { selectionId: '-harbour' } },
        { set: { selectionId: 'a'.repeat(129) } },
        { set: { namespace: 'Harbour Planning' } },
        { set: { name: ' ' } },
        { set: { version: '4.0.0' } },
        { set: { version: 'flowmcp/5.0.0' } },
        { set: { description: 'Harbours.' } },
        { set: { personaIds: [] } },
        { remove: ['personaIds'] },
        { set: { 'personaIds.1': null } },
        { shape: 'tools', set: { namespace: 'harbour_planning' } },
        { shape: 'tools', set: { name: 'Harbour Day' } },
        { shape: 'tools', set: { version: 'flowmcp/4.1.0' } },
        { shape: 'tools', set: { selectionId: 'a b' } },
        { shape: 'tools', set: { personaIds: 'ai-engineer' } },
        { shape: 'tools', set: { description: 'Short.' } },
      ],
    },
  },
  module({ reading: { exportName, value, duplicateKeys, keyForms } }, report) {
    const expected = 'a selection (an object exported as "selection", or alone in a JSON file)';
    if (exportName === null) report('SEL-010', [], { found: 'no export named "selection"', expected });
    else if (!isObject(value)) report('SEL-010', [], { found: describeFound(value), expected });
    for (const { path, key } of duplicateKeys) report('SRC-007', [...path, key], { key });
    for (const where of keyForms) report('GATE-025', { where });
  },
  check(input, report) {
    const { selection, shape } = input;
    visitNoJson(selection, [], (path, found) => report('SEC017', path, { found }));
    for (const { member, expected, fits, optional } of FIELDS[shape]) {
      const value = memberOf(selection, member);
      if (optional && value === undefined) continue;
      if (!isText(value) || !fits(value)) {
        report('SEL-013', [member], { member, found: describeFound(value), expected });
      }
    }
    const whenToUse = memberOf(selection, 'whenToUse');
    if (!isText(whenToUse)) report('SEL001', ['whenToUse'], { found: describeFound(whenToUse) });
    for (const { path, found } of findWrongPersonas(input)) {
      const member = path.length > 1 ? `personaIds[${path[1]}]` : 'personaIds';
      const expected = path.length > 1 ? 'text' : 'a list of at least one persona';
      report('SEL-013', path, { member, found, expected });
    }
  },
});

/** The shape `tools` has no such field; if the field is present anyway, it has to be complete. */
function findWrongPersonas({ selection, shape }: SelectionRuleInput): {
  readonly path: readonly (string | number)[];
  readonly found: string;
}[] {
  const value = memberOf(selection, 'personaIds');
  if (value === undefined && shape === 'tools') return [];
  if (!Array.isArray(value)) return [{ path: ['personaIds'], found: describeFound(value) }];
  if (value.length === 0) return [{ path: ['personaIds'], found: 'an empty list' }];
  return value.flatMap((item: unknown, at) =>
    isText(item) ? [] : [{ path: ['personaIds', at], found: describeFound(item) }],
  );
}

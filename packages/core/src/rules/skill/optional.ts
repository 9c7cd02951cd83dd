import type { ValuePath } from '../../sources/logic/module-reading.js';
import { SKILL_INPUT_TYPES } from '../../spec/skill.js';
import type { Report } from '../rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  type Members,
  memberOf,
  objectItems,
} from '../schema/schema-members.js';
import { defineSkillRule } from './rule.js';

const KEY = /^[a-z][a-zA-Z0-9]*$/;
const TYPES: ReadonlySet<unknown> = new Set(SKILL_INPUT_TYPES);

interface Shape {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Type of each item if the value is a list. */
  readonly item?: { readonly expected: string; readonly fits: (value: unknown) => boolean };
}

const TEXTS: Shape = { expected: 'a list of strings', fits: Array.isArray };

/**
 * Shapes of optional fields (Schemas-Spec 14, Optional Fields, and 18; persona: grading specification 13). The
 * specification describes them but assigns no code.
 */
const SHAPES: readonly (readonly [ValuePath, Shape])[] = [
  [['whenToUse'], { expected: 'text', fits: isText }],
  [['persona'], { expected: 'a persona, or an object with basePersonaId', fits: isPersona }],
  [['requires'], { expected: 'an object with tools, resources and external', fits: isObject }],
  [['requires', 'tools'], TEXTS],
  [['requires', 'resources'], TEXTS],
  [['requires', 'external'], { ...TEXTS, item: { expected: 'text', fits: isText } }],
  [
    ['input'],
    {
      expected: 'a list',
      fits: Array.isArray,
      item: { expected: 'an object with key, type, description and required', fits: isObject },
    },
  ],
  [
    ['prefill'],
    {
      expected: 'a list',
      fits: Array.isArray,
      item: { expected: 'an object with a tool and its params', fits: isCall },
    },
  ],
];

/** Optional fields and inputs of skills (Schemas-Spec 14, Optional Fields and Input Parameter Fields). */
export const rule = defineSkillRule({
  codes: {
    'GATE-014': {
      severity: 'error',
      text: '{member} is {found}; {expected} was expected',
      hint: 'Correct the value or leave the member out.',
      fails: [
        { set: { whenToUse: '' } },
        { set: { persona: { lensId: 'general' } } },
        { set: { requires: [] }, also: ['SKL020', 'SKL020', 'SKL020', 'SKL021'] },
        { set: { 'requires.tools': 'getReport' }, also: ['SKL020', 'SKL020', 'SKL020'] },
        { set: { 'requires.external.1': null } },
        { set: { input: {} }, also: ['SKL008', 'SKL008'] },
        { set: { 'input.2': null } },
        { set: { prefill: {} }, also: ['GATE-018'] },
        { set: { 'prefill.1': { params: {} } } },
        { set: { 'prefill.0.params': null } },
      ],
    },
    SKL009: {
      severity: 'error',
      text: 'values is {found}; {expected} was expected',
      hint: 'List the choices for an input of type enum, and for no other type.',
      fails: [
        { set: { 'input.1.values': [] } },
        { remove: ['input.1.values'] },
        { set: { 'input.1.values.1': 2 } },
        { set: { 'input.0.values': ['a'] } },
      ],
    },
    SKL012: {
      severity: 'error',
      text: 'the key of the input is {found}; a name in camelCase was expected',
      hint: 'Begin with a lower-case letter and use letters and digits only.',
      fails: [{ set: { 'input.2': { key: 'a_b', type: 'string', description: 'x', required: true } } }],
    },
    SKL013: {
      severity: 'error',
      text: 'the type of the input is {found}; string, number, boolean or enum was expected',
      hint: 'Choose whichever of the four types fits.',
      fails: [{ set: { 'input.0.type': 'date' } }],
    },
    SKL014: {
      severity: 'error',
      text: 'the description of the input is {found}; text was expected',
      hint: 'Say what the user should enter.',
      fails: [{ remove: ['input.0.description'] }],
    },
    SKL015: {
      severity: 'error',
      text: 'the member "required" of the input is {found}; true or false was expected',
      hint: 'Write true if the skill cannot do without this input, otherwise false.',
      fails: [{ set: { 'input.0.required': 'yes' } }],
    },
  },
  check({ skill }, report) {
    for (const [path, shape] of SHAPES) checkShape(skill, path, shape, report);
    for (const item of objectItems(memberOf(skill, 'input'), ['input'])) checkInput(item, report);
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkShape(skill: Members, path: ValuePath, shape: Shape, report: OwnReport): void {
  const value = path.reduce<unknown>((owner, step) => memberOf(owner, String(step)), skill);
  if (value === undefined) return;
  const member = path.join('.');
  if (!shape.fits(value)) {
    report('GATE-014', path, { member, found: describeFound(value), expected: shape.expected });
    return;
  }
  for (const [at, item] of shape.item && Array.isArray(value) ? value.entries() : []) {
    if (shape.item?.fits(item) !== false) continue;
    const { expected } = shape.item;
    report('GATE-014', [...path, at], { member: `${member}[${at}]`, found: describeFound(item), expected });
  }
}

function isPersona(value: unknown): boolean {
  if (isText(value)) return true;
  const lens = memberOf(value, 'lensId');
  return isText(memberOf(value, 'basePersonaId')) && (lens === undefined || isText(lens));
}

function isCall(value: unknown): boolean {
  const params = memberOf(value, 'params');
  return isText(memberOf(value, 'tool')) && (params === undefined || isObject(params));
}

function checkInput({ value, path }: Item, report: OwnReport): void {
  const key = memberOf(value, 'key');
  if (typeof key !== 'string' || !KEY.test(key)) {
    report('SKL012', [...path, 'key'], { found: describeFound(key) });
  }
  const type = memberOf(value, 'type');
  if (TYPES.has(type)) checkValues({ value, path }, type === 'enum', report);
  else report('SKL013', [...path, 'type'], { found: describeFound(type) });
  const description = memberOf(value, 'description');
  if (!isText(description)) report('SKL014', [...path, 'description'], { found: describeFound(description) });
  const required = memberOf(value, 'required');
  if (typeof required !== 'boolean') {
    report('SKL015', [...path, 'required'], { found: describeFound(required) });
  }
}

/** Only an enum has values. */
function checkValues({ value, path }: Item, isEnum: boolean, report: OwnReport): void {
  const at = [...path, 'values'];
  const values = memberOf(value, 'values');
  if (!isEnum) {
    if (values === undefined) return;
    report('SKL009', at, { found: describeFound(values), expected: 'nothing (the type is not enum)' });
    return;
  }
  const expected = 'a list of at least one string';
  if (!Array.isArray(values) || values.length === 0) {
    const found = Array.isArray(values) ? 'an empty list' : describeFound(values);
    report('SKL009', at, { found, expected });
    return;
  }
  for (const [index, item] of values.entries()) {
    if (!isText(item))
      report('SKL009', [...at, index], { found: `a list with ${describeFound(item)}`, expected });
  }
}

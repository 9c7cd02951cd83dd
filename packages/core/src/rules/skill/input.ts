import { SKILL_INPUT_TYPES } from '../../spec/skill.js';
import type { Report } from '../schema/rule.js';
import { describeFound, type Item, isText, memberOf, objectItems } from '../schema/schema-members.js';
import type { SkillRule } from './rule.js';

const KEY = /^[a-z][a-zA-Z0-9]*$/;
const TYPES: ReadonlySet<unknown> = new Set(SKILL_INPUT_TYPES);

/** What the user is asked for (Schemas-Spec 14, Input Parameter Fields). */
export const skillInputRules: readonly SkillRule[] = [
  {
    codes: ['SKL009', 'SKL012', 'SKL013', 'SKL014', 'SKL015'],
    check({ skill }, report) {
      for (const item of objectItems(memberOf(skill, 'input'), ['input'])) checkInput(item, report);
    },
  },
];

function checkInput({ value, path }: Item, report: Report): void {
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

/** Values belong to an enum and to nothing else. */
function checkValues({ value, path }: Item, isEnum: boolean, report: Report): void {
  const at = [...path, 'values'];
  const values = memberOf(value, 'values');
  if (!isEnum) {
    if (values === undefined) return;
    report('SKL009', at, { found: describeFound(values), expected: 'nothing, as the type is no enum,' });
    return;
  }
  const expected = 'a list of texts with at least one';
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

import type { Report } from '../schema/rule.js';
import { isObject, isText, memberOf, objectItems } from '../schema/schema-members.js';
import { findInScope, knowsAll, nameOfScope } from './find-in-scope.js';
import { PLACEHOLDER_TYPES, type Placeholder, parsePlaceholders } from './placeholders.js';
import { listRequired } from './requires.js';
import type { SkillRule, SkillRuleInput, SkillScope } from './rule.js';

const PARAMETER = /^[a-zA-Z][a-zA-Z0-9]*$/;
const CONTENT = ['content'];

/**
 * The placeholders of a skill (chapter 09, Reference Rules and Placeholder Validation Rules). SKL020 and
 * SKL021 say what DEP003 and DEP004 say again; only the former are reported.
 *
 * A name with `/` that leads nowhere is PH002. One without `/` is a warning and stays in the text as it
 * is (chapter 14, Unresolved Placeholders), unless `requires` lists it: then SKL005 or SKL006 speaks.
 */
export const skillContentRules: readonly SkillRule[] = [
  {
    codes: ['PH001', 'PH002', 'PH003', 'SKL008', 'SKL020', 'SKL021', 'SKL022', 'SKL023', 'GATE-018'],
    check(input, report) {
      for (const placeholder of input.placeholders) checkPlaceholder(placeholder, input, report);
    },
  },
  {
    codes: ['PH004'],
    check({ skill }, report) {
      for (const [key, value] of Object.entries(skill)) {
        // The parameters of a call made beforehand are filled in too (Schemas-Spec 18).
        if (key !== 'content' && key !== 'prefill') checkOutside(value, [key], report);
      }
    },
  },
  {
    codes: ['GATE-018'],
    check({ skill, scope }, report) {
      for (const { value, path } of objectItems(memberOf(skill, 'prefill'), ['prefill'])) {
        const tool = memberOf(value, 'tool');
        if (!isText(tool) || findInScope(tool, 'tool', scope).length > 0 || !knowsAll(scope)) continue;
        report('GATE-018', [...path, 'tool'], { placeholder: tool, namespace: nameOfScope(scope) });
      }
    },
  },
];

function checkPlaceholder(placeholder: Placeholder, input: SkillRuleInput, report: Report): void {
  const { text, type, name } = placeholder;
  if (name.trim() === '') report('PH001', CONTENT, { placeholder: text });
  else if (type === 'input') checkInput(placeholder, input, report);
  else if (type === 'tool' || type === 'resource') checkMember(placeholder, type, input, report);
  else if (type === 'skill') checkSkill(placeholder, input, report);
  else if (type === 'prefill') checkPrefill(placeholder, input, report);
  else if (!input.scope.lists.includes(type) && knowsAll(input.scope))
    reportUnresolved(placeholder, input, report);
}

function checkInput({ text, name }: Placeholder, { skill }: SkillRuleInput, report: Report): void {
  if (!PARAMETER.test(name)) {
    report('PH003', CONTENT, { placeholder: text });
    return;
  }
  const inputs = objectItems(memberOf(skill, 'input'), []);
  if (inputs.every(({ value }) => memberOf(value, 'key') !== name)) {
    report('SKL008', CONTENT, { placeholder: text, key: name });
  }
}

function checkMember(
  placeholder: Placeholder,
  type: 'tool' | 'resource',
  input: SkillRuleInput,
  report: Report,
): void {
  const { text, name } = placeholder;
  const members = findInScope(name, type, input.scope);
  const required = memberOf(memberOf(input.skill, 'requires'), `${type}s`);
  if (members.length === 0) {
    if (!knowsAll(input.scope)) return;
    if (name.includes('/'))
      report('PH002', CONTENT, { placeholder: text, namespace: nameOfScope(input.scope) });
    else if (!Array.isArray(required) || !required.includes(name)) {
      reportUnresolved(placeholder, input, report);
    }
    return;
  }
  const listed = listRequired(input, type);
  if (members.some((member) => listed.has(member))) return;
  report(type === 'tool' ? 'SKL020' : 'SKL021', CONTENT, { placeholder: text });
}

/** `{{skill:name}}`, or the full form `{{skill:<namespace>/skill/name}}`. */
function checkSkill({ text, name }: Placeholder, { scope }: SkillRuleInput, report: Report): void {
  if (leadsToProvider(name, scope)) return;
  const prefix = `${scope.namespace}/skill/`;
  const target = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const references = Object.hasOwn(scope.skills, target) ? scope.skills[target] : undefined;
  const namespace = scope.kind === 'namespace' ? scope.namespace : 'this selection';
  if (references && references.length > 0) {
    report('SKL023', CONTENT, { placeholder: text, name: target, found: references.join(', ') });
  } else if (!references) {
    report(target.includes('/') ? 'PH002' : 'SKL022', CONTENT, { placeholder: text, namespace });
  }
}

/** `{{skill:<namespace>/skill/name}}` of a member's namespace, which only a selection has. */
function leadsToProvider(name: string, scope: SkillScope): boolean {
  if (scope.kind === 'namespace') return false;
  const [, namespace = '', skill = ''] = /^([^/]+)\/skill\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(scope.providers, namespace) ? scope.providers[namespace] : undefined;
  return provider
    ? provider.skills.includes(skill)
    : namespace !== '' && namespace !== scope.namespace && !scope.isComplete;
}

/** The answer of a call that the skill declares. */
function checkPrefill(placeholder: Placeholder, input: SkillRuleInput, report: Report): void {
  const members = findInScope(placeholder.name, 'tool', input.scope);
  if (members.length === 0) {
    if (!knowsAll(input.scope)) return;
    const namespace = nameOfScope(input.scope);
    report('PH002', CONTENT, { placeholder: placeholder.text, namespace });
    return;
  }
  const called = objectItems(memberOf(input.skill, 'prefill'), []).flatMap(({ value }) => {
    const tool = memberOf(value, 'tool');
    return isText(tool) ? findInScope(tool, 'tool', input.scope) : [];
  });
  if (!members.some((member) => called.includes(member))) reportUnresolved(placeholder, input, report);
}

function reportUnresolved({ text }: Placeholder, { scope }: SkillRuleInput, report: Report): void {
  report('GATE-018', CONTENT, { placeholder: text, namespace: nameOfScope(scope) });
}

function checkOutside(value: unknown, path: readonly (string | number)[], report: Report): void {
  if (typeof value === 'string') {
    const found = parsePlaceholders(value).find(({ type }) => PLACEHOLDER_TYPES.has(type));
    if (found) report('PH004', path, { placeholder: found.text });
    return;
  }
  if (!Array.isArray(value) && !isObject(value)) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, member] of members) checkOutside(member, [...path, step], report);
}

import type { Report } from '../rule.js';
import { isObject, isText, memberOf, objectItems } from '../schema/schema-members.js';
import { PLACEHOLDER_TYPES, type Placeholder, parsePlaceholders } from './placeholders.js';
import { listRequired } from './requires.js';
import { defineSkillRule, type SkillRuleInput } from './rule.js';
import { findInScope, knowsAll, nameOfScope, type SkillScope } from './scope.js';

const PARAMETER = /^[a-zA-Z][a-zA-Z0-9]*$/;
const CONTENT = ['content'];

/**
 * Placeholders of a skill (chapter 09, Reference Rules and Placeholder Validation Rules). DEP003 and DEP004 repeat
 * SKL020 and SKL021, so only the latter are reported.
 *
 * An unknown name with `/` raises PH002. An unknown name without `/` raises a warning and stays in the text unchanged
 * (chapter 14, Unresolved Placeholders), unless `requires` lists it: then SKL005 or SKL006 is reported.
 */
export const rule = defineSkillRule({
  codes: {
    PH001: {
      severity: 'error',
      text: 'the placeholder {placeholder} is empty',
      hint: 'Name what belongs there, or remove the placeholder.',
      fails: [{ say: '{{tool:}}' }, { say: '{{ }} {{ }}' }],
    },
    PH002: {
      severity: 'error',
      text: '{placeholder} leads to nothing in {namespace}',
      hint: 'Correct the path: a skill of a namespace can refer only to its own namespace, a skill of a selection only to the members of the selection.',
      fails: [
        { say: '{{tool:tides/getTides}}' },
        { say: '{{resource:tides/about}}' },
        { say: '{{skill:tides/skill/short-report}}' },
        { say: '{{prefill:tides/tool/getTides}}' },
      ],
    },
    PH003: {
      severity: 'error',
      text: '{placeholder} does not name an input; a letter followed by letters and digits was expected',
      hint: 'Write the key of the input exactly as it is declared, without spaces.',
      fails: [{ say: '{{input:my-station}}' }, { say: '{{input: station}}' }],
    },
    PH004: {
      severity: 'error',
      text: 'the placeholder {placeholder} is outside the content, where nothing replaces it',
      hint: 'Move it into the content, or write it in words.',
      fails: [
        { set: { description: 'Uses {{tool:getReport}}.' } },
        { set: { 'input.0.description': 'Like {{input:unit}}.' } },
      ],
    },
    SKL008: {
      severity: 'error',
      text: '{placeholder} refers to an input that is not declared',
      hint: 'Add an input with the key "{key}", or correct the placeholder.',
      fails: [{ say: '{{input:day}}' }],
    },
    SKL020: {
      severity: 'warning',
      text: '{placeholder} uses a tool that requires.tools does not list',
      hint: 'Add it to requires.tools, so that the list shows what the skill needs.',
      fails: [{ set: { 'requires.tools': ['getReport', 'sendReport', 'listStations'] } }],
    },
    SKL021: {
      severity: 'warning',
      text: '{placeholder} uses a resource that requires.resources does not list',
      hint: 'Add it to requires.resources, so that the list shows what the skill needs.',
      fails: [{ say: '{{resource:history}}' }],
    },
    SKL022: {
      severity: 'error',
      text: '{placeholder} leads to no skill of {namespace}',
      hint: 'Name a skill in the same skills folder, or one that belongs to the same selection.',
      fails: [{ say: '{{skill:yearly-report}}' }, { say: '{{skill:constructor}}' }],
    },
    SKL023: {
      severity: 'error',
      text: '{placeholder} leads to a skill that leads on itself: "{name}" refers to {found}',
      hint: 'References may go only one level deep: move what is needed into one of the two skills.',
      fails: [{ say: '{{skill:weather/skill/long-report}}' }, { say: '{{skill:daily-report}}' }],
    },
    'GATE-018': {
      severity: 'warning',
      text: '{placeholder} does not name anything declared by {namespace} or this skill, and remains in the text unchanged',
      hint: 'Correct the name, declare what it refers to, or write it without braces.',
      fails: [
        { say: '{{tool:getTides}}' },
        { say: '{{places:name}}' },
        { say: '{{prompt:weather/about}}' },
        { say: '{{prefill:weather/getReport}}' },
        { set: { 'prefill.1': { tool: 'tides/tool/getTides' } } },
      ],
    },
  },
  check(input, report) {
    const { skill, scope } = input;
    for (const placeholder of input.placeholders) checkPlaceholder(placeholder, input, report);
    for (const [key, value] of Object.entries(skill)) {
      // Placeholders in the parameters of a call made in advance are filled in too (Schemas-Spec 18).
      if (key !== 'content' && key !== 'prefill') checkOutside(value, [key], report);
    }
    for (const { value, path } of objectItems(memberOf(skill, 'prefill'), ['prefill'])) {
      const tool = memberOf(value, 'tool');
      if (!isText(tool) || findInScope(tool, 'tool', scope).length > 0 || !knowsAll(scope)) continue;
      report('GATE-018', [...path, 'tool'], { placeholder: tool, namespace: nameOfScope(scope) });
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkPlaceholder(placeholder: Placeholder, input: SkillRuleInput, report: OwnReport): void {
  const { text, type, name } = placeholder;
  if (name.trim() === '') report('PH001', CONTENT, { placeholder: text });
  else if (type === 'input') checkInput(placeholder, input, report);
  else if (type === 'tool' || type === 'resource') checkMember(placeholder, type, input, report);
  else if (type === 'skill') checkSkill(placeholder, input, report);
  else if (type === 'prefill') checkPrefill(placeholder, input, report);
  else if (!input.scope.lists.includes(type) && knowsAll(input.scope))
    reportUnresolved(placeholder, input, report);
}

function checkInput({ text, name }: Placeholder, { skill }: SkillRuleInput, report: OwnReport): void {
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
  report: OwnReport,
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

/** Checks `{{skill:name}}`, or the full form `{{skill:<namespace>/skill/name}}`. */
function checkSkill({ text, name }: Placeholder, { scope }: SkillRuleInput, report: OwnReport): void {
  if (scope.skills === null || leadsToProvider(name, scope)) return;
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

/**
 * Whether `{{skill:<namespace>/skill/name}}` leads to a skill of a member's namespace; only selections have members.
 */
function leadsToProvider(name: string, scope: SkillScope): boolean {
  if (scope.kind === 'namespace') return false;
  const [, namespace = '', skill = ''] = /^([^/]+)\/skill\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(scope.providers, namespace) ? scope.providers[namespace] : undefined;
  return provider
    ? provider.skills.includes(skill)
    : namespace !== '' && namespace !== scope.namespace && !scope.isComplete;
}

/** Checks a placeholder that stands for the response of a call that the skill declares. */
function checkPrefill(placeholder: Placeholder, input: SkillRuleInput, report: OwnReport): void {
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

function reportUnresolved({ text }: Placeholder, { scope }: SkillRuleInput, report: OwnReport): void {
  report('GATE-018', CONTENT, { placeholder: text, namespace: nameOfScope(scope) });
}

function checkOutside(value: unknown, path: readonly (string | number)[], report: OwnReport): void {
  if (typeof value === 'string') {
    const found = parsePlaceholders(value).find(({ type }) => PLACEHOLDER_TYPES.has(type));
    if (found) report('PH004', path, { placeholder: found.text });
    return;
  }
  if (!Array.isArray(value) && !isObject(value)) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, member] of members) checkOutside(member, [...path, step], report);
}

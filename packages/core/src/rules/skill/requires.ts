import type { Report } from '../rule.js';
import { describeFound, isText, memberOf } from '../schema/schema-members.js';
import { defineSkillRule, type SkillRuleInput } from './rule.js';
import { findInScope, knowsAll, nameOfScope } from './scope.js';

const REQUIREMENTS = [
  { kind: 'tool', member: 'tools', missing: 'SKL005', unused: 'SKL024' },
  { kind: 'resource', member: 'resources', missing: 'SKL006', unused: 'SKL025' },
] as const;
type Requirement = (typeof REQUIREMENTS)[number];

/**
 * Checks that everything a skill requires exists and is used (chapter 09). DEP001 and DEP002 repeat SKL005 and SKL006,
 * so only the latter are reported.
 */
export const rule = defineSkillRule({
  codes: {
    SKL005: {
      severity: 'error',
      text: 'requires.tools lists {found}, which is no tool of {namespace}',
      hint: 'Name a tool of the same namespace, or of a member of the selection, as `tool`, `schema.tool` or `namespace/tool/tool`.',
      fails: [
        { set: { 'requires.tools.4': 'getTides' } },
        { set: { 'requires.tools.4': null } },
        { set: { 'requires.tools.4': 'tides/tool/getReport' } },
        { set: { 'requires.tools.4': 'archive.getReport' } },
        { set: { 'requires.tools.4': 'about' } },
        { say: '{{tool:getTides}}', set: { 'requires.tools.4': 'getTides' } },
      ],
    },
    SKL006: {
      severity: 'error',
      text: 'requires.resources lists {found}, which is no resource of {namespace}',
      hint: 'Name a resource that a schema of the same namespace, or a member of the selection, declares.',
      fails: [{ set: { 'requires.resources.1': 'maps' } }, { set: { 'requires.resources.1': 7 } }],
    },
    SKL024: {
      severity: 'warning',
      text: 'requires.tools lists "{name}", but the content does not use it',
      hint: 'Put a placeholder for the tool into the step that uses it, or remove the tool from the list.',
      fails: [{ replace: ['{{tool:getReport}}', 'getReport'] }],
    },
    SKL025: {
      severity: 'warning',
      text: 'requires.resources lists "{name}", but the content does not use it',
      hint: 'Put a placeholder for the resource into the step that uses it, or remove the resource from the list.',
      fails: [{ set: { 'requires.resources.1': 'history' } }],
    },
    'GATE-017': {
      severity: 'warning',
      text: '"{name}" may refer to any of {members}',
      hint: 'Write `schema.name`, so that it is clear which one the skill needs.',
      fails: [
        {
          scope: {
            tools: {
              archive: ['/days/:day', 'listStations'],
              reports: ['getReport', 'sendReport'],
              more: ['getReport'],
            },
          },
        },
      ],
    },
  },
  check(input, report) {
    for (const requirement of REQUIREMENTS) {
      const required = memberOf(memberOf(input.skill, 'requires'), requirement.member);
      if (!Array.isArray(required)) continue;
      const used = membersInContent(input, requirement);
      for (const [at, entry] of required.entries()) {
        checkEntry({ input, requirement, entry, at, used, report });
      }
    }
  },
});

function checkEntry({
  input,
  requirement,
  entry,
  at,
  used,
  report,
}: {
  readonly input: SkillRuleInput;
  readonly requirement: Requirement;
  readonly entry: unknown;
  readonly at: number;
  readonly used: ReadonlySet<string>;
  readonly report: Report<typeof rule.codes>;
}): void {
  const path = ['requires', requirement.member, at];
  const members = isText(entry) ? resolve(entry, requirement, input) : [];
  if (members.length === 0) {
    if (isText(entry) && !knowsAll(input.scope)) return;
    report(requirement.missing, path, { found: describeFound(entry), namespace: nameOfScope(input.scope) });
    return;
  }
  const name = String(entry);
  if (members.length > 1) report('GATE-017', path, { name, members: members.join(', ') });
  // Content that is not a string is reported as a separate problem.
  if (!isText(memberOf(input.skill, 'content'))) return;
  if (!members.some((member) => used.has(member))) report(requirement.unused, path, { name });
}

/** Members that placeholders in the content refer to; a tool called in advance counts as used too (Schemas-Spec 18). */
function membersInContent(input: SkillRuleInput, requirement: Requirement): ReadonlySet<string> {
  const named = input.placeholders.filter(
    ({ type }) => type === requirement.kind || (type === 'prefill' && requirement.kind === 'tool'),
  );
  return new Set(named.flatMap(({ name }) => resolve(name, requirement, input)));
}

/** Members that `requires` lists, as `<schema>.<name>`. */
export function listRequired(input: SkillRuleInput, kind: Requirement['kind']): ReadonlySet<string> {
  const requirement = REQUIREMENTS[kind === 'tool' ? 0 : 1];
  const required = memberOf(memberOf(input.skill, 'requires'), requirement.member);
  const entries: readonly unknown[] = Array.isArray(required) ? required : [];
  return new Set(entries.flatMap((entry) => (isText(entry) ? resolve(entry, requirement, input) : [])));
}

function resolve(text: string, { kind }: Requirement, { scope }: SkillRuleInput): readonly string[] {
  return findInScope(text, kind, scope);
}

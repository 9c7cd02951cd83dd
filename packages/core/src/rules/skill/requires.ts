import type { Report } from '../schema/rule.js';
import { describeFound, isText, memberOf } from '../schema/schema-members.js';
import { findInScope, knowsAll, nameOfScope } from './find-in-scope.js';
import type { SkillRule, SkillRuleInput } from './rule.js';

const REQUIREMENTS = [
  { kind: 'tool', member: 'tools', missing: 'SKL005', unused: 'SKL024' },
  { kind: 'resource', member: 'resources', missing: 'SKL006', unused: 'SKL025' },
] as const;
type Requirement = (typeof REQUIREMENTS)[number];

/**
 * What a skill says it needs is there, and is used (chapter 09). SKL005 and SKL006 say what DEP001 and
 * DEP002 say again; only the former are reported.
 */
export const skillRequiresRules: readonly SkillRule[] = REQUIREMENTS.map((requirement) => ({
  codes: [requirement.missing, requirement.unused, 'GATE-017'],
  check(input, report) {
    const required = memberOf(memberOf(input.skill, 'requires'), requirement.member);
    if (!Array.isArray(required)) return;
    const used = membersInContent(input, requirement);
    for (const [at, entry] of required.entries()) checkEntry({ input, requirement, entry, at, used, report });
  },
}));

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
  readonly report: Report;
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
  // A text that is no content has a problem of its own.
  if (!isText(memberOf(input.skill, 'content'))) return;
  if (!members.some((member) => used.has(member))) report(requirement.unused, path, { name });
}

/** What the content names; a tool called beforehand is used too (Schemas-Spec 18). */
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

import type { Material } from '../../../../documents/quoted-text.js';
import { parsePlaceholders } from '../../../../rules/skill/placeholders.js';
import { type MembersBySchema, resolveReference } from '../../../../rules/skill/scope.js';
import type { SkillLevel, SkillSource } from '../../../../spec/skill.js';
import { capText } from '../cap.js';
import { findingsMaterial, type ShownFinding } from './findings.js';
import { toolLine, toolsOf } from './namespace-tools.js';
import { json, pretty, section, wholeText } from './render.js';
import { membersMaterial, namespacesOf, type SelectionMember } from './selection-members.js';
import { type ListedSkill, skillListMaterial } from './selection-skill-list.js';

export interface SelectionSkillMaterialInput {
  readonly selectionId: string;
  readonly skill: SkillSource;
  /** The level whose area grades the skill. */
  readonly level: SkillLevel;
  /** All skills of the selection; the list of the other skills leaves out the graded one. */
  readonly skills: readonly ListedSkill[];
  /** Skills that lead to this one: the L1 skills that name an L2, the L2 skills that name an L3; empty for an L1. */
  readonly predecessors: readonly SkillSource[];
  /** Text of the selection's About. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly findings: readonly ShownFinding[];
}

/** How many characters of the skill, of each predecessor, and of the About it should agree with, a prompt shows. */
const CONTENT_SHOWN = 30_000;
const PREDECESSOR_SHOWN = 12_000;
const ABOUT_SHOWN = 12_000;

const LEVEL_BEFORE = { L1: null, L2: 'L1', L3: 'L2' } as const;

/** selection-skills-L1, -L2, -L3: the skill, the skills that lead to it, and the material to check it against. */
export function buildSelectionSkillMaterial(input: SelectionSkillMaterialInput): Material[] {
  const { selectionId, skill, level, skills, predecessors, about, members, findings } = input;
  const { content, ...frame } = skill;
  const before = LEVEL_BEFORE[level];
  const others = skills.filter(({ name }) => name !== skill.name);
  return [
    { title: `The skill ${skill.name}, level ${level}`, text: pretty({ ...frame, level }) },
    wholeText({ title: 'Its content, in Markdown', text: content }, CONTENT_SHOWN),
    skillListMaterial('The other skills of the selection, one per line', others),
    ...(before === null ? [] : [predecessorsMaterial(before, predecessors)]),
    membersMaterial(members),
    {
      title: 'How the tools it names are called, a member or a tool per line',
      text: section(namedTools(skill, members)),
    },
    wholeText({ title: `The About of the selection ${selectionId}`, text: about }, ABOUT_SHOWN),
    findingsMaterial(findings),
  ];
}

function predecessorsMaterial(level: SkillLevel, predecessors: readonly SkillSource[]): Material {
  const lines = predecessors.flatMap(({ content, ...frame }) => [
    json(frame),
    ...capText(content, PREDECESSOR_SHOWN).split('\n'),
  ]);
  return {
    title: `Skills of level ${level} that lead to it (${predecessors.length}): each as data on a line, then its content`,
    text: lines.length === 0 ? '(none)' : section(lines),
  };
}

/** The members' tools that the skill requires, prefills or calls, in any form a reference may have. */
function namedTools(
  { requires, prefill, content }: SkillSource,
  members: readonly SelectionMember[],
): string[] {
  const called = parsePlaceholders(content).flatMap(({ type, name }) =>
    type === 'tool' ? [name.trim()] : [],
  );
  const texts = [...(requires?.tools ?? []), ...(prefill ?? []).map(({ tool }) => tool), ...called];
  const named = namedMembers(texts, members);
  const lines = members.flatMap(({ schemaId, main }) => {
    const tools = Object.entries(main ? toolsOf(main) : {}).filter(([tool]) =>
      named.has(`${schemaId}.${tool}`),
    );
    if (tools.length === 0) return [];
    return [json({ member: schemaId }), ...tools.map(([tool, definition]) => toolLine(tool, definition))];
  });
  return lines.length > 0 ? lines : ['(it names none of them)'];
}

/** `<namespace>.<schema>.<tool>` of every tool that the texts may refer to; a bare name matches in every namespace. */
function namedMembers(texts: readonly string[], members: readonly SelectionMember[]): ReadonlySet<string> {
  const found = namespacesOf(members.map(({ schemaId }) => schemaId)).flatMap((namespace) => {
    const tools = toolsBySchema(namespace, members);
    return texts.flatMap((text) =>
      resolveReference({ text, kind: 'tool', namespace, members: tools }).map((one) => `${namespace}.${one}`),
    );
  });
  return new Set(found);
}

function toolsBySchema(namespace: string, members: readonly SelectionMember[]): MembersBySchema {
  return Object.fromEntries(
    members.flatMap(({ schemaId, main }) =>
      main && schemaId.startsWith(`${namespace}.`)
        ? [[schemaId.slice(namespace.length + 1), Object.keys(toolsOf(main))] as const]
        : [],
    ),
  );
}

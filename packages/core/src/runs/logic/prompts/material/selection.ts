import type { Material } from '../../../../documents/quoted-text.js';
import { maxSelectionGrade } from '../../../../grade/precondition.js';
import { sayReason } from '../../../../grade/roll-up.js';
import { splitId } from '../../../../island/logic/names.js';
import { personaById } from '../../../../questions/lookup.js';
import { parsePlaceholders } from '../../../../rules/skill/placeholders.js';
import { type MembersBySchema, resolveReference } from '../../../../rules/skill/scope.js';
import type { GradingRules } from '../../../../spec/books/book.js';
import type { IndexMember, SelectionIndex } from '../../../../spec/index-file.js';
import type { SchemaMain } from '../../../../spec/schema-main.js';
import type { SelectionDefinition } from '../../../../spec/selection.js';
import type { SkillLevel, SkillSource } from '../../../../spec/skill.js';
import { levelBelow } from '../../../../target/logic/selection/skills.js';
import { byCodeUnit } from '../../../../values/code-unit-order.js';
import { capText } from '../cap.js';
import { toolLine, toolsOf } from './namespace.js';
import {
  count,
  findingsMaterial,
  json,
  LIMITS,
  pretty,
  type ShownFinding,
  section,
  wholeText,
} from './render.js';

/** A member of a selection, with the schema it resolves to. */
export interface SelectionMember {
  /** `<namespace>.<schema>`, as the definition names it. */
  readonly schemaId: string;
  /** null if the island has no such schema. */
  readonly main: SchemaMain | null;
}

interface Rendering {
  readonly lines: readonly string[];
  /** What was left out, as a note for the title. */
  readonly left: string;
}

/** Maximum lengths of descriptions, tried in turn until all members fit; 0 leaves only the names. */
const DESCRIPTION_LIMITS = [600, 300, 100, 0];
const ALL_LEFT_OUT = '; descriptions are left out, there is too much of them';

/** The namespaces of the members, each once, in order of first occurrence. */
function namespacesOf(schemaIds: readonly string[]): string[] {
  return [...new Set(schemaIds.map((id) => splitId(id)[0]))];
}

/** One line per member: its description, and the names of its tools. */
function membersMaterial(members: readonly SelectionMember[]): Material {
  const renderings = DESCRIPTION_LIMITS.map((max) => ({
    lines: members.map(({ schemaId, main }) => memberLine(schemaId, main, max)),
    left: max === 0 ? ALL_LEFT_OUT : '',
  }));
  return material(members, 'a member per line', renderings);
}

/** One line per member and one per tool; a tool's line shows how to call it if everything fits. */
function memberToolsMaterial(members: readonly SelectionMember[]): Material {
  const called = toolLines(members, 600, toolLine);
  const described = DESCRIPTION_LIMITS.slice(1).map((max) => ({
    lines: toolLines(members, max, (tool, { description }) => json({ tool, ...shortened(description, max) })),
    left: max === 0 ? ALL_LEFT_OUT : '; how the tools are called is left out, there are too many',
  }));
  return material(members, 'a member or a tool per line', [{ lines: called, left: '' }, ...described]);
}

function material(
  members: readonly SelectionMember[],
  perLine: string,
  renderings: readonly Rendering[],
): Material {
  const fits = ({ lines }: Rendering) => lines.join('\n').length <= LIMITS.section;
  const { lines, left } = renderings.find(fits) ?? renderings.at(-1) ?? { lines: [], left: '' };
  const namespaces = namespacesOf(members.map(({ schemaId }) => schemaId));
  const of = `${count(members.length, 'member')} of ${count(namespaces.length, 'namespace')}`;
  return { title: `${of}, ${perLine}${left}`, text: lines.length === 0 ? '(none)' : section(lines) };
}

function memberLine(member: string, main: SchemaMain | null, max: number): string {
  if (main === null) return json({ member, state: 'not imported' });
  return json({ member, ...shortened(main.description, max), tools: Object.keys(toolsOf(main)) });
}

function toolLines(members: readonly SelectionMember[], max: number, line: typeof toolLine): string[] {
  return members.flatMap(({ schemaId: member, main }) =>
    main === null
      ? [json({ member, state: 'not imported' })]
      : [
          json({ member, ...shortened(main.description, max) }),
          ...Object.entries(toolsOf(main)).map(([tool, definition]) => line(tool, definition)),
        ],
  );
}

function shortened(description: string, max: number): { description?: string } {
  return max === 0 ? {} : { description: capText(description, max) };
}

/** A skill of a selection as a list shows it. */
export interface ListedSkill {
  readonly name: string;
  /** null if the skill has no level, so that no area grades it. */
  readonly level: SkillLevel | null;
  readonly description: string;
}

/** Lists L1 first and skills without a level last, and sorts each level by name. */
function skillListMaterial(title: string, skills: readonly ListedSkill[]): Material {
  const rank = ({ level, name }: ListedSkill) => `${level ?? 'none'} ${name}`;
  const sorted = [...skills].sort((a, b) => byCodeUnit(rank(a), rank(b)));
  const lines = sorted.map(({ name, level, description }) =>
    json({ skill: name, level: level ?? 'none', description }),
  );
  return { title, text: lines.length === 0 ? '(none)' : section(lines) };
}

/** The part of a definition that describes the selection itself. */
export type SelectionIdentity = Pick<
  SelectionDefinition,
  'selectionId' | 'name' | 'description' | 'whenToUse' | 'personaIds'
>;

/** Maximum number of characters that a prompt about an About shows of its text. */
const ABOUT_SHOWN = 30_000;

/** Material for the area about-selection: the text, and what to check it against. */
export function buildAboutSelectionMaterial(input: {
  readonly definition: SelectionIdentity;
  /** Text of the About. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly skills: readonly ListedSkill[];
  readonly findings: readonly ShownFinding[];
}): Material[] {
  const { definition, about, members, skills, findings } = input;
  return [
    selectionAboutMaterial(definition.selectionId, about),
    definitionMaterial(definition),
    membersMaterial(members),
    skillListMaterial('The skills of the selection, one per line', skills),
    findingsMaterial(findings),
  ];
}

function selectionAboutMaterial(selectionId: string, text: string): Material {
  return wholeText({ title: `The About of the selection ${selectionId}`, text }, ABOUT_SHOWN);
}

function definitionMaterial(definition: SelectionIdentity): Material {
  const { selectionId, name, description, whenToUse, personaIds } = definition;
  return {
    title: 'Its definition',
    text: pretty({ selectionId, name, description, whenToUse, personaIds }),
  };
}

interface SelectionSkillMaterialInput {
  readonly selectionId: string;
  readonly skill: SkillSource;
  /** The level whose area grades the skill. */
  readonly level: SkillLevel;
  /** All skills of the selection; the list of the other skills leaves out the graded one. */
  readonly skills: readonly ListedSkill[];
  /** Skills that lead to the graded one: L1 skills that name an L2, L2 skills that name an L3; none for an L1. */
  readonly predecessors: readonly SkillSource[];
  /** Text of the selection's About. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly findings: readonly ShownFinding[];
}

/** Maximum number of characters that a prompt shows of the skill's content, and of each predecessor's. */
const CONTENT_SHOWN = 30_000;
const PREDECESSOR_SHOWN = 12_000;
/** Maximum number of characters of the About that a prompt about a skill shows. */
const ABOUT_BESIDE = 12_000;

/**
 * Material for the areas selection-skills-L1, -L2 and -L3: the skill, the skills that lead to it, and what to check it
 * against.
 */
export function buildSelectionSkillMaterial(input: SelectionSkillMaterialInput): Material[] {
  const { selectionId, skill, level, skills, predecessors, about, members, findings } = input;
  const { content, ...frame } = skill;
  const before = levelBelow(level);
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
    wholeText({ title: `The About of the selection ${selectionId}`, text: about }, ABOUT_BESIDE),
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

interface SelectionAggregateMaterialInput {
  readonly definition: SelectionIdentity;
  /** Resolution of the members: the manifest, its verdict, and the number of namespaces. */
  readonly index: Pick<SelectionIndex, 'members' | 'summary'>;
  /** Text of the selection's About. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly skills: readonly ListedSkill[];
  readonly findings: readonly ShownFinding[];
  readonly grading: GradingRules;
}

/** Material for the area selection-aggregate: what spec 24 requires, then everything to check the members against. */
export function buildSelectionAggregateMaterial(input: SelectionAggregateMaterialInput): Material[] {
  const { definition, index, about, members, skills, findings, grading } = input;
  return [
    definitionMaterial(definition),
    thresholdsMaterial(index, grading),
    manifestMaterial(index),
    selectionAboutMaterial(definition.selectionId, about),
    personasMaterial(definition.personaIds),
    memberToolsMaterial(members),
    skillListMaterial('The skills of the selection, one per line', skills),
    findingsMaterial(findings),
  ];
}

function thresholdsMaterial(
  { members, summary }: SelectionAggregateMaterialInput['index'],
  grading: GradingRules,
): Material {
  const { soft, hard } = grading.selectionNamespaces;
  return {
    title: 'How many namespaces it draws on, and what that means',
    text: pretty({
      namespaces: summary.namespaces,
      names: namespacesOf(Object.keys(members)),
      neededForAGroup: soft,
      neededForGradeA: hard,
      highestGrade: summary.namespaces < soft ? 'none' : maxSelectionGrade(summary.namespaces, grading),
    }),
  };
}

function manifestMaterial({ members, summary }: SelectionAggregateMaterialInput['index']): Material {
  const lines = Object.entries(members).map(([member, resolved]) => json(manifestLine(member, resolved)));
  return {
    title: `How its members resolve, one per line: ${summary.verdict}`,
    text: lines.length === 0 ? '(none)' : section(lines),
  };
}

function manifestLine(member: string, resolved: IndexMember): unknown {
  const { status, grade, resolvedArtifact } = resolved;
  const reason = sayReason(resolved);
  return { member, status, grade: grade ?? null, snapshot: resolvedArtifact, ...(reason && { reason }) };
}

/** Marks a lens that only the About defines, because only the About explains it. */
function personasMaterial(personaIds: readonly string[]): Material {
  const lines = personaIds.map((persona) => {
    const card = personaById(persona);
    const { kind, title, text } = card ?? {
      kind: 'lens',
      title: 'defined by the About',
      text: 'see its section Personas Reference and Lens',
    };
    return json({ persona, kind, title, text });
  });
  return { title: 'The personas it declares, one per line', text: section(lines) };
}

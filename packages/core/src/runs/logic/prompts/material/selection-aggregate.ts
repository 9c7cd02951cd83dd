import type { Material } from '../../../../documents/quoted-text.js';
import { maxSelectionGrade } from '../../../../grade/precondition.js';
import { personaById } from '../../../../questions/lookup.js';
import { gradingSystem } from '../../../../spec/grading-system-1.0.0.js';
import type { IndexMember, SelectionIndex } from '../../../../spec/index-file.js';
import { definitionMaterial, type SelectionIdentity, selectionAboutMaterial } from './about-selection.js';
import { findingsMaterial, type ShownFinding } from './findings.js';
import { json, pretty, section } from './render.js';
import { memberToolsMaterial, namespacesOf, type SelectionMember } from './selection-members.js';
import { type ListedSkill, skillListMaterial } from './selection-skill-list.js';

export interface SelectionAggregateMaterialInput {
  readonly definition: SelectionIdentity;
  /** Resolution of the members: the manifest, its verdict, and the number of namespaces. */
  readonly index: Pick<SelectionIndex, 'members' | 'summary'>;
  /** Text of the selection's About. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly skills: readonly ListedSkill[];
  readonly findings: readonly ShownFinding[];
}

/** selection-aggregate: the material that spec 24 requires, then everything to check the members against. */
export function buildSelectionAggregateMaterial(input: SelectionAggregateMaterialInput): Material[] {
  const { definition, index, about, members, skills, findings } = input;
  return [
    definitionMaterial(definition),
    thresholdsMaterial(index),
    manifestMaterial(index),
    selectionAboutMaterial(definition.selectionId, about),
    personasMaterial(definition.personaIds),
    memberToolsMaterial(members),
    skillListMaterial('The skills of the selection, one per line', skills),
    findingsMaterial(findings),
  ];
}

function thresholdsMaterial({ members, summary }: SelectionAggregateMaterialInput['index']): Material {
  const { soft, hard } = gradingSystem.selectionNamespaces;
  return {
    title: 'How many namespaces it draws on, and what that means',
    text: pretty({
      namespaces: summary.namespaces,
      names: namespacesOf(Object.keys(members)),
      neededForAGroup: soft,
      neededForGradeA: hard,
      highestGrade: summary.namespaces < soft ? 'none' : maxSelectionGrade(summary.namespaces),
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

function manifestLine(member: string, { status, grade, resolvedArtifact, reason }: IndexMember): unknown {
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

import type { Material } from '../../../../documents/quoted-text.js';
import type { SelectionDefinition } from '../../../../spec/selection.js';
import { findingsMaterial, type ShownFinding } from './findings.js';
import { pretty, wholeText } from './render.js';
import { membersMaterial, type SelectionMember } from './selection-members.js';
import { type ListedSkill, skillListMaterial } from './selection-skill-list.js';

/** The part of a definition that describes the selection itself. */
export type SelectionIdentity = Pick<
  SelectionDefinition,
  'selectionId' | 'name' | 'description' | 'whenToUse' | 'personaIds'
>;

/** How many characters of an About a prompt about it shows. */
const ABOUT_SHOWN = 30_000;

/** about-selection: the text, and the material to check it against. */
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

export function selectionAboutMaterial(selectionId: string, text: string): Material {
  return wholeText({ title: `The About of the selection ${selectionId}`, text }, ABOUT_SHOWN);
}

export function definitionMaterial(definition: SelectionIdentity): Material {
  const { selectionId, name, description, whenToUse, personaIds } = definition;
  return {
    title: 'Its definition',
    text: pretty({ selectionId, name, description, whenToUse, personaIds }),
  };
}

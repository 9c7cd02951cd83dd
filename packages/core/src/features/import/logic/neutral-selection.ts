import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { SelectionSkill } from '../../../rules/selection-finding.js';
import { hashSelection } from '../../../spec/hash.js';
import type { SelectionOptions } from '../../../spec/program-input.js';
import { SKILL_LEVELS } from '../../../spec/skill.js';
import { BASE_PERSONAS, type Persona } from '../../../spec/vocabulary.js';

/** A selection as a program describes it: without a file of an island, an About, or the text of a skill. */
export interface NeutralSelection {
  readonly schemaIds: readonly string[];
  readonly skills: readonly Pick<SelectionSkill, 'name' | 'level' | 'persona'>[];
  /** The persona that the first of `personaIds` stands for; null if none is named. */
  readonly persona: { readonly persona: Persona } | { readonly problem: Problem } | null;
  /** The program's name for the document with its domain knowledge. */
  readonly domainDocId: string | null;
  readonly hash: string;
}

/**
 * Builds a definition from the arguments of `gradeSelection`; `selectionJson` supplies what no other option does (seed
 * 002).
 */
export function assembleSelection(
  selectionId: string,
  schemaIds: readonly string[],
  options: Omit<SelectionOptions, 'gradingDataRoot'>,
): NeutralSelection {
  const { selectionJson = {}, personaIndex = {} } = options;
  const skills = options.skills ?? selectionJson.skills ?? [];
  const personaIds = options.personaIds ?? selectionJson.personaIds ?? [];
  const domainDocId = options.domainDocId ?? selectionJson.domainDocId ?? null;
  const [personaId] = personaIds;
  return {
    schemaIds,
    skills: skills.map(readSkill),
    persona: personaId === undefined ? null : personaIn(personaIndex, personaId),
    domainDocId,
    hash: hashSelection({
      selectionId,
      members: schemaIds.map((schemaId) => ({ schemaId })),
      skills: skills.map((skill) => (typeof skill === 'string' ? skill : skill.name)),
      personaIds,
      domainDocId,
    }),
  };
}

/**
 * Resolves an id of `personaIds` with a program's own index, or as a base persona.
 *
 * @returns PER-001 for an id that is neither
 */
export function personaIn(
  index: NonNullable<SelectionOptions['personaIndex']>,
  personaId: string,
): { readonly persona: Persona } | { readonly problem: Problem } {
  const named = Object.hasOwn(index, personaId) ? index[personaId] : undefined;
  const base = BASE_PERSONAS.find((id) => id === personaId);
  if (base) return { persona: { basePersonaId: base, lensId: 'general' } };
  if (named !== undefined) {
    return {
      persona: { basePersonaId: typeof named === 'string' ? named : named.basePersonaId, lensId: personaId },
    };
  }
  const reason = 'options.personaIndex does not name its base';
  return {
    problem: problem('PER-001', undefined, { persona: personaId, reason, bases: BASE_PERSONAS.join(', ') }),
  };
}

function readSkill(skill: NonNullable<SelectionOptions['skills']>[number]) {
  if (typeof skill === 'string') return { name: skill, level: null, persona: null };
  const { name, level, persona } = skill;
  const focus = typeof persona === 'string' && persona !== '' ? persona : null;
  return { name, level: SKILL_LEVELS.find((known) => known === level) ?? null, persona: focus };
}

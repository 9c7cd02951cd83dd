import type { Island } from '../island/island.js';
import { splitId } from '../island/logic/names.js';
import { holdsKeyForm } from '../keys/logic/key-form-text.js';
import { errorOf, fatal, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { resolvePersona } from '../rules/about/personas-section.js';
import { parseSelectionSections } from '../rules/about/selection-sections.js';
import type { Finding } from '../rules/finding.js';
import type { SelectionSkill } from '../rules/selection-finding.js';
import type { SelectionIndex } from '../spec/index-file.js';
import type { SchemaMain } from '../spec/schema-main.js';
import type { AboutSection } from '../spec/selection.js';
import type { Persona } from '../spec/vocabulary.js';
import { mainOf, readSnapshot } from '../target/load-namespace.js';
import type { LoadedSelection, LoadedSelectionAbout } from '../target/load-selection.js';
import { asSelectionSkills, type DerivedSelection } from '../target/rebuild/derive-selection.js';
import { findingsOfSelection } from '../target/selection-findings.js';
import type { SelectionMember } from './logic/prompts/material/selection.js';
import { findSecretPlaces } from './logic/prompts/secret-places.js';

/** A member of the selection with the schema it resolves to. */
export interface LoadedMember extends SelectionMember {
  readonly main: SchemaMain;
  /** Relative to the island. */
  readonly file: string;
}

/** The material that the prompts of a selection are built from. */
export interface SelectionBasis {
  readonly island: Island;
  readonly index: SelectionIndex;
  readonly content: LoadedSelection;
  readonly about: LoadedSelectionAbout;
  /** Sections of domain knowledge that the About lacks. */
  readonly missing: readonly AboutSection[];
  readonly skills: readonly SelectionSkill[];
  readonly members: readonly LoadedMember[];
  readonly findings: readonly Finding[];
  readonly now: Date;
}

/**
 * Reads the material for the prompts of a selection. Its members are stable, so each has a snapshot.
 *
 * @throws GradingError IDX-013 if the snapshot of a member cannot be read
 */
export function readSelectionBasis(
  island: Island,
  { index, content }: DerivedSelection,
  about: LoadedSelectionAbout,
  now: Date,
): SelectionBasis {
  const skills = asSelectionSkills(content.skills);
  return {
    island,
    index,
    content,
    about,
    missing: parseSelectionSections(about.text).missing,
    skills,
    members: loadMembers(island, index),
    findings: findingsOfSelection(island, content, now),
    now,
  };
}

/**
 * Reads the schemas of a selection's members, as its index resolves them.
 *
 * @throws GradingError IDX-013 if a snapshot cannot be read
 */
export function loadMembers(island: Island, { members }: Pick<SelectionIndex, 'members'>): LoadedMember[] {
  return Object.entries(members).map(([schemaId, { resolvedArtifact: file, boundTo }]) => {
    const text = file && island.readText(file);
    const main = text && boundTo !== undefined ? mainOf(readSnapshot(island, file, text), boundTo) : null;
    if (file && main) return { schemaId, main, file };
    const [namespace, schema] = splitId(schemaId);
    throw fatal('IDX-013', { file: file ?? `providers/${namespace}` }, { schema, namespace });
  });
}

/** Finds strings that look like keys. None may get into a prompt, so they stop the run before it writes anything. */
export function findSelectionSecrets({ definition, file, about, skills }: LoadedSelection): Problem[] {
  const reading = { value: definition, exportName: 'selection', locate: () => undefined };
  return [
    ...findSecretPlaces(reading, file),
    ...(about && holdsKeyForm(about.text)
      ? [problem('PB-101', { file: about.file }, { what: 'the About' })]
      : []),
    ...skills.flatMap((skill) => findSecretPlaces(skill.reading, skill.file)),
  ];
}

/**
 * The persona that grades: `reader` or, without one, the first persona that the selection declares.
 *
 * @param reader null if no persona was named and none has read anything yet
 * @throws GradingError PER-001 if the declared persona cannot be traced to a base persona
 */
export function personaOfRun(reader: Persona | null, { definition, about, file }: LoadedSelection): Persona {
  if (reader) return reader;
  const resolved = resolvePersona({
    personaId: definition.personaIds[0] ?? '',
    about: about?.text ?? null,
    where: { file },
  });
  if ('persona' in resolved) return resolved.persona;
  throw errorOf(resolved.problem);
}

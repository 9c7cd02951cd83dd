import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { personaById, personasOfKind } from '../../questions/lookup.js';
import { BASE_PERSONAS, type Persona } from '../../spec/vocabulary.js';
import { namesVerbatim } from '../../target/logic/selection/skill-references.js';
import { type PersonaLenses, parsePersonaLenses } from './persona-lenses.js';
import { parseSelectionSections, type SelectionSections } from './selection-sections.js';

/** Lenses that are available for every target. */
const LENSES = personasOfKind('lens').map(({ id }) => id);

/**
 * Resolves an id of a selection's `personaIds` (grading-rules §4). A base persona gets the lens `general`, even if the
 * About defines lenses over it: to use one of those lenses, name it. Any other id has to be a lens that the About
 * defines.
 *
 * @param personaId as written in the selection
 * @param about text of the selection's About; null if it has none
 * @param where the place at which to report a problem, usually the definition
 * @returns the persona, or PER-001 with the id and what to write instead
 * @see parsePersonaLenses for how an About may define a lens
 */
export function resolvePersona({
  personaId,
  about,
  where,
}: {
  readonly personaId: string;
  readonly about: string | null;
  readonly where?: Where;
}): { readonly persona: Persona } | { readonly problem: Problem } {
  const own = BASE_PERSONAS.find((base) => base === personaId);
  if (own) return { persona: { basePersonaId: own, lensId: 'general' } };
  const sections = about === null ? null : parseSelectionSections(about);
  const defined = sections && parsePersonaLenses(sections);
  const base = defined?.lenses.get(personaId);
  if (base) return { persona: { basePersonaId: base, lensId: personaId } };
  const reason = sections && defined ? reasonOf(personaId, sections, defined) : 'the selection has no About';
  const args = { persona: personaId, reason, bases: BASE_PERSONAS.join(', ') };
  return { problem: problem('PER-001', where, args) };
}

/**
 * Checks that a persona's lens is in the catalogue, or that the selection's About defines it over this base persona.
 *
 * @param about text of the selection's About; null if it has none, or for a namespace
 * @returns PER-002 for any other lens, or null
 */
export function checkLens({ basePersonaId, lensId }: Persona, about: string | null): Problem | null {
  if (personaById(lensId)?.kind === 'lens') return null;
  const defined = about === null ? null : parsePersonaLenses(parseSelectionSections(about)).lenses;
  if (defined?.get(lensId) === basePersonaId) return null;
  const own = [...(defined ?? [])].flatMap(([lens, base]) => (base === basePersonaId ? [lens] : [])).sort();
  const known = [...LENSES, ...own].join(', ');
  return problem('PER-002', undefined, { lens: lensId, base: basePersonaId, known });
}

function reasonOf(
  personaId: string,
  { found }: SelectionSections,
  { lenses, unclear }: PersonaLenses,
): string {
  const section = found.find((one) => one.section === 'Personas Reference and Lens');
  if (!section) return 'the About has no section "Personas Reference and Lens"';
  const doubtful = unclear.find((one) => one.lenses.includes(personaId));
  if (doubtful) return `line ${doubtful.line} of the About is not clear, ${doubtful.reason}`;
  if (namesVerbatim(section.text, personaId))
    return 'the section names it, but over none of the base personas';
  const known = [...lenses.keys()].sort();
  return known.length === 0 ? 'the section defines no lens' : `the section defines ${known.join(', ')}`;
}

import type { SelectionSource } from '../../adapters/schema-source/find-selections.js';
import { resolvePersona } from '../../engine/about/personas-section.js';
import type { Problem } from '../../model/problem.js';
import type { SelectionDefinition } from '../../model/selection.js';
import { problem } from '../../tables/error-codes.js';
import { raiseAll } from './read-sources.js';

/**
 * Whom a selection is for: personas that no run could resolve (PER-001), and those of the command where the definition has
 * its own (IMP-014). Both are warnings here: an About may come later, and one command may import many selections.
 */
export function checkPersonas({
  definition,
  about,
  source: { file },
  personaIds = [],
  strict,
}: {
  readonly definition: SelectionDefinition | null;
  readonly about: Uint8Array | null;
  readonly source: SelectionSource;
  readonly personaIds: readonly string[] | undefined;
  readonly strict: boolean;
}): readonly Problem[] {
  if (!definition) return [];
  const { selectionId: selection, personaIds: own } = definition;
  const where = { file, path: 'selection.personaIds' };
  const text = about && new TextDecoder().decode(about);
  const unresolved = own.flatMap((personaId): Problem[] => {
    const found = resolvePersona({ personaId, about: text, where });
    return 'problem' in found ? [{ ...found.problem, severity: 'warning' }] : [];
  });
  const unused = personaIds.filter((id) => !own.includes(id));
  const args = { selection, own: own.join(', '), given: unused.join(', ') };
  return raiseAll([...unresolved, ...(unused.length > 0 ? [problem('IMP-014', where, args)] : [])], strict);
}

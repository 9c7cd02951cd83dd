import { gradingSystem } from '../../../spec/grading-system-1.0.0.js';
import { splitId } from '../names.js';

/** Distinct namespaces among members written `<namespace>.<schema>`. */
export function countNamespaces(schemaIds: readonly string[]): number {
  return new Set(schemaIds.map((id) => splitId(id)[0])).size;
}

/** Why a selection with this number of namespaces is not graded at all; null from the soft threshold on (spec 05). */
export function tooFewNamespaces(namespaces: number): string | null {
  const { soft } = gradingSystem.selectionNamespaces;
  return namespaces < soft ? `fewer than ${soft} namespaces (${namespaces} of ${soft})` : null;
}

/** Best grade of the selection as a whole: A requires the hard threshold (spec 05). */
export function maxSelectionGrade(namespaces: number): 'A' | 'B' {
  return namespaces >= gradingSystem.selectionNamespaces.hard ? 'A' : 'B';
}

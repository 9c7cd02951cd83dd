import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { splitId } from '../island/logic/names.js';
import {
  aboutFolder,
  aboutName,
  isNamespaceName,
  providerLists,
  SHARED_LISTS,
} from '../island/logic/paths.js';
import { readMembers } from '../island/read-namespace.js';
import { findOfSelection } from '../rules/find-selection-findings.js';
import type { Finding } from '../rules/finding.js';
import type { LoadedSelection } from './load-selection.js';
import { asSelectionSkills } from './rebuild/derive-selection.js';

/** All findings about a stored selection. */
export function findingsOfSelection(
  island: Island,
  { definition, about, skills }: LoadedSelection,
  now: Date,
): Finding[] {
  const namespaces = definition.members.map(({ schemaId }) => splitId(schemaId)[0]);
  return findOfSelection({
    selectionId: definition.selectionId,
    definition,
    about,
    skills: asSelectionSkills(skills),
    namespaces: [...new Set(namespaces)].sort().map((namespace) => ({
      namespace,
      hasAbout: isNamespaceName(namespace) && hasAbout(island, namespace),
    })),
    sharedLists: listNames(island, namespaces),
    now,
    aboutDays: island.book.grading.ageingDays.about,
  });
}

/** Lists imported with the members' providers, and those of earlier versions, which all providers share. */
function listNames(island: Island, namespaces: readonly string[]): string[] {
  const own = namespaces.filter(isNamespaceName).map(providerLists);
  return [...new Set([SHARED_LISTS, ...own].flatMap((folder) => island.listFolders(folder)))].sort();
}

/** Checks whether a namespace has an About; one whose text is gone cannot be read and does not count. */
function hasAbout(island: Island, namespace: string): boolean {
  const schema = readMembers(island, namespace)?.about;
  if (schema === undefined) return false;
  return listSnapshots(island, aboutFolder(namespace, schema), aboutName(namespace)).length > 0;
}

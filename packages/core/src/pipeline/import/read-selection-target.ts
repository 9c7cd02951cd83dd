import type { SelectionTarget } from '../../engine/import/plan-selection.js';
import { formatSnapshotName } from '../../engine/names.js';
import { readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { listSnapshots } from '../../island/list-namespace.js';
import {
  aboutName,
  definitionFolder,
  selectionAboutFolder,
  selectionSkillFolder,
} from '../../island/paths.js';
import { selectionDefinition } from '../../model/selection-definition.js';
import { readKnown } from './read-target.js';

/**
 * What the island holds of a selection, as far as an import compares with it.
 *
 * @param skills names of the skills that are to be imported
 * @throws GradingError IDX-006 where the newest definition is damaged
 */
export function readSelectionTarget(
  island: Island,
  selectionId: string,
  skills: readonly string[],
): SelectionTarget {
  const folder = definitionFolder(selectionId);
  const newest = listSnapshots(island, folder, selectionId).at(-1);
  return {
    current: newest
      ? readTrusted(island, `${folder}/${formatSnapshotName(newest)}`, selectionDefinition)
      : null,
    definition: readKnown(island, folder, selectionId),
    about: readKnown(island, selectionAboutFolder(selectionId), aboutName(selectionId)),
    skills: new Map(
      skills.map((skill) => [skill, readKnown(island, selectionSkillFolder(selectionId, skill), skill)]),
    ),
  };
}

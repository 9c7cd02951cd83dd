import { flagPastRetention, type PastRetention } from '../grade/ageing.js';
import type { Island } from '../island/island.js';
import { toolFolderName } from '../island/logic/names.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import type { Target } from './logic/target.js';

/**
 * Entries in a target's folder that are due for the archive, including those of retired schemas (decision 0077). They
 * are determined only for display; no file is opened, and only folders that may hold entries are listed.
 */
export function findPastRetention(island: Island, target: Target, now: Date): PastRetention {
  const paths = gradedFolders(island, target).flatMap((folder) => {
    const gradings = [folder, FILE_NAMES.gradings].filter(Boolean).join('/');
    return island.listFiles(`${target.folder}/${gradings}`).map((file) => `${gradings}/${file}`);
  });
  return flagPastRetention(paths, { now, days: island.book.grading.ageingDays });
}

/**
 * All folders that may hold entries, relative to the target's folder (spec 19); for a part of a target, only its
 * folders.
 */
function gradedFolders(island: Island, { flow, folder: root, scope }: Target): string[] {
  const below = (group: string) => island.listFolders(`${root}/${group}`).map((name) => `${group}/${name}`);
  if (flow === 'selection') return ['', 'resources/about', ...below('skills')];
  const { schema, tool } = scope;
  if (schema !== undefined && tool !== undefined) return [`${schema}/tools/${toolFolderName(tool)}`];
  const ofSchema = (name: string) => [
    name,
    ...below(`${name}/tools`),
    ...below(`${name}/skills`),
    `${name}/resources/about`,
  ];
  if (schema !== undefined) return ofSchema(schema);
  return ['', ...island.listFolders(root).flatMap(ofSchema)];
}

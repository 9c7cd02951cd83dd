import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { kindOfEntry } from './find-files.js';
import { readSchemaFile } from './read-schema-file.js';
import type { SchemaFile } from './read-source-file.js';

export interface SkillFile extends SchemaFile {
  readonly file: string;
  /** Base name of the file without extension: the name under which the skill is registered (Schemas-Spec 14). */
  readonly name: string;
}

const FOLDER = 'skills';
const EXTENSION = '.mjs';

/**
 * The skills of a provider folder: its files `skills/*.mjs`, except those with names that begin with `_` or `.`. They
 * are read as literals; none of their code runs. A link counts if it stays inside the provider folder.
 *
 * @param folder the provider folder
 * @returns the skills in code-unit order, not yet checked, and SRC-008 for whatever is there instead of a plain file or
 *   folder
 */
export function findSkills(folder: string): {
  readonly skills: readonly SkillFile[];
  readonly problems: readonly Problem[];
} {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { skills: [], problems: [] };
  const root = realpathSync(folder);
  const holder = readdirSync(folder, { withFileTypes: true }).find(({ name }) => name === FOLDER);
  const place = join(folder, FOLDER);
  if (!holder) return { skills: [], problems: [] };
  if (kindOfEntry(holder, folder, root) !== 'folder') {
    return { skills: [], problems: [problem('SRC-008', { file: place })] };
  }
  const skills: SkillFile[] = [];
  const problems: Problem[] = [];
  const entries = readdirSync(place, { withFileTypes: true }).filter(({ name }) => isSkillName(name));
  for (const entry of entries.sort((a, b) => byCodeUnit(a.name, b.name))) {
    const file = join(place, entry.name);
    if (kindOfEntry(entry, place, root) !== 'file') problems.push(problem('SRC-008', { file }));
    else {
      const name = entry.name.slice(0, -EXTENSION.length);
      skills.push({ file, name, ...readSchemaFile(file, ['skill']) });
    }
  }
  return { skills, problems };
}

function isSkillName(name: string): boolean {
  return name.endsWith(EXTENSION) && !name.startsWith('_') && !name.startsWith('.');
}

import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import type { PromptsFile } from '../spec/prompts.js';
import { buildEmitSkill } from './logic/prompts/emit-skill.js';
import type { EmitOptions, EmittedTarget } from './options.js';

/**
 * The skill of a run; null if neither the specification nor the options want one.
 *
 * @param secrets those that a prompt could contain; none for prompts that were checked when they were written
 */
export function skillOf(
  { island, asSkill = false }: EmitOptions,
  prompts: PromptsFile,
  secrets: readonly string[] = [],
): string | null {
  if (!asSkill && !island.book.spec.emitsSkill) return null;
  return buildEmitSkill({ prompts, islandRoot: island.root, secrets });
}

/** Makes the skill beside the prompts this one. That of an earlier run goes: it would ask what nobody wants to know. */
export function keepSkill(
  island: Island,
  folder: string,
  skill: string | null,
): Pick<EmittedTarget, 'skillPath'> {
  const path = `${folder}/${FILE_NAMES.emitSkill}`;
  if (skill === null) {
    if (island.kind(path) !== null) island.discardFolder(path);
    return {};
  }
  if (island.readText(path) !== skill) island.replace(path, skill);
  return { skillPath: path };
}

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fatal, type Island } from '@flowmcp/grading-core/commands';
import { resolveTargets, type Target } from '@flowmcp/grading-core/features/state/run';
import { resultOf } from './tool.js';

/**
 * The folders that paths of tool calls may lie in, without links.
 *
 * @param given as typed; none: the current folder
 * @throws GradingError SRV-002 for one that is not a folder
 */
export function openRoots(given: readonly string[] = []): string[] {
  return (given.length > 0 ? given : ['.']).map((path) => {
    const real = realOf(path);
    if (real === null || !statSync(real).isDirectory()) throw fatal('SRV-002', undefined, { path });
    return real;
  });
}

/**
 * Finds files and folders that a tool call names. A relative path is looked for below each root, in order.
 *
 * @returns their paths without links
 * @throws GradingError SRV-001 for one that does not exist, or that lies outside the roots once links are followed
 */
export function resolvePaths(paths: readonly string[], roots: readonly string[]): string[] {
  return paths.map((path) => {
    const candidates = isAbsolute(path) ? [path] : roots.map((root) => join(root, path));
    const places = candidates.flatMap((one) => realOf(one) ?? []);
    const inside = places.find((place) => roots.some((root) => isBelow(root, place)));
    if (inside !== undefined) return inside;
    // What lies outside is not even said to exist.
    const isNamedInside = candidates.some((one) => roots.some((root) => isBelow(root, resolve(one))));
    const reason =
      places.length > 0 || !isNamedInside ? 'it lies outside' : 'there is no such file or folder';
    throw fatal('SRV-001', undefined, { path, reason, roots: roots.join(', ') });
  });
}

/**
 * Finds a target of the island: a command would also take the path of a folder, which may lie anywhere.
 *
 * @throws UnusableInput with the problems of `resolveTargets` for anything else
 */
export async function findTarget(island: Island, name: string): Promise<Target> {
  const elsewhere = 'list_targets names all there are; import_sources adds more.';
  // A tool that does not take a single test refuses it itself.
  const { targets, problems } = await resolveTargets(island, [name], { tests: true, elsewhere });
  return resultOf({ results: targets, errors: problems });
}

function isBelow(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** @returns null if there is nothing, or nothing that may be looked at */
function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

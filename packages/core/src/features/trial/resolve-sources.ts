import { existsSync } from 'node:fs';
import type { Island } from '../../island/island.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isWhole } from '../../target/logic/target.js';
import { resolveTargets } from '../../target/targets.js';
import type { ServerSources } from '../lint/run.js';
import type { TargetSource } from './read-target.js';

export interface SourceOptions extends ServerSources {
  /** All targets of the island. */
  readonly all?: boolean | undefined;
  /** Opens the user's island, if it is needed. */
  readonly openIsland: () => Island;
}

/** Text that can only be an address or a path. */
const ELSEWHERE = /:\/\/|^[./~\\]|\.(?:mjs|json)$/;

/**
 * Finds what each word means: an address, a path that exists, or else a target of the island. Each is one target.
 *
 * @returns the targets in the given order: words, snapshots, the server to be started; TGT codes for unknown names, and
 *   TRI-017 for a part of a namespace
 */
export async function resolveSources({
  targets = [],
  snapshots = [],
  stdio,
  all = false,
  openIsland,
  ...shared
}: SourceOptions): Promise<{
  readonly sources: readonly TargetSource[];
  readonly problems: readonly Problem[];
}> {
  const sources: TargetSource[] = [];
  const problems: Problem[] = [];
  const add = (own: ServerSources) => sources.push({ kind: 'servers', sources: { ...shared, ...own } });
  const addStored = async (names: readonly string[]) => {
    const island = openIsland();
    const found = await resolveTargets(island, names, { all });
    problems.push(...found.problems);
    for (const target of found.targets) {
      if (isWhole(target)) sources.push({ kind: 'island', island, target });
      else problems.push(problem('TRI-017', undefined, { target: target.name, whole: target.folder }));
    }
  };
  for (const word of new Set(targets)) {
    if (ELSEWHERE.test(word) || existsSync(word)) add({ targets: [word] });
    else await addStored([word]);
  }
  if (all) await addStored([]);
  for (const file of new Set(snapshots)) add({ snapshots: [file] });
  if (stdio) add({ stdio });
  return { sources: unique(sources), problems };
}

function unique(sources: readonly TargetSource[]): TargetSource[] {
  const known = new Set<string>();
  return sources.filter((source) => {
    if (source.kind !== 'island') return true;
    const isNew = !known.has(source.target.name);
    known.add(source.target.name);
    return isNew;
  });
}

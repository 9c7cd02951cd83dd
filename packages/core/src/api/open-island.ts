import { basename, dirname, resolve } from 'node:path';
import type { Checked } from '../grade/entry/check-entry.js';
import { Island } from '../island/island.js';
import { isNamespaceName, isSelectionName } from '../island/logic/paths.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';

/**
 * Opens the island that a program names. There is no default: gradings must not depend on the folder a program runs in.
 *
 * @param now the clock; default: the system clock
 */
export function openIsland(gradingDataRoot: string | undefined, now?: Date | null): Checked<Island> {
  const problems = checkTextArgument('gradingDataRoot', gradingDataRoot);
  if (gradingDataRoot === undefined || problems.length > 0) return { value: null, problems };
  return checkedIsland(gradingDataRoot, now);
}

function checkedIsland(root: string, now: Date | null | undefined): Checked<Island> {
  try {
    return { value: new Island(root, undefined, { now: now ? () => now : undefined }), problems: [] };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return { value: null, problems: [error.problem] };
  }
}

/** A folder of the island, split into its parts. */
export interface IslandFolder {
  readonly island: Island;
  /** Name of the namespace or selection. */
  readonly name: string;
  /** Name used by commands: `providers/<name>`. */
  readonly target: string;
}

/**
 * Finds the island and the target for a path `<island>/providers/<namespace>` or `<island>/selections/<id>`.
 *
 * @returns IDX-009 for any other path
 */
export function openFolder(dir: string, kind: 'providers' | 'selections', now?: Date): Checked<IslandFolder> {
  const path = resolve(dir);
  const name = basename(path);
  const isName = kind === 'providers' ? isNamespaceName : isSelectionName;
  if (basename(dirname(path)) === kind && isName(name)) {
    const opened = checkedIsland(dirname(dirname(path)), now);
    if (opened.value === null) return opened;
    return { value: { island: opened.value, name, target: `${kind}/${name}` }, problems: [] };
  }
  const expected = `‹island›/${kind}/‹name›`;
  return { value: null, problems: [problem('IDX-009', undefined, { found: dir, expected })] };
}

import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { findAlike, isDeviceName } from '../../../target/logic/names.js';

/**
 * Names of one folder that some disks cannot hold together, or at all.
 *
 * @param folder relative to the island
 * @returns VFY-001 and VFY-002
 */
export function checkNames(folder: string, names: readonly string[]): Problem[] {
  const at = (name: string) => ({ file: folder === '' ? name : `${folder}/${name}` });
  return [
    ...findAlike(names).map(([name, other]) => problem('VFY-001', at(name), { name, other })),
    ...names.flatMap((name) => {
      const reason = whyNotEverywhere(name);
      return reason === null ? [] : [problem('VFY-002', at(name), { name, reason })];
    }),
  ];
}

function whyNotEverywhere(name: string): string | null {
  if (isDeviceName(name.replace(/\..*$/s, ''))) return 'Windows keeps it for a device';
  if (/[. ]$/.test(name)) return 'it ends in a dot or a blank';
  return /[<>:"|?*\\\p{Cc}]/u.test(name) ? 'it holds a character that Windows does not allow' : null;
}

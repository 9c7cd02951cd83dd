import { readFileSync } from 'node:fs';
import type { GraderIdentity } from '../spec/common.js';

/** Name and version of this package, read from its package.json so that they are never stale. */
export function readOwnPackage(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { name: string; version: string };
  return { name, version };
}

/** Name and version of this package, as recorded in the entries it writes. */
export function readPackageIdentity(): GraderIdentity {
  const { name, version } = readOwnPackage();
  return { kind: 'script', name, version };
}

import { readFileSync } from 'node:fs';
import type { GraderIdentity } from '../model/common.js';

/** Name and version of this package, as its own grades name it: read from package.json, so that it is never stale. */
export function readPackageIdentity(): GraderIdentity {
  const { name, version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { name: string; version: string };
  return { kind: 'script', name, version };
}

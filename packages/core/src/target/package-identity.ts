import { readOwnPackage } from '../files/own-package.js';
import type { GraderIdentity } from '../spec/common.js';

/** Name and version of this package, as recorded in its own grades. */
export function readPackageIdentity(): GraderIdentity {
  const { name, version } = readOwnPackage();
  return { kind: 'script', name, version };
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Our copies of the vectors are in fixtures/vectors. Upstream's own files may be beside the checkout, never in it:
 * tests that need them run if they are available, and otherwise report that they are missing.
 */
const upstream = new URL('../../../../../shared/conformance/', import.meta.url);
const own = new URL('../../../../fixtures/', import.meta.url);

export function readVectors(name: string): unknown {
  return JSON.parse(readVectorText(name));
}

export function readVectorText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`vectors/${name}`, own)), 'utf8');
}

/** Text of upstream's file; null, with a message, if the checkout stands alone. */
export function readUpstream(path: string): string | null {
  const file = fileURLToPath(new URL(path, upstream));
  if (existsSync(file)) return readFileSync(file, 'utf8');
  console.info(`not at hand: shared/conformance/${path}; checked against our own schema only`);
  return null;
}

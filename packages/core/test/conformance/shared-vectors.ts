import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The vectors are kept in fixtures/vectors. Upstream's own files lie beside the checkout where they are at hand,
 * never in it: tests that need them run there and say so where they can not.
 */
const upstream = new URL('../../../../../shared/conformance/', import.meta.url);
const own = new URL('../../../../fixtures/', import.meta.url);

export function readVectors(name: string): unknown {
  return JSON.parse(readVectorText(name));
}

export function readVectorText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`vectors/${name}`, own)), 'utf8');
}

/** Text of upstream's file; null, and a line that says so, where the checkout stands alone. */
export function readUpstream(path: string): string | null {
  const file = fileURLToPath(new URL(path, upstream));
  if (existsSync(file)) return readFileSync(file, 'utf8');
  console.info(`not at hand: shared/conformance/${path}; checked against our own schema only`);
  return null;
}

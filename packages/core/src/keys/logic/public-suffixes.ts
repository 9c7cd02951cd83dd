import { createRequire } from 'node:module';

type Tldts = typeof import('tldts');

let known: Tldts | null = null;

/**
 * Splits a host or an address by the list of public suffixes.
 *
 * The library is CommonJS with the whole list in one file. An import would scan that file for exported names,
 * which takes ten times as long as loading it. The library is pure, so loading it late changes no result.
 */
export function parseDomain(...args: Parameters<Tldts['parse']>): ReturnType<Tldts['parse']> {
  known ??= createRequire(import.meta.url)('tldts') as Tldts;
  return known.parse(...args);
}

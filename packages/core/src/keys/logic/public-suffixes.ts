import { createRequire } from 'node:module';

type Tldts = typeof import('tldts');

let known: Tldts | null = null;

/**
 * A host or an address, taken apart by the list of public suffixes.
 *
 * The library is CommonJS with the whole list in one file: an import of it looks through the file for exported names,
 * which takes ten times as long as to load it. It is pure: loading it later changes no result.
 */
export function parseDomain(...args: Parameters<Tldts['parse']>): ReturnType<Tldts['parse']> {
  known ??= createRequire(import.meta.url)('tldts') as Tldts;
  return known.parse(...args);
}

import { parseDomain } from './public-suffixes.js';

/** Registrable domain (eTLD+1) of an address; null if it has none. */
export function rootDomainOf(address: string): string | null {
  return parseDomain(address).domain;
}

/**
 * Whether two addresses share their registrable domain. Subdomains do not matter (spec 03,
 * Root-Domain-Match).
 */
export function isSameRootDomain(a: string, b: string): boolean {
  const domain = rootDomainOf(a);
  return domain !== null && domain === rootDomainOf(b);
}

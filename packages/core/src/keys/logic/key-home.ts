import { parseKeyName } from './key-name.js';
import { isAtOrBelow, ownsHost } from './known-owners.js';
import type { KnownProvider } from './known-provider.js';
import { parseDomain } from './public-suffixes.js';
import { ownPrivateSuffixes, rentableHosts } from './rentable-hosts.js';

/** Why a key does not leave for a host. */
export interface HeldKey {
  /** Of the key, as its name says it: `OpenAI or Microsoft`. */
  readonly owner: string;
  readonly host: string;
  readonly why: 'foreign' | 'rentable' | 'not https';
}

/**
 * Why a key stays home, by its name and where it would go; null where it may leave (decision 0078). A key whose name holds
 * the name of a known company leaves by https for hosts of that company or of its family, one whose name holds two for
 * hosts of either. A short form alone holds nothing back.
 */
export function findHeld(key: string, url: URL): HeldKey | null {
  const { owners } = parseKeyName(key);
  if (owners.every(({ strength }) => strength === 'short')) return null;
  const held = (why: HeldKey['why']): HeldKey => ({ owner: sayOwners(owners), host: url.host, why });
  if (!owners.some(({ provider }) => ownsHost(provider, url.hostname))) return held('foreign');
  if (isRentable(url.hostname)) return held('rentable');
  return url.protocol === 'https:' ? null : held('not https');
}

/** Whether anybody may be behind a host, though a known company owns what it ends in. */
export function isRentable(host: string): boolean {
  const { isPrivate, publicSuffix } = parseDomain(host, { allowPrivateDomains: true });
  if (isPrivate === true && !ownPrivateSuffixes.has(publicSuffix ?? '')) return true;
  return rentableHosts.some((suffix) => isAtOrBelow(host, suffix));
}

function sayOwners(owners: readonly { readonly provider: KnownProvider }[]): string {
  return [...new Set(owners.map(({ provider }) => provider.owner))].join(' or ');
}

import { parseDomain } from './hosts.js';
import { parseKeyName } from './key-name.js';
import { isAtOrBelow, ownsHost } from './known-owners.js';
import type { KnownProvider } from './known-providers.js';

/** Why a key may not be sent to a host. */
export interface HeldKey {
  /** Owner of the key according to its name: `OpenAI or Microsoft`. */
  readonly owner: string;
  readonly host: string;
  readonly why: 'foreign' | 'rentable' | 'not https';
}

/**
 * Checks by name whether a key may be sent to an address; null if it may (decision 0078). A key that names a known
 * company may be sent over https to hosts of that company or its family; a key that names two companies may be sent to
 * hosts of either. A short form alone restricts nothing.
 */
export function findHeld(key: string, url: URL): HeldKey | null {
  const { owners } = parseKeyName(key);
  if (owners.every(({ strength }) => strength === 'short')) return null;
  const held = (why: HeldKey['why']): HeldKey => ({ owner: sayOwners(owners), host: url.host, why });
  if (!owners.some(({ provider }) => ownsHost(provider, url.hostname))) return held('foreign');
  if (isRentable(url.hostname)) return held('rentable');
  return url.protocol === 'https:' ? null : held('not https');
}

/** Whether a key, by its name, belongs to the company behind an https address. A short form is not enough. */
export function isOwnersHost(key: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const { owners } = parseKeyName(key);
  const isOwned = owners.some(
    ({ provider, strength }) => strength !== 'short' && ownsHost(provider, url.hostname),
  );
  return isOwned && findHeld(key, url) === null;
}

/** Whether anybody can rent a host, even if a known company owns the domain that the host belongs to. */
export function isRentable(host: string): boolean {
  const { isPrivate, publicSuffix } = parseDomain(host, { allowPrivateDomains: true });
  if (isPrivate === true && !ownPrivateSuffixes.has(publicSuffix ?? '')) return true;
  return rentableHosts.some((suffix) => isAtOrBelow(host, suffix));
}

function sayOwners(owners: readonly { readonly provider: KnownProvider }[]): string {
  return [...new Set(owners.map(({ provider }) => provider.owner))].join(' or ');
}

/**
 * Domains that known companies own and below which anybody can answer requests with code, storage or a proxy of their
 * own. They supplement the private suffixes of the public suffix list. No host below them counts as the home of a key
 * (decision 0078).
 */
const rentableHosts: readonly string[] = [
  ...['amazonaws.com', 'amazonaws.com.cn'],
  ...['apigee.net', 'docs.google.com', 'firebaseio.com', 'run.app', 'script.google.com', 'sites.google.com'],
  ...['googleusercontent.com', 'storage.googleapis.com', 'commondatastorage.googleapis.com'],
  ...['cloudapp.azure.com', 'logic.azure.com', 'inference.ml.azure.com', 'tunnels.api.visualstudio.com'],
  ...['azure-api.net', 'azureedge.net', 'azurefd.net', 'azurewebsites.net'],
  ...['core.windows.net', 'servicebus.windows.net'],
  'endpoints.huggingface.cloud',
  'force.com',
];

/** Private suffixes below which only their owner answers: `maps.googleapis.com` is Google's. */
const ownPrivateSuffixes: ReadonlySet<string> = new Set(['googleapis.com']);

import { generalProviders, type KnownProvider } from './known-providers.js';
import { blockchainProviders } from './known-providers-blockchain.js';
import { plainText } from './name-words.js';

/** Every known provider; ids and tokens are unique. */
export const knownProviders: readonly KnownProvider[] = [...blockchainProviders, ...generalProviders];

/** How certain it is that a token names a company; only `name` and `word` can make a key foreign. */
export type Strength = 'name' | 'word' | 'short';

export interface Owner {
  readonly provider: KnownProvider;
  readonly strength: Strength;
}

const ownerByToken = new Map<string, Owner>();
const domainsByFamily = new Map<string, string[]>();
for (const provider of knownProviders) {
  for (const token of provider.shortForms ?? [])
    ownerByToken.set(plainText(token), { provider, strength: 'short' });
  for (const token of provider.words ?? [])
    ownerByToken.set(plainText(token), { provider, strength: 'word' });
  for (const token of provider.names ?? [])
    ownerByToken.set(plainText(token), { provider, strength: 'name' });
  const family = provider.family ?? provider.id;
  domainsByFamily.set(family, [...(domainsByFamily.get(family) ?? []), ...provider.domains]);
}

/** The known company that a plain token names, if any. */
export function ownerOfToken(token: string): Owner | undefined {
  return ownerByToken.get(token);
}

/** Whether a host belongs to the provider or to a company of its family. */
export function ownsHost(provider: KnownProvider, host: string): boolean {
  const domains = domainsByFamily.get(provider.family ?? provider.id) ?? [];
  return domains.some((domain) => isAtOrBelow(host, domain));
}

export function isAtOrBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/**
 * Whether a library is the provider's SDK, judged by its name. The hosts are then in the SDK's code, not in the schema.
 */
export function namesLibrary(provider: KnownProvider, library: string): boolean {
  const text = plainText(library);
  return [...(provider.names ?? []), ...(provider.words ?? []), ...(provider.shortForms ?? [])].some(
    (token) => token.length >= 4 && text.includes(plainText(token)),
  );
}

import type { KnownProvider } from './known-provider.js';
import { aiProviders } from './known-providers-ai.js';
import { blockchainProviders } from './known-providers-blockchain.js';
import { contentProviders } from './known-providers-content.js';
import { platformProviders } from './known-providers-platforms.js';

/** Every known provider; ids and tokens are unique. */
export const knownProviders: readonly KnownProvider[] = [
  ...aiProviders,
  ...blockchainProviders,
  ...contentProviders,
  ...platformProviders,
];

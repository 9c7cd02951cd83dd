// The table of known providers accuses by no generic word, and each provider agrees with its own family.
import { parse } from 'tldts';
import { expect, it } from 'vitest';
import { judgeKeyDomains } from '../../../src/keys/logic/judge-key-domains.js';
import { isRentable } from '../../../src/keys/logic/key-home.js';
import { knownProviders } from '../../../src/keys/logic/known-owners.js';
import {
  addressKeyWords,
  genericKeyWords,
  plainText,
  qualifyingKeyWords,
} from '../../../src/keys/logic/name-words.js';

const tokensOf = (provider: (typeof knownProviders)[number]): string[] => [
  ...(provider.names ?? []),
  ...(provider.words ?? []),
  ...(provider.shortForms ?? []),
];
const accusing = knownProviders.flatMap(({ names, words }) => [...(names ?? []), ...(words ?? [])]);

it('has each id and each token once', () => {
  const ids = knownProviders.map((provider) => provider.id);
  const tokens = knownProviders.flatMap(tokensOf).map(plainText);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(tokens.filter((token, at) => tokens.indexOf(token) !== at)).toEqual([]);
  expect(knownProviders.length).toBeGreaterThan(250);
});

it('has tokens in their compared form, at least one for every company', () => {
  expect(knownProviders.flatMap(tokensOf).filter((token) => !/^[a-z0-9]+$/.test(token))).toEqual([]);
  expect(knownProviders.filter((provider) => tokensOf(provider).length === 0)).toEqual([]);
});

it('accuses by no word that is generic, a chain, or a common name for a key', () => {
  const plain = [...genericKeyWords, ...addressKeyWords, ...qualifyingKeyWords];
  expect(accusing.filter((token) => plain.includes(token) || token.length < 4)).toEqual(['okx']);
  expect(accusing.filter((token) => /(api|key|token|data|news|weather)$/.test(token))).toEqual([
    'amberdata',
    'accuweather',
    'twelvedata',
    'rapidapi',
  ]);
});

it('names domains that can be owned, or deliberately a whole top level', () => {
  const domains = knownProviders.flatMap((provider) => provider.domains);
  const odd = domains.filter((domain) => parse(domain).domain === null);
  expect(odd).toEqual(['gov.uk', 'gov', 'goog', 'google']);
});

const verdictOf = (token: string, host: string): string | undefined =>
  judgeKeyDomains({
    keys: [`${token.toUpperCase()}_API_KEY`],
    root: `https://api.${host}/v1`,
    namespace: 'sample',
  })?.outcome;

it('agrees for each key of a company on each domain of its family', () => {
  const wrong = knownProviders.flatMap((provider) => {
    const family = knownProviders.filter(
      (other) => other === provider || (other.family && other.family === provider.family),
    );
    const domains = family.flatMap((row) => row.domains).filter((domain) => !isRentable(`api.${domain}`));
    return tokensOf(provider).flatMap((token) =>
      domains.filter((domain) => verdictOf(token, domain) !== 'agrees'),
    );
  });
  expect(wrong).toEqual([]);
});

it('neither agrees nor accuses at domains where anyone can rent a name', () => {
  const rentable = knownProviders.flatMap(({ domains }) => domains.filter((one) => isRentable(`api.${one}`)));
  expect(rentable).toEqual(expect.arrayContaining(['workers.dev', 'appspot.com', 'azurewebsites.net']));
  const verdicts = knownProviders.flatMap((provider) =>
    [...(provider.names ?? []), ...(provider.words ?? [])].flatMap((token) =>
      rentable.map((domain) => verdictOf(token, domain)),
    ),
  );
  expect([...new Set(verdicts)]).toEqual(['unclear']);
});

it('accuses at an unknown domain by name and word, never by short form', () => {
  const vetoed = knownProviders
    .flatMap(tokensOf)
    .filter((token) => verdictOf(token, 'qvzjwq.org') === 'foreign');
  expect(vetoed.sort()).toEqual([...accusing].sort());
});

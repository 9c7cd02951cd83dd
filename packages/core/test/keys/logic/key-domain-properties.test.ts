// For any keys and hosts: no order, company or missing root turns a verdict into a false veto.
import fc from 'fast-check';
import { it } from 'vitest';
import { judgeKeyDomains } from '../../../src/keys/logic/judge-key-domains.js';
import { knownProviders } from '../../../src/keys/logic/known-owners.js';

const word = fc.constantFrom(
  ...knownProviders.flatMap((provider) => [...(provider.names ?? []), ...(provider.words ?? [])]),
  ...['api', 'my', 'open', 'data', 'eth', 'base', 'river', 'x', '7', 'key', 'stats'],
);
const label = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('-')),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('')),
  fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/),
);
const suffix = fc.constantFrom('com', 'io', 'xyz', 'co.uk', 'dev', 'org');
const ending = fc.constantFrom('API_KEY', 'TOKEN', 'CLIENT_ID', 'SECRET', 'KEY');
const nameOf = (text: string): string => text.toUpperCase().replaceAll('-', '_');

it('a key built from the registrable label is never foreign', () => {
  fc.assert(
    fc.property(label, suffix, ending, (own, tld, end) => {
      const verdict = judgeKeyDomains({
        keys: [`${nameOf(own)}_${end}`],
        root: `https://api.${own}.${tld}/v1`,
        namespace: 'sample',
      });
      return verdict?.outcome !== 'foreign';
    }),
    { numRuns: 2000 },
  );
});

it('an agreeing key beside others never improves the outcome', () => {
  const rank = { agrees: 0, unclear: 1, foreign: 2 } as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(word, ending), { minLength: 1, maxLength: 3 }), (parts) => {
      const keys = parts.map(([name, end]) => `${nameOf(name)}_${end}`);
      const at = { root: 'https://api.qvzjwq.org', namespace: 'sample' };
      const before = judgeKeyDomains({ ...at, keys });
      const after = judgeKeyDomains({ ...at, keys: ['QVZJWQ_API_KEY', ...keys] });
      return before !== null && after !== null && rank[before.outcome] === rank[after.outcome];
    }),
  );
});

it('the order of the keys does not change the outcome', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), label, (names, own) => {
      const keys = names.map((name) => `${nameOf(name)}_API_KEY`);
      const at = { root: `https://${own}.com`, namespace: 'sample' };
      const there = judgeKeyDomains({ ...at, keys });
      const back = judgeKeyDomains({ ...at, keys: keys.toReversed() });
      return there?.outcome === back?.outcome;
    }),
  );
});

it('without a root nothing is foreign', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', 'https://{{HOST}}/x'),
      (names, root) => {
        const verdict = judgeKeyDomains({ keys: [nameOf(names.join('_'))], root, namespace: 'sample' });
        return verdict !== null && verdict.outcome !== 'foreign';
      },
    ),
  );
});

it('any key name gets a verdict', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (key, root, namespace) => {
      return judgeKeyDomains({ keys: [key], root, namespace, hosts: [root] }) !== null;
    }),
  );
});

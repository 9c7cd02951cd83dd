// Terms of service from the declared link to the fact, the finding and the prompt; none of them blocks a grading.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem, problem } from '../../src/problems/error-codes.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import { grade, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

const OWN = 'https://legal.example.org';
const OTHER = 'https://terms.example.net';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function openLinking(
  termsOfService: string | null,
  resources?: Record<string, unknown>,
): Promise<Workplace & AsyncDisposable> {
  const main = {
    termsOfService,
    tools: { getItems: toolAt('/ok') },
    ...(resources && { resources }),
  } as Parameters<typeof schemaText>[0];
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': schemaText(main) } });
  const { origin } = provider;
  await grade(place, { originMap: { [API]: origin, [OWN]: origin, [OTHER]: origin } });
  return place;
}

const ABOUT = { about: '# Demo\n\nItems.\n' };
const aboutPrompt = (place: Workplace) =>
  place.prompts().prompts.find(({ area }) => area === 'about-namespace')?.prompt ?? '';
const factsOf = (place: Workplace) => place.json<SchemaFacts>('providers/demo/alpha/summary.json');

describe('a link to the terms of service', () => {
  it.each([
    { link: `${OWN}/ok`, terms: { status: 'reachable', httpStatus: 200 }, found: [] },
    { link: `${OWN}/404`, terms: { status: 'not-found', httpStatus: 404 }, found: ['tos-unreachable'] },
    { link: `${OWN}/403`, terms: { status: 'unreachable', httpStatus: 403 }, found: ['tos-unreachable'] },
    { link: `${OWN}/500`, terms: { status: 'unreachable', httpStatus: 500 }, found: ['tos-unreachable'] },
    { link: `${OTHER}/ok`, terms: null, found: ['tos-foreign-domain'] },
    { link: null, terms: null, found: ['tos-missing'] },
    // Says that there are none, so there is no address to request.
    { link: 'no-tos-found', terms: null, found: [] },
  ])('$link: $found, and the schema is graded all the same', async ({ link, terms, found }) => {
    const seen = provider.seen.length;
    await using place = await openLinking(link);
    const facts = factsOf(place);
    if (terms === null) expect(facts.terms ?? null).toBeNull();
    else expect(facts.terms).toMatchObject({ url: link, ...terms });
    const about = (facts.findings ?? []).filter(({ id }) => id.startsWith('tos-'));
    expect(about.map(({ id }) => id)).toEqual(found);
    // Three tests of the tool, and the link only if it belongs to the API.
    expect(provider.seen.length - seen).toBe(terms === null ? 3 : 4);
    expect(place.index().schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('on another domain answers no question: a grader sees that it is not attached', async () => {
    await using foreign = await openLinking(`${OTHER}/ok`, ABOUT);
    await foreign.emit();
    expect(aboutPrompt(foreign)).toMatch(
      /"FND-061".*terms\.?example\.net|example\.net.*count as not attached/,
    );
    expect(aboutPrompt(foreign)).not.toContain('"recorded"');
    await using own = await openLinking(`${OWN}/ok`, ABOUT);
    await own.emit();
    expect(aboutPrompt(own)).not.toContain('FND-061');
    expect(aboutPrompt(own)).toMatch(/"recorded":.*"sameRootDomain":true/);
  });

  it('that cannot be opened is called stale, not failed', () => {
    const { message } = describeProblem(problem('FND-062', undefined, { status: 'HTTP 404' }));
    expect(message).toMatch(/HTTP 404.*stale, not failed/);
  });
});

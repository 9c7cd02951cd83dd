// Every required part of an About is graded: it has a question with the material to check it against, and a bad answer
// lowers the grade.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutSources, grade, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

describe('an About is graded by', () => {
  it.each([
    ['whom it names it is made for', 'Q-about-namespace-02', /named personas or lenses/],
    [
      'what it sums up, and what it says one does not get',
      'Q-about-namespace-03',
      /against the list of tools/,
    ],
    ['its use cases', 'Q-about-namespace-04', /use cases concrete/],
    ['its sources and how fresh they are', 'Q-about-namespace-07', /source of the data, .*freshness/],
  ])('%s', async (_, questionId, words) => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place);
    await grade(
      place,
      {},
      {
        answer: (given) => ({ ...given, ...(given.questionId === questionId && { score: 1 }) }),
      },
    );
    const asked = place.prompts().prompts.find(({ area }) => area === 'about-namespace');
    expect(asked?.questions.map((question) => question.questionId)).toContain(questionId);
    const [, text = ''] = asked?.prompt.split(questionId) ?? [];
    expect(text.slice(0, 800)).toMatch(words);
    // The text of the About, and every tool with its description.
    expect(asked?.prompt).toContain('Items of a demonstration API, for schema maintainers.');
    for (const schema of ['alpha', 'beta']) expect(asked?.prompt).toContain(`"schema":"${schema}"`);
    expect(asked?.prompt.match(/"tool":"getItems","description":"Lists the items of \/ok/g)).toHaveLength(2);
    const { about } = place.index();
    expect(about.score).toBeLessThan(4.6);
  });
});

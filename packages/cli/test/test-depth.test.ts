// `state` and `explain` show how much the working tests of each tool allow, where the specification has a word for it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainGrades } from '../../core/src/features/explain/run.js';
import { readState } from '../../core/src/features/state/run.js';
import { DEFAULT_BOOK } from '../../core/src/spec/books/registered.js';
import { oneTool, openImported } from '../../core/test/journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../core/test/journeys/mock-provider.js';
import { LATER_BOOK } from '../../core/test/spec/books/registered-layers.js';
import { renderExplanation } from '../src/explain/render.js';
import { renderState } from '../src/state/render.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

it.each([
  [
    '3.0.3',
    LATER_BOOK,
    /\nwhat the working tests allow:\n +data-analyzable: schemas\.alpha\.tools\.\w+/,
    /\n {2}test depth: data-analyzable\n/,
  ],
  ['2.0.0', DEFAULT_BOOK, null, null],
])('gradingSpec/%s', async (_, book, inState, inExplanation) => {
  await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  place.book = book;
  await place.emit('demo');
  const named = { island: place.island(), targets: ['demo'], now: () => place.now };
  const [state] = (await readState(named)).results;
  const [explained] = (await explainGrades(named)).results;
  if (!state || !explained) throw new Error('no target');
  const texts = [
    renderState(state, { shown: (path) => path, days: book.grading.ageingDays }),
    renderExplanation(explained, { whole: true }),
  ];
  if (inState && inExplanation) {
    expect(texts[0]).toMatch(inState);
    expect(texts[1]).toMatch(inExplanation);
  } else expect(texts.join('\n')).not.toMatch(/test depth|working tests allow/);
});

// Which of several entries decides: within one second, with several personas.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/features/history/run.js';
import type { Persona } from '../../src/spec/vocabulary.js';
import {
  aboutSources,
  entriesIn,
  grade,
  gradeAtOnce,
  oneTool,
  openImported,
  openOperational,
  rebuiltThrice,
} from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import type { Workplace } from './workplace.js';

/** Which of several entries is the newest: by time, independent of clocks and names. */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const TOOL = 'alpha/tools/getItems';
const ABOUT = 'alpha/resources/about';
const timesOf = (paths: readonly string[]) =>
  paths.map((path) => path.slice(-'01T10-01-00Z.json'.length, -'Z.json'.length));
const oneSchema = () => openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
const toolOf = async (place: Workplace) => (await rebuiltThrice(place)).schemas.alpha?.tools.getItems;

async function historyOf(place: Workplace, node: string) {
  const { results } = await readHistory({ island: place.island(), targets: ['demo'], now: () => place.now });
  return results[0]?.nodes.find((found) => found.node === node)?.entries ?? [];
}

describe('entries of the same second', () => {
  it.each([
    { scores: [5, 2, 3], grade: 'C', status: 'graded' },
    { scores: [2, 3, 5], grade: 'B', status: 'stable' },
    { scores: [3, 5, 2], grade: 'D', status: 'graded' },
  ])('graded $scores at once: the last one counts', async ({ scores, grade: last, status }) => {
    await using place = await oneSchema();
    for (const score of scores) await gradeAtOnce(place, { scope: 'all' }, { score });
    expect(timesOf(entriesIn(place, TOOL))).toEqual(['01T10-01-00', '01T10-01-01', '01T10-01-02']);
    expect(await toolOf(place)).toMatchObject({
      status,
      grade: last,
      ref: entriesIn(place, TOOL)[2]?.slice('providers/demo/'.length),
    });
    const history = await historyOf(place, 'schemas.alpha.tools.getItems');
    const letters: Record<number, string> = { 5: 'B', 3: 'C', 2: 'D' };
    expect(history.map((entry) => entry.grade)).toEqual(scores.map((score) => letters[score]));
  });

  it('a clock that was set back does not make the newer entry older', async () => {
    await using place = await oneSchema();
    await gradeAtOnce(place, {}, { score: 5 });
    place.wait(-7200);
    await gradeAtOnce(place, { scope: 'all' }, { score: 2 });
    expect(timesOf(entriesIn(place, TOOL))).toEqual(['01T10-01-00', '01T10-01-01']);
    expect(await toolOf(place)).toMatchObject({ status: 'graded', grade: 'D' });
  });
});

const persona = (basePersonaId: Persona['basePersonaId'], lensId: string): Persona => ({
  basePersonaId,
  lensId,
});
/** First and last by name. */
const AI = persona('ai-engineer', 'api-integration-engineer');
const MAINTAINER = persona('schema-maintainer', 'documentation-dx-reviewer');

describe('entries of several personas', () => {
  it.each([
    { name: 'the first name is the newest', order: [MAINTAINER, AI] },
    { name: 'the last name is the newest', order: [AI, MAINTAINER] },
  ])('are resolved by time: $name', async ({ order }) => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place);
    const [first, second] = order;
    await grade(place, { ...(first && { persona: first }) }, { score: 1 });
    expect((await rebuiltThrice(place)).about).toMatchObject({ status: 'graded', grade: 'D' });
    const areas = ['about-namespace'] as const;
    await grade(place, { scope: 'all', areas, ...(second && { persona: second }) }, { score: 5 });
    const { about } = await rebuiltThrice(place);
    expect(about).toMatchObject({ status: 'stable', grade: 'B' });
    expect(about.ref).toContain(`about-namespace--${second?.basePersonaId}--${second?.lensId}--`);
    expect(entriesIn(place, ABOUT)).toHaveLength(2);
    expect((await historyOf(place, 'about')).map((entry) => entry.persona)).toEqual(
      order.map(({ basePersonaId, lensId }) => `${basePersonaId}--${lensId}`),
    );
  });

  it('are resolved within one second too', async () => {
    await using place = await openOperational(provider.origin);
    const options = { scope: 'all', areas: ['about-namespace'] } as const;
    await gradeAtOnce(place, { ...options, persona: MAINTAINER }, { score: 1 });
    await gradeAtOnce(place, { ...options, persona: AI }, { score: 2 });
    const { about } = await rebuiltThrice(place);
    expect(about).toMatchObject({ status: 'graded', grade: 'C' });
    expect(about.ref).toContain('--ai-engineer--');
  });
});

// The frozen members stay byte for byte, also beside a damaged index.json.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillScores } from './filled-scores.js';
import { contentOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const INDEX = 'providers/demo/index.json';
const COPY = 'providers/demo/lock-snapshot.json';

async function openStarted(): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace();
  place.origin = provider.origin;
  await place.import();
  place.wait();
  await place.emit();
  return place;
}

const statuses = (place: Workplace) =>
  place.index().lockSnapshot?.members.map(({ gradingStatus }) => gradingStatus);

describe('the frozen lock snapshot', () => {
  it('holds the members as of the beginning of the run, with a copy beside the index', async () => {
    await using place = await openStarted();
    const { lockSnapshot, schemas } = place.index();
    expect(lockSnapshot).toEqual({
      selectionId: 'demo',
      selectionVersion: '2026-03-01T10-00-00Z',
      selectionHash: expect.stringMatching(/^[0-9a-f]{8}$/),
      generatedAt: '2026-03-01T10:01:00.000Z',
      members: ['alpha', 'beta', 'gamma'].map((schema) => ({
        schemaId: `demo.${schema}`,
        schemaVersion: '2026-03-01T10-00-00Z',
        schemaHash: schemas[schema]?.snapshot?.hash,
        gradingStatus: 'pending',
        override: null,
      })),
    });
    expect(place.json(COPY)).toEqual(lockSnapshot);
  });

  it('is kept byte for byte by imports, hand-ins and ten rebuilds, and frozen again by the next run', async () => {
    await using place = await openStarted();
    const frozen = JSON.stringify(place.index().lockSnapshot);
    await place.consume(fillScores(place.prompts()));
    for (let round = 0; round < 10; round += 1) {
      place.wait();
      await place.rebuild();
      expect(JSON.stringify(place.index().lockSnapshot)).toBe(frozen);
    }
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed' }));
    await place.import();
    expect(JSON.stringify(place.index().lockSnapshot)).toBe(frozen);
    expect(statuses(place)).toEqual(['pending', 'pending', 'pending']);
    await place.emit();
    expect(statuses(place)).toEqual(['pending', 'stable', 'stable']);
    expect(place.index().lockSnapshot?.generatedAt).toBe(place.now.toISOString());
    expect(place.json(COPY)).toEqual(place.index().lockSnapshot);
  });
});

describe('a damaged index.json', () => {
  const damage = ['', 'null', '[]', '{"indexVersion":2', '{"indexVersion":1}', '\0\0\0\0'];

  it.each(damage)('%j: every command reports it (IDX-011), and nothing is lost', async (text) => {
    await using place = await openStarted();
    const scores = fillScores(place.prompts());
    await place.write(`island/${INDEX}`, text);
    const before = place.tree();
    for (const { status, errors } of [await place.rebuild(), await place.emit(), await place.import()]) {
      expect([status, codesOf(errors), errors[0]?.where]).toEqual([false, ['IDX-011'], { file: INDEX }]);
    }
    await expect(place.consume(scores)).rejects.toMatchObject({ problem: { code: 'IDX-011' } });
    expect(place.tree()).toEqual(before);
  });

  it.each([
    ['a schema', (index: Record<string, never>) => ({ ...index, schemas: { alpha: null } })],
    [
      'a tool',
      (index: { schemas: Record<string, object> }) => ({
        ...index,
        schemas: { ...index.schemas, alpha: { ...index.schemas.alpha, tools: { getItems: null } } },
      }),
    ],
    ['a lock snapshot', (index: object) => ({ ...index, lockSnapshot: { members: [null] } })],
    ['a node', (index: object) => ({ ...index, description: null })],
    ['a summary', (index: object) => ({ ...index, summary: {} })],
  ])('%s that is invalid is damage too', async (_, spoil) => {
    await using place = await openStarted();
    await place.write(`island/${INDEX}`, JSON.stringify(spoil(place.json(INDEX))));
    expect(codesOf((await place.rebuild()).errors)).toEqual(['IDX-011']);
  });

  it('moved aside, a rebuild creates the same index again, including its lock snapshot', async () => {
    await using place = await openStarted();
    await place.consume(fillScores(place.prompts()));
    const before = contentOf(place.tree());
    await place.write(`island/${INDEX}`, '{');
    await place.fixture.rm(`island/${INDEX}`);
    const { status, results } = await place.rebuild();
    expect([status, results[0]?.changed]).toEqual([true, true]);
    expect(contentOf(place.tree())).toEqual(before);
  });

  it('if the copy is damaged too, the rebuild reports that and writes nothing', async () => {
    await using place = await openStarted();
    await place.fixture.rm(`island/${INDEX}`);
    await place.write(`island/${COPY}`, '{"members": 3}');
    const before = place.tree();
    expect(codesOf((await place.rebuild()).errors)).toEqual(['IDX-005']);
    expect(place.tree()).toEqual(before);
  });
});

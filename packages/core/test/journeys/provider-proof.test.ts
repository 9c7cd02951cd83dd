// The proof and the card of a graded provider follow its index: the aggregate's grade, and a veto that nobody can undo.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportProofs } from '../../src/features/export/write-proofs.js';
import { reportBoard } from '../../src/features/report/board.js';
import type { BoardCard } from '../../src/features/report/logic/board.js';
import { type ProviderProof, providerProof } from '../../src/spec/proof.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { againstUpstream } from '../spec/upstream-index.js';
import { aboutSources, grade, openImported } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import type { Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function openNewer(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, aboutSources());
  place.book = LATER_BOOK;
  return place;
}

/** The proof, which has to be valid, and its card. The sources of a workplace lie in its own folder. */
async function proofAndCard(place: Workplace): Promise<{ proof: ProviderProof; card: BoardCard }> {
  const proofDir = place.fixture.path;
  const done = await exportProofs({
    ...{ island: place.island(), targets: ['demo'], proofDir, now: () => place.now },
  });
  expect(done.errors).toEqual([]);
  const proof = JSON.parse(await place.fixture.readFile('demo/grade.json', 'utf8')) as ProviderProof;
  expect(providerProof.safeParse(proof).error).toBeUndefined();
  expect(againstUpstream(proof)).toEqual([]);
  let text = '';
  const { errors } = await reportBoard({
    proofs: proofDir,
    write: (part) => {
      text += part;
    },
  });
  expect(errors).toEqual([]);
  return { proof, card: JSON.parse(text).cards[0] };
}

describe('the grade of a provider', () => {
  it('is that of the namespace aggregate, also where a schema is worse', async () => {
    await using place = await openNewer();
    await grade(
      place,
      {},
      {
        answer: (given, { area, subject }) =>
          area === 'tools-aggregate-schema' && subject.includes('beta') && typeof given.score === 'number'
            ? { ...given, score: 2 }
            : given,
      },
    );
    const { proof, card } = await proofAndCard(place);
    expect(place.index().schemas.beta?.grade).not.toBe('B');
    expect(proof).toMatchObject({ grade: place.index().grade, namespaceAggregate: { grade: 'B' } });
    expect(proof.grade).not.toBe('B');
    expect(proof.namespaceAggregate.normalizedScore).toBe(place.index().namespaceAggregate.score);
    expect(card).toMatchObject({ grade: 'B', status: 'partial', column: 'In Progress', action: 'create' });
    expect(card.body).toContain(`Grade of the roll-up: ${proof.grade}`);
  });

  it('is on the board as done once the roll-up is operational', async () => {
    await using place = await openNewer();
    await grade(place);
    await grade(place);
    const { proof, card } = await proofAndCard(place);
    expect(proof).toMatchObject({ status: 'operational', grade: 'B', blockers: [] });
    expect(card).toMatchObject({ column: 'Done', grade: 'B' });
  });
});

describe('a rejected provider', () => {
  it('stays rejected in its proof and on the board, also when the entries are deleted', async () => {
    await using place = await openNewer();
    const veto = { triggeredBy: 'illegal-content', evidence: 'It says how to break in.' } as const;
    await grade(
      place,
      {},
      { areas: (areas) => areas.map((area, at) => (at === 0 ? { ...area, veto } : area)) },
    );
    const rejected = { status: 'rejected', grade: 'REJECTED' };
    const first = await proofAndCard(place);
    expect(first.proof).toMatchObject(rejected);
    expect(first.card).toMatchObject({ column: 'Rejected', status: 'rejected' });
    for (const path of pathsOf(place.tree(), '/_gradings/')) await place.fixture.rm(`island/${path}`);
    place.wait();
    const second = await proofAndCard(place);
    expect(second.proof).toMatchObject(rejected);
    expect(second.card.column).toBe('Rejected');
  });
});

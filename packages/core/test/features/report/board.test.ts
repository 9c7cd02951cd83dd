// A board is read from proofs alone, names those that are not valid, and writes nothing but itself.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { reportBoard } from '../../../src/features/report/board.js';
import { GradingError } from '../../../src/problems/problem.js';
import { contentOf, readTree } from '../../journeys/island-tree.js';

function proofText(namespace: string, more: object = {}): string {
  return JSON.stringify({
    proofVersion: 1,
    namespace,
    generatedAt: '2026-06-05T12:00:00Z',
    status: 'operational',
    namespaceAggregate: { status: 'stable', grade: 'B' },
    schemas: {},
    blockers: [],
    ...more,
  });
}

async function boardOf(proofs: string) {
  let text = '';
  const result = await reportBoard({
    proofs,
    write: (part) => {
      text += part;
    },
  });
  return { result, text, board: JSON.parse(text) };
}

describe('a board of proofs', () => {
  it('has a card for each proof, and none for a folder without one', async () => {
    await using fixture = await createFixture({
      b: { 'grade.json': proofText('b') },
      a: { 'grade.json': proofText('a'), 'a.mjs': '' },
      c: { 'c.mjs': '' },
      'README.md': '',
    });
    const { result, board } = await boardOf(fixture.path);
    expect(result.status).toBe(true);
    expect(board.cards.map(({ namespace }: { namespace: string }) => namespace)).toEqual(['a', 'b']);
  });

  it.each([
    ['torn', '{"proofVersion":'],
    ['no proof', '{}'],
    ['an index', proofText('bad', { proofVersion: undefined, indexVersion: 2 })],
    ['of another namespace', proofText('good')],
    ['with a key that stands twice', proofText('bad').replace('{', '{"status":"partial",')],
    ['with a grade that stands twice', proofText('bad').replace('"grade"', '"grade":"A","grade"')],
    ['of an unknown status', proofText('bad', { status: 'stable' })],
  ])('has a problem and no card for a file that is %s', async (_, text) => {
    await using fixture = await createFixture({
      bad: { 'grade.json': text },
      good: { 'grade.json': proofText('good') },
    });
    const { result, board } = await boardOf(fixture.path);
    expect(result).toMatchObject({ status: false, errors: [{ code: 'RPT-006' }] });
    expect(board.cards).toMatchObject([{ namespace: 'good', action: 'create' }]);
    expect(board.problems).toMatchObject([{ code: 'RPT-006', where: { file: 'bad/grade.json' } }]);
  });

  it('is the same bytes for the same proofs, wherever they lie, and leaves them as they are', async () => {
    const files = { a: { 'grade.json': proofText('a') }, bad: { 'grade.json': '{}' } };
    await using one = await createFixture(files);
    await using other = await createFixture(files);
    const before = contentOf(readTree(one.path));
    expect((await boardOf(one.path)).text).toBe((await boardOf(other.path)).text);
    expect(contentOf(readTree(one.path))).toEqual(before);
  });

  it('is written to a file, but over no proof', async () => {
    await using fixture = await createFixture({ repo: { a: { 'grade.json': proofText('a') } } });
    const write = () => {
      throw new Error('nothing is printed');
    };
    const proofs = fixture.getPath('repo');
    const out = fixture.getPath('board.json');
    expect(await reportBoard({ proofs, out, write })).toMatchObject({ status: true, out });
    expect(JSON.parse(await fixture.readFile('board.json', 'utf8'))).toMatchObject({ boardVersion: 1 });
    const over = reportBoard({ proofs, out: fixture.getPath('repo/a/grade.json'), write });
    await expect(over).rejects.toMatchObject({ problem: { code: 'CLI-006' } });
  });

  it('needs a folder', async () => {
    await using fixture = await createFixture({ file: '' });
    for (const name of ['file', 'missing']) {
      await expect(boardOf(fixture.getPath(name))).rejects.toThrow(GradingError);
    }
  });
});

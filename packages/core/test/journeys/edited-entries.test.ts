// An entry that was edited or taken away after it was written counts for nothing, and no older one counts in its place.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateGrades } from '../../src/features/gate/run.js';
import { reportGrades } from '../../src/features/report/run.js';
import { grade, oneTool, openImported } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const LOST = 'an entry is not what the journal has taken in, re-grade required';
const poor: Parameters<typeof grade>[2] = {
  answer: (given) => (typeof given.score === 'number' ? { ...given, score: 2 } : given),
};

/** Graded well, then badly: the newest entries make the gate fail. */
async function openPoor() {
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await grade(place);
  const older = new Set(pathsOf(place.tree(), '/_gradings/'));
  await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } }, poor);
  expect(place.index().schemas.alpha?.tools.getItems).toMatchObject({ status: 'graded' });
  const newest = pathsOf(place.tree(), '/_gradings/').filter((path) => !older.has(path));
  return Object.assign(place, { newest });
}

type Poor = Awaited<ReturnType<typeof openPoor>>;

const ATTACKS: Record<string, (text: string) => string | null> = {
  'better scores and a better grade': (text) =>
    text.replaceAll('"score": 2', '"score": 5').replace(/"aggregateGrade": "[CD]"/, '"aggregateGrade": "B"'),
  'a better grade alone': (text) => text.replace(/"aggregateGrade": "[CD]"/, '"aggregateGrade": "B"'),
  'no JSON any more': () => 'garbage',
  'the file taken away': () => null,
};

async function attack(place: Poor, change: (text: string) => string | null): Promise<void> {
  for (const path of place.newest) {
    const text = place.island().readText(path) ?? '';
    const changed = change(text);
    expect(changed).not.toBe(text);
    if (changed === null) await place.fixture.rm(`island/${path}`);
    else await place.write(`island/${path}`, changed);
  }
}

const gateOf = (place: Workplace) =>
  gateGrades({
    island: place.island(),
    targets: ['demo'],
    minGrade: 'B',
    allowMapped: true,
    now: () => place.now,
  });

describe.each(Object.entries(ATTACKS))('%s', (_, change) => {
  it('lifts no grade, in no command, before a rebuild and after one', async () => {
    await using place = await openPoor();
    expect(codesOf((await gateOf(place)).errors)).toContain('GAT-004');
    await attack(place, change);
    expect((await gateOf(place)).status).toBe(false);
    let document = '';
    await reportGrades({
      island: place.island(),
      targets: ['demo'],
      format: 'json',
      write: (part) => {
        document += part;
      },
      folders: { root: place.root, home: place.root },
      now: () => place.now,
    });
    expect(document).toContain(LOST);
    expect(document).not.toMatch(/"status": ?"(stable|graded)"/);
    const { results } = await place.rebuild();
    expect(codesOf(results.flatMap(({ warnings }) => warnings))).toContain('IDX-010');
    const node = place.index().schemas.alpha;
    expect(node?.tools.getItems).toMatchObject({ status: 'pending', reason: LOST });
    expect(node?.toolsAggregate).toMatchObject({ status: 'pending', reason: LOST });
    expect((await gateOf(place)).status).toBe(false);
  });
});

it('counts again where it is put back, and grading again settles it too', async () => {
  await using place = await openPoor();
  const before = place.index().schemas.alpha;
  const kept = place.newest.map((path) => ({ path, text: place.island().readText(path) ?? '' }));
  await attack(place, () => null);
  await place.rebuild();
  expect(place.index().schemas.alpha).not.toEqual(before);
  for (const { path, text } of kept) await place.write(`island/${path}`, text);
  await place.rebuild();
  expect(place.index().schemas.alpha).toEqual(before);
  await attack(place, () => null);
  await grade(place);
  expect(place.index().schemas.alpha?.tools.getItems).toMatchObject({ status: 'stable' });
});

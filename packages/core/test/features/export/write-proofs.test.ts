// A proof is written beside the sources that it is about, and nowhere else; nothing else is ever touched.
import { cp, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exportTargets } from '../../../src/features/export/run.js';
import { exportProofs } from '../../../src/features/export/write-proofs.js';
import { Island } from '../../../src/island/island.js';
import { READING_LIMITS } from '../../../src/sources/logic/module-reading.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import { type ProviderProof, providerProof } from '../../../src/spec/proof.js';
import { contentOf, readTree } from '../../journeys/island-tree.js';
import { codesOf, openWorkplace, type Workplace } from '../../journeys/workplace.js';
import { LATER_BOOK } from '../../spec/books/registered-layers.js';
import { againstUpstream } from '../../spec/upstream-index.js';

/** Imported under the specification that has proofs; its sources lie in `repo/demo`. */
async function openProved(): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace();
  place.book = LATER_BOOK;
  await place.import();
  await place.fixture.mkdir('repo');
  await cp(place.path('demo'), place.path('repo/demo'), { recursive: true });
  place.wait();
  return place;
}

function prove(place: Workplace, more: { targets?: string[]; all?: boolean; check?: boolean } = {}) {
  const proofDir = place.path('repo');
  return exportProofs({ island: place.island(), proofDir, targets: ['demo'], now: () => place.now, ...more });
}

async function readProof(place: Workplace): Promise<ProviderProof> {
  return JSON.parse(await place.fixture.readFile('repo/demo/grade.json', 'utf8')) as ProviderProof;
}

const repoOf = (place: Workplace) => contentOf(readTree(place.path('repo')));

/** A proof is refused with this code, and every file stays as it is. */
async function expectRefused(place: Workplace, code: string): Promise<void> {
  const before = repoOf(place);
  const { status, results, errors } = await prove(place);
  expect(status).toBe(false);
  expect(results).toEqual([]);
  expect(codesOf(errors)).toEqual([code]);
  expect(repoOf(place)).toEqual(before);
}

describe('the proof of a provider', () => {
  it('is written beside its sources, valid, and nothing else changes', async () => {
    await using place = await openProved();
    const sources = repoOf(place);
    const island = place.tree();
    const { status, results } = await prove(place);
    expect(status).toBe(true);
    expect(results).toMatchObject([{ target: 'providers/demo', written: true }]);
    const proof = await readProof(place);
    expect(providerProof.safeParse(proof).error).toBeUndefined();
    expect(againstUpstream(proof)).toEqual([]);
    expect(proof).toMatchObject({ namespace: 'demo', status: place.index().status });
    expect(Object.keys(proof.schemas)).toEqual(['alpha', 'beta', 'gamma']);
    const { 'demo/grade.json': _, ...others } = repoOf(place);
    expect(others).toEqual(sources);
    expect(contentOf(place.tree())).toEqual(contentOf(island));
  });

  it('stays byte for byte when only its time would change', async () => {
    await using place = await openProved();
    await prove(place);
    const before = repoOf(place);
    place.wait(3600);
    const { results } = await prove(place);
    expect(results).toMatchObject([{ written: false }]);
    expect(repoOf(place)).toEqual(before);
  });

  it('is replaced when the index has changed, and keeps what the board wrote', async () => {
    await using place = await openProved();
    await prove(place);
    const monitoring = { githubIssue: 12, boardColumn: 'Backlog' };
    const older = { ...(await readProof(place)), status: 'operational', monitoring };
    await place.write('repo/demo/grade.json', JSON.stringify(older));
    place.wait(3600);
    expect((await prove(place)).results).toMatchObject([{ written: true }]);
    const proof = await readProof(place);
    const { status } = place.index();
    expect(proof).toMatchObject({ status, monitoring, generatedAt: place.now.toISOString() });
  });

  it('with check, is reported and not written while it is not up to date', async () => {
    await using place = await openProved();
    const before = repoOf(place);
    const first = await prove(place, { check: true });
    expect(codesOf(first.errors)).toEqual(['EXP-013']);
    expect(repoOf(place)).toEqual(before);
    await prove(place);
    expect(await prove(place, { check: true })).toMatchObject({
      status: true,
      results: [{ written: false }],
    });
  });
});

describe('no proof is written', () => {
  it('where an edited source lies', async () => {
    await using place = await openProved();
    await place.write('repo/demo/alpha.mjs', 'export const main = {};\n');
    await expectRefused(place, 'EXP-011');
  });

  it('where a source is missing', async () => {
    await using place = await openProved();
    await place.fixture.rm('repo/demo/alpha.mjs');
    await expectRefused(place, 'EXP-011');
  });

  it('where a source lies that was never imported', async () => {
    await using place = await openProved();
    await place.write('repo/demo/delta.mjs', 'export const main = {};\n');
    await expectRefused(place, 'EXP-011');
  });

  it('where there is no provider folder', async () => {
    await using place = await openProved();
    await place.fixture.rm('repo/demo');
    await expectRefused(place, 'EXP-010');
  });

  it.each([
    ['it lies in the island', 'inner', 'inner/repo'],
    ['the island lies in it', 'repo/demo/island', 'repo'],
  ])('where %s', async (reason, root, proofs) => {
    await using place = await openProved();
    await cp(place.path('island'), place.path(root), { recursive: true });
    await cp(place.path('demo'), place.path(`${proofs}/demo`), { recursive: true });
    const island = new Island(place.path(root), undefined, {
      ...{ now: () => place.now, ...(LATER_BOOK && { book: LATER_BOOK }) },
    });
    const proofDir = place.path(proofs);
    const { errors } = await exportProofs({ island, proofDir, targets: ['demo'], now: () => place.now });
    expect(errors).toMatchObject([{ code: 'EXP-010', args: { reason } }]);
    expect(await place.fixture.exists(`${proofs}/demo/grade.json`)).toBe(false);
  });

  it('where a link leads into the island', async () => {
    await using place = await openProved();
    await place.write('island/_exports/notes.txt', 'mine');
    await cp(place.path('demo'), place.path('island/_exports/demo'), { recursive: true });
    await symlink(place.path('island/_exports'), place.path('linked'));
    const proofDir = place.path('linked');
    const { errors } = await exportProofs({ island: place.island(), proofDir, targets: ['demo'] });
    expect(errors).toMatchObject([{ code: 'EXP-010', args: { reason: 'it lies in the island' } }]);
  });

  it('over a grade.json that is too large, which is no module', async () => {
    await using place = await openProved();
    await place.write('repo/demo/grade.json', ' '.repeat(READING_LIMITS.maxBytes + 1));
    const { errors } = await prove(place);
    expect(errors).toMatchObject([
      { code: 'EXP-012', args: { reason: expect.stringMatching(/^the file exceeds the limit of /) } },
    ]);
  });

  it('where the provider folder is a file', async () => {
    await using place = await openProved();
    await place.fixture.rm('repo/demo');
    await place.write('repo/demo', '');
    await expectRefused(place, 'EXP-010');
  });

  it('through a link to a provider folder', async () => {
    await using place = await openProved();
    await place.fixture.rm('repo/demo');
    await symlink(place.path('demo'), place.path('repo/demo'));
    await expectRefused(place, 'EXP-010');
    expect(Object.keys(contentOf(readTree(place.path('demo'))))).not.toContain('grade.json');
  });

  it.each([
    ['something else', '{"name":"package"}'],
    ['no JSON', 'grade: B'],
    ['an index', JSON.stringify({ indexVersion: 2, namespace: 'demo', status: 'partial' })],
  ])('over a grade.json that is %s', async (_, text) => {
    await using place = await openProved();
    await place.write('repo/demo/grade.json', text);
    await expectRefused(place, 'EXP-012');
  });

  it('over the proof of another namespace', async () => {
    await using place = await openProved();
    await prove(place);
    await place.write(
      'repo/demo/grade.json',
      JSON.stringify({ ...(await readProof(place)), namespace: 'other' }),
    );
    await expectRefused(place, 'EXP-012');
  });

  it('through a link in its place, even to a proof of the namespace', async () => {
    await using place = await openProved();
    await prove(place);
    const victim = JSON.stringify({ ...(await readProof(place)), status: 'operational' });
    await place.write('victim.json', victim);
    await place.fixture.rm('repo/demo/grade.json');
    await symlink(place.path('victim.json'), place.path('repo/demo/grade.json'));
    const { errors } = await prove(place);
    expect(codesOf(errors)).toEqual(['EXP-012']);
    expect(await place.fixture.readFile('victim.json', 'utf8')).toBe(victim);
  });

  it('of a part of a namespace, or under a specification without proofs', async () => {
    await using place = await openProved();
    expect(codesOf((await prove(place, { targets: ['demo/alpha'] })).errors)).toEqual(['EXP-009']);
    place.book = DEFAULT_BOOK;
    await expectRefused(place, 'EXP-008');
  });

  it('for one target, and it is for the others', async () => {
    await using place = await openProved();
    const { status, results, errors } = await prove(place, { targets: ['nobody', 'demo'] });
    expect(status).toBe(false);
    expect(codesOf(errors)).toEqual(['TGT-001']);
    expect(results).toMatchObject([{ target: 'providers/demo', written: true }]);
  });
});

describe('an export into a fresh folder', () => {
  const exported = (place: Workplace) =>
    exportTargets({
      ...{ island: place.island(), exportRoot: place.path('out'), targets: ['demo'] },
      now: () => place.now,
    });

  it('has the proof in it, under a specification that has proofs', async () => {
    await using place = await openProved();
    const { results } = await exported(place);
    expect(results).toMatchObject([{ proofExportPath: 'providers/demo/grade.json' }]);
    const files = contentOf(readTree(results[0]?.exportDir ?? ''));
    expect(againstUpstream(JSON.parse(files['providers/demo/grade.json'] ?? ''))).toEqual([]);
  });

  it('has none under the first specification', async () => {
    await using place = await openWorkplace();
    await place.import();
    const { results } = await exported(place);
    expect(results[0]).not.toHaveProperty('proofExportPath');
    expect(Object.keys(contentOf(readTree(results[0]?.exportDir ?? '')))).not.toContain(
      'providers/demo/grade.json',
    );
  });
});

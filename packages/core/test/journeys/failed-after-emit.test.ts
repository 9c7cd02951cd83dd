// Under gradingSpec 3.0.3: files that fail the gate while a run is open, or after all of a namespace was graded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportProofs } from '../../src/features/export/write-proofs.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import { aboutSources, alphaText, grade, oneTool, rebuiltThrice } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const TORN = 'export const main = {';
const INVALID = schemaText({ name: 'beta', version: 'four' });

async function open(): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace(aboutSources());
  place.origin = provider.origin;
  place.book = LATER_BOOK;
  await place.import();
  place.wait();
  return place;
}

/** Replaces sources by ones that fail, or mends them. */
async function replace(place: Workplace, files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) await place.write(`demo/${file}`, text);
  await place.import();
  place.wait();
}

const named = (place: Workplace) => ({ island: place.island(), targets: ['demo'], now: () => place.now });
const idsOf = (place: Workplace) => place.prompts().prompts.map(({ id }) => id);

describe('a file that fails while a run is open', () => {
  it('begins a new run, which asks and tests nothing of it and lets what is wide wait', async () => {
    await using place = await open();
    const [old] = (await place.emit()).results;
    const scores = fillScores(place.prompts());
    await replace(place, { 'beta.mjs': TORN });
    const [found] = (await place.emit()).results;
    expect(found?.skipped).toBe(false);
    expect(found?.taskId).not.toBe(old?.taskId);
    expect(idsOf(place)).toEqual(['single-test/alpha.getItems', 'tools-aggregate-schema/alpha']);
    expect(found?.pretests.map(({ schema }) => schema)).not.toContain('beta');
    const areas = found?.gatedAreas.map(({ area }) => area);
    expect(areas).toEqual(['tools-aggregate-namespace', 'namespace-description', 'about-namespace']);
    expect(codesOf((await place.consume(scores)).errors)).toEqual(['SCR-004']);
    const { seen } = provider;
    const requests = seen.length;
    const [again] = (await place.emit()).results;
    expect([again?.skipped, again?.taskId, provider.seen.length]).toEqual([true, found?.taskId, requests]);
  });

  it.each([true, false])(
    'answers about it, and about the whole, are not taken in; snapshot: %s',
    async (kept) => {
      await using place = await open();
      await place.emit();
      const scores = fillScores(place.prompts());
      const file = kept ? 'beta' : 'delta';
      await replace(place, { [`${file}.mjs`]: TORN });
      const before = pathsOf(place.tree(), '/_gradings/');
      const { status, errors } = await place.consume(scores);
      const subjects = errors.map(({ args }) => `${args?.area}/${args?.subject}`);
      expect([status, new Set(codesOf(errors))]).toEqual([false, new Set(['SCR-014'])]);
      expect(subjects).toEqual([
        ...(kept ? ['single-test/beta.getItems', 'tools-aggregate-schema/beta'] : []),
        ...['tools-aggregate-namespace/demo', 'namespace-description/demo'],
      ]);
      expect(pathsOf(place.tree(), '/_gradings/')).toEqual(before);
    },
  );

  it('answers are taken in again once it passes', async () => {
    await using place = await open();
    await place.emit();
    const scores = fillScores(place.prompts());
    await replace(place, { 'beta.mjs': TORN });
    await replace(place, { 'beta.mjs': oneTool('beta') });
    expect((await place.consume(scores)).errors).toEqual([]);
    expect(place.index().schemas.beta?.status).toBe('stable');
  });

  it('does not stop answers about a whole that does not wait for it', async () => {
    await using place = await open();
    await replace(place, { 'delta.mjs': TORN });
    place.book = DEFAULT_BOOK;
    await place.rebuild();
    await place.emit();
    expect(idsOf(place)).toContain('namespace-description/demo');
    expect((await place.consume(fillScores(place.prompts()))).errors).toEqual([]);
  });

  it('is not said to be a damaged index', async () => {
    await using place = await open();
    await replace(place, { 'delta.mjs': TORN });
    const [found] = (await place.emit()).results;
    const about = found?.gatedAreas.find(({ area }) => area === 'about-namespace')?.reason;
    expect(about).toContain('demo.delta (its file does not pass the gate, blocked)');
    expect(about).not.toContain('index damaged');
  });
});

describe('a graded namespace of which no schema can be used', () => {
  const torn = { 'alpha.mjs': TORN, 'beta.mjs': TORN };
  const graded = async () => {
    const place = await open();
    await grade(place);
    await grade(place);
    expect(place.index().status).toBe('operational');
    return place;
  };

  it.each([
    ['none can be read', torn, 'all-schemas-unparseable'],
    ['one can be read, but fails', { ...torn, 'beta.mjs': INVALID }, 'validation-failed'],
  ])('is blocked and has no grade: %s', async (_, files, reason) => {
    await using place = await graded();
    const before = place.index();
    const entries = pathsOf(place.tree(), '/_gradings/');
    await replace(place, files);
    const index = await rebuiltThrice(place);
    expect([index.status, index.grade, index.reason]).toEqual(['blocked', undefined, reason]);
    for (const node of [index.about, index.description, index.namespaceAggregate]) {
      expect(node).toMatchObject({ status: 'blocked', reason: 'validation-failed' });
      expect(node).not.toHaveProperty('grade');
    }
    expect(pathsOf(place.tree(), '/_gradings/')).toEqual(entries);
    expect((await verifyTargets(named(place))).status).toBe(true);
    const { errors } = await exportProofs({ ...named(place), proofDir: place.fixture.path });
    expect(errors).toEqual([]);
    const proof = JSON.parse(await place.fixture.readFile('demo/grade.json', 'utf8'));
    expect([proof.status, proof.grade, proof.namespaceAggregate.grade]).toEqual([
      ...['blocked', undefined, undefined],
    ]);
    await replace(place, { 'alpha.mjs': alphaText(), 'beta.mjs': oneTool('beta') });
    expect(place.index()).toEqual({ ...before, updatedAt: place.index().updatedAt });
  });

  it('counts what is wide while one can be used', async () => {
    await using place = await graded();
    await replace(place, { 'beta.mjs': TORN });
    expect(place.index()).toMatchObject({ status: 'partial', description: { status: 'stable' } });
  });

  it('stays rejected if a veto was raised', async () => {
    await using place = await graded();
    const veto = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
    await grade(
      place,
      { scope: 'all', areas: ['namespace-description'] },
      { areas: (areas) => areas.map((one) => ({ ...one, veto })) },
    );
    await replace(place, torn);
    expect(place.index()).toMatchObject({
      ...{ status: 'rejected', grade: 'REJECTED', description: { status: 'rejected' } },
    });
  });
});

describe('an emit that has nothing to ask', () => {
  it('says that it closes the open run, and the refused hand-in says what to do', async () => {
    await using place = await open();
    const [begun] = (await place.emit()).results;
    const scores = fillScores(place.prompts());
    await replace(place, { 'alpha.mjs': TORN, 'beta.mjs': TORN });
    const [found] = (await place.emit()).results;
    const told = found?.warnings.filter(({ code }) => code === 'RUN-021');
    expect(told).toMatchObject([{ args: { taskId: begun?.taskId, target: 'providers/demo' } }]);
    const { errors } = await place.consume(scores);
    expect(codesOf(errors)).toEqual(['SCR-033']);
    const { hint } = describeProblem(errors[0] as (typeof errors)[number]);
    expect(hint).toContain('flowmcp grading state providers/demo');
    expect(hint).not.toContain('prompts.json');
    const [later] = (await place.emit()).results;
    expect(codesOf(later?.warnings ?? [])).not.toContain('RUN-021');
  });
});

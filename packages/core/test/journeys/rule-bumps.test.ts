// Entries keep to the rules they name; what a new gradingSystem or scoringSystem makes of them, and what is done next.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { gateGrades } from '../../src/features/gate/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { recordFacts } from '../../src/island/journal/record-facts.js';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { bookWith, gradingLayer, registerLayers, scoringLayer } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import {
  aboutSources,
  change,
  entriesIn,
  forgetLines,
  grade,
  oneTool,
  openImported,
  rebuiltThrice,
} from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const SOURCES = { demo: { 'alpha.mjs': oneTool('alpha') } };
const TOOL = 'alpha/tools/getItems';
const NODE = 'schemas.alpha.tools.getItems';
const open = () => openImported(provider.origin, SOURCES);
const toolOf = (place: Workplace) => place.index().schemas.alpha?.tools.getItems;
const entriesOf = (place: Workplace, folder = TOOL) =>
  entriesIn(place, folder).map((path) => place.json<GradingEntry>(path));
const allEntries = (place: Workplace) =>
  pathsOf(place.tree(), '/_gradings/').map((path) => [path, place.tree().get(path)]);
const named = (place: Workplace) => ({ island: place.island(), targets: ['demo'], now: () => place.now });
async function verified(place: Workplace) {
  const { status, results, errors } = await verifyTargets({ ...named(place) });
  return { status, found: codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)]) };
}
async function explained(place: Workplace) {
  const { results } = await explainGrades({ ...named(place), node: NODE });
  return results[0]?.nodes[0]?.entry;
}

async function nextOf(place: Workplace): Promise<string> {
  return (await readState(named(place))).results[0]?.nextAction.why ?? '';
}

const gateOf = (place: Workplace) => gateGrades({ ...named(place), minGrade: 'B', allowMapped: true });

/** Rewrites all entries as another version of the tool would have written them. */
async function writeAsOther(place: Workplace, change: Partial<GradingEntry>): Promise<void> {
  for (const path of pathsOf(place.tree(), '/_gradings/')) {
    const entry = { ...place.json<GradingEntry>(path), ...change };
    await place.write(`island/${path}`, `${JSON.stringify(entry, null, 2)}\n`);
  }
  await forgetLines(place, ['entry']);
  recordFacts(place.island(), 'providers/demo', { own: [], now: place.now });
}

/** B only from 4.0: what scored between is a C. */
const STRICT = gradingLayer('1.1.0', {
  bands: [
    { atLeast: 4.5, grade: 'A' },
    { atLeast: 4, grade: 'B' },
    { atLeast: 2.5, grade: 'C' },
  ],
});
const ANEW = scoringLayer('1.1.0', { fail: 2 });

describe('a new gradingSystem', () => {
  it('leaves the recorded letter, shows the new one beside it, and grades the stored answers once', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    const [before, entries] = [place.index(), allEntries(place)];
    const gated = await gateOf(place);
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });

    place.book = bookWith({ grading: STRICT });
    // The index on disk is still that of the other rules.
    expect(await verified(place)).toEqual({ status: true, found: ['VFY-084'] });
    const bumped = await rebuiltThrice(place);
    expect(allEntries(place)).toEqual(entries);
    expect(toolOf(place)).toMatchObject({
      status: 'stable',
      grade: 'B',
      rules: { scoringSystem: 'scoringSystem/1.0.0', gradingSystem: 'gradingSystem/1.0.0' },
      regraded: { gradingSystem: 'gradingSystem/1.1.0', grade: 'C', status: 'graded' },
    });
    expect(bumped).toMatchObject({ status: before.status, grade: before.grade });
    expect([await gateOf(place), bumped.lockSnapshot]).toEqual([gated, before.lockSnapshot]);
    expect(bumped.summary).toMatchObject({
      gradingSystem: 'gradingSystem/1.0.0',
      regraded: { status: 'partial', grade: 'C' },
    });
    expect(bumped.summary).not.toHaveProperty('mixed');
    expect(await nextOf(place)).toContain('the rules have changed');
    expect(await verified(place)).toEqual({ status: true, found: [] });
    expect(await explained(place)).toMatchObject({
      grade: 'B',
      mean: { band: { grade: 'B', atLeast: 3.5, below: 4.5 } },
    });

    const { results } = await place.emit('demo');
    expect(results[0]).toMatchObject({ nothingDue: true, promptCount: 0 });
    expect(results[0]?.regraded).toContainEqual({ node: NODE, from: 'B', to: 'C' });
    expect(results[0]?.regraded).toHaveLength(entries.length);
    const [old, next] = entriesOf(place);
    expect(next).toMatchObject({
      gradingSystem: 'gradingSystem/1.1.0',
      scoringSystem: 'scoringSystem/1.0.0',
      gradings: old?.gradings,
      harness: old?.harness,
      aggregateGrade: 'C',
      regradingTrigger: { triggeredBy: 'grading-system-bump', previousGradingId: old?.gradingId },
    });
    expect(allEntries(place)).toEqual(expect.arrayContaining(entries));
    expect(toolOf(place)).toMatchObject({ status: 'graded', grade: 'C' });
    expect(toolOf(place)).not.toHaveProperty('rules');
    expect((await rebuiltThrice(place)).summary.gradingSystem).toBe('gradingSystem/1.1.0');
    expect(await verified(place)).toEqual({ status: true, found: [] });
    expect(await explained(place)).toMatchObject({ mean: { band: { grade: 'C', below: 4 } } });
    place.wait();
    expect((await place.emit('demo')).results[0]).not.toHaveProperty('regraded');

    place.book = DEFAULT_BOOK;
    await place.rebuild();
    expect(toolOf(place)).toMatchObject({ grade: 'C', regraded: { grade: 'B', status: 'stable' } });
  });

  it('is no failure of a run that asks nothing else, because the rest waits', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ grading: STRICT });
    const { status, errors, results } = await place.emit('demo');
    expect([status, codesOf(errors), results[0]?.promptCount]).toEqual([true, [], 0]);
    expect(results[0]?.regraded?.length).toBeGreaterThan(0);
    expect(results[0]?.gatedAreas.map(({ area }) => area)).toContain('about-namespace');
    place.wait();
    expect(codesOf((await place.emit('demo')).errors)).toEqual(['RUN-002']);
  });

  it('set and set back without a run between: the index is as before', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    const { updatedAt: _at, ...before } = place.index();
    place.book = bookWith({ grading: STRICT });
    await rebuiltThrice(place);
    place.book = DEFAULT_BOOK;
    const { updatedAt: _again, ...after } = await rebuiltThrice(place);
    expect(after).toEqual(before);
  });

  it('changes weights too, and counts what is mixed', async () => {
    const heavy = gradingLayer('1.2.0', { weights: { 'Q-single-test-04': 9 } });
    using _ = registerLayers({ grading: heavy });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ grading: heavy });
    await place.emit('demo/alpha');
    const [old, next] = entriesOf(place);
    const weightIn = (entry?: GradingEntry) =>
      entry?.gradings.find(({ questionId }) => questionId === 'Q-single-test-04')?.weight;
    expect([weightIn(old), weightIn(next)]).toEqual([expect.any(Number), 9]);
    expect(weightIn(old)).not.toBe(9);
    expect(place.index().summary).toMatchObject({
      gradingSystem: 'gradingSystem/1.0.0',
      mixed: {
        scoringSystem: { 'scoringSystem/1.0.0': 4 },
        gradingSystem: { 'gradingSystem/1.0.0': 2, 'gradingSystem/1.2.0': 2 },
      },
    });
    expect(await verified(place)).toEqual({ status: true, found: [] });
    const { results } = await explainGrades(named(place));
    expect(results[0]?.rollup.rule).toContain(
      'Its grades are mixed: scoringSystem/1.0.0 (4), gradingSystem/1.0.0 (2), gradingSystem/1.2.0 (2).',
    );
  });

  it('a copied entry that only claims to follow a bump is found', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ grading: STRICT });
    await place.emit('demo');
    const path = entriesIn(place, TOOL).at(-1) ?? '';
    const forged = place.json<GradingEntry>(path);
    const gradings = forged.gradings.map((one) => (one.score === 3.6 ? { ...one, score: 3.7 } : one));
    await place.write(`island/${path}`, `${JSON.stringify({ ...forged, gradings }, null, 2)}\n`);
    expect((await verified(place)).found).toContain('VFY-051');
    const previousGradingId = entriesOf(place, 'alpha')[0]?.gradingId;
    const regradingTrigger = { ...forged.regradingTrigger, previousGradingId };
    await place.write(`island/${path}`, `${JSON.stringify({ ...forged, regradingTrigger }, null, 2)}\n`);
    expect((await verified(place)).found).toContain('VFY-054');
  });

  it('is applied beside an open run, which is superseded', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    await change(place, { 'beta.mjs': oneTool('beta') });
    const [begun] = (await place.emit('demo')).results;
    expect(begun?.promptCount).toBeGreaterThan(0);
    place.wait();
    place.book = bookWith({ grading: STRICT });
    const [again] = (await place.emit('demo')).results;
    expect(again?.taskId).not.toBe(begun?.taskId);
    expect(place.json('providers/demo/state.json')).toMatchObject({
      rules: { gradingSystem: STRICT.version },
    });
    expect(again?.regraded).toContainEqual({ node: NODE, from: 'B', to: 'C' });
    expect(toolOf(place)).toMatchObject({ status: 'graded', grade: 'C' });
  });

  it('gives no new letter to what the run asks in full', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ grading: STRICT });
    const asked = { scope: 'all', regrade: { triggeredBy: 'scheduled' } } as const;
    const { emitted } = await grade(place, asked, { score: 4.2 });
    expect(emitted.regraded ?? []).not.toContainEqual(expect.objectContaining({ node: NODE }));
    expect(entriesOf(place).map(({ aggregateGrade }) => aggregateGrade)).toEqual(['B', 'B']);
  });

  it('refuses the hand-in of a run that was emitted before it', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await place.emit('demo');
    const scores = fillScores(place.prompts());
    place.book = bookWith({ grading: STRICT });
    await expect(place.consume(scores)).rejects.toThrow('RUN-013');
    expect(entriesOf(place)).toEqual([]);
    await grade(place);
    expect(toolOf(place)).toMatchObject({ status: 'stable' });
  });

  it('goes before a partial run, whose entry repeats the new letter', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ grading: STRICT });
    await grade(place, { mode: 'partial', questions: ['Q-single-test-04'] }, { score: 5 });
    expect(entriesOf(place).map(({ gradingMode, aggregateGrade }) => [gradingMode, aggregateGrade])).toEqual([
      ['full', 'B'],
      ['full', 'C'],
      ['partial', 'C'],
    ]);
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });
});

describe('a new scoringSystem', () => {
  it('keeps letters, makes every node due, and is done when each was scored again', async () => {
    using _ = registerLayers({ scoring: ANEW });
    await using place = await open();
    await grade(place);
    await grade(place, { scope: 'all' });
    const operational = place.index().schemas.alpha;
    expect(operational).toMatchObject({ status: 'stable', grade: 'B' });

    place.book = bookWith({ scoring: ANEW });
    const bumped = await rebuiltThrice(place);
    expect(bumped.schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
    expect(toolOf(place)).toMatchObject({ grade: 'B', due: 'scoring-system-bump' });
    expect(toolOf(place)).not.toHaveProperty('regraded');
    expect(bumped.status).toBe('partial');
    expect(await nextOf(place)).toContain('the rules have changed');
    const [plan] = (await planGrading(named(place))).results;
    expect(plan?.nodes.find(({ node }) => node === NODE)).toMatchObject({
      kind: 'rescore',
      reason: 'scored by scoringSystem/1.0.0',
    });
    expect(plan?.run.prompts).toBeGreaterThan(0);
    expect(await verified(place)).toEqual({ status: true, found: [] });

    const partial = await place.emit('demo', { mode: 'partial', questions: ['Q-single-test-04'] });
    expect(codesOf(partial.errors)).toEqual(['RUN-018']);
    expect(exitCodeOf(partial.errors)).toBe(2);

    const before = entriesOf(place).length;
    await grade(place);
    const next = entriesOf(place);
    expect(next).toHaveLength(before + 1);
    expect(next.at(-1)).toMatchObject({
      scoringSystem: 'scoringSystem/1.1.0',
      regradingTrigger: { triggeredBy: 'scoring-system-bump' },
    });
    const after = await rebuiltThrice(place);
    expect(after.summary).toMatchObject({ scoringSystem: 'scoringSystem/1.1.0' });
    expect(toolOf(place)).not.toHaveProperty('due');
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it('goes before a new gradingSystem: nothing is graded from stored answers first', async () => {
    using _ = registerLayers({ scoring: ANEW, grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    place.book = bookWith({ scoring: ANEW, grading: STRICT });
    await place.rebuild();
    expect(toolOf(place)).toMatchObject({ due: 'scoring-system-bump' });
    expect(toolOf(place)).not.toHaveProperty('regraded');
    const { results } = await place.emit('demo');
    expect(results[0]).not.toHaveProperty('regraded');
    expect(results[0]?.promptCount).toBeGreaterThan(0);
  });
});

describe('rules that are not known', () => {
  it.each([
    ['gradingSystem', 'gradingSystem/9.0.0'],
    ['gradingSystem', 'gradingSystem/0.9.0'],
    ['scoringSystem', 'scoringSystem/9.0.0'],
    ['scoringSystem', 'scoringSystem/0.9.0'],
  ] as const)('%s %s: judged by no others, said everywhere, due again', async (axis, version) => {
    await using place = await open();
    await grade(place);
    await writeAsOther(place, { [axis]: version });
    const unknown = `its ${version} is not known to this version`;
    // An index that judged them by the tool's own rules is the work of another version.
    expect((await verified(place)).found).toContain('VFY-084');
    const index = await rebuiltThrice(place);
    expect(toolOf(place)).toMatchObject({ status: 'blocked', reason: unknown, rules: { [axis]: version } });
    expect(index.status).toBe('blocked');
    expect(index.blockers).toContainEqual({ node: NODE, reason: unknown });
    expect(JSON.stringify(index)).not.toContain('"stable"');
    expect(await verified(place)).toEqual({
      status: true,
      found: [...Array.from({ length: 4 }, () => 'VFY-027'), 'VFY-098'],
    });
    const strict = await verifyTargets({ ...named(place), strict: true });
    expect(codesOf(strict.errors)).toContain('VFY-027');
    expect(await explained(place)).toMatchObject({ mean: null, grade: null, unknownRules: unknown });
    const [plan] = (await planGrading(named(place))).results;
    expect(plan?.nodes.find(({ node }) => node === NODE)).toMatchObject({ kind: 'rescore', reason: unknown });
    expect(await nextOf(place)).toContain('the rules have changed');
    const partial = await place.emit('demo', { mode: 'partial', questions: ['Q-single-test-04'] });
    expect(codesOf(partial.errors)).toEqual(['RUN-018']);
    await grade(place);
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
    expect((await rebuiltThrice(place)).schemas.alpha).toMatchObject({ status: 'stable' });
  });

  it('a veto stands whatever its rules', async () => {
    await using place = await open();
    const veto = { triggeredBy: 'illegal-content' as const, evidence: 'in the answers' };
    await grade(place, {}, { areas: (all) => all.map((area) => ({ ...area, veto })) });
    await writeAsOther(place, { gradingSystem: 'gradingSystem/9.0.0' });
    expect((await rebuiltThrice(place)).status).toBe('rejected');
    expect(toolOf(place)).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(await explained(place)).toMatchObject({ grade: 'REJECTED', veto: { evidence: 'in the answers' } });
  });
});

it('a tool that knows other layers alone writes their names everywhere', async () => {
  const rules = { scoring: scoringLayer('7.0.0'), grading: gradingLayer('7.0.0') };
  using _ = registerLayers(rules);
  await using place = await open();
  place.book = bookWith(rules);
  await grade(place);
  const written = [...place.tree().keys()].flatMap((path) =>
    [...(place.island().readText(path) ?? '').matchAll(/(?:scoring|grading)System\/[\d.]+/g)].map(
      ([version]) => [path, version],
    ),
  );
  expect(written.length).toBeGreaterThan(8);
  expect(written.filter(([, version]) => !version?.endsWith('/7.0.0'))).toEqual([]);
});

// Partial gradings: chosen questions, the grade that stays, the status that waits for a full grading.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/features/history/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { GradingError } from '../../src/problems/problem.js';
import type { EmitOptions } from '../../src/runs/options.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { notApplicable } from './filled-scores.js';
import { change, entriesIn, grade, oneTool, openImported, rebuiltThrice } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import type { Workplace } from './workplace.js';

/** Partial mode: chosen questions are asked, and the grade of the last full grading stays. */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const TOOL = 'alpha/tools/getItems';
const NODE = 'schemas.alpha.tools.getItems';
const QUESTIONS = ['Q-single-test-04', 'Q-single-test-05'];
const PARTIAL: Partial<EmitOptions> = { mode: 'partial', questions: QUESTIONS };
const oneSchema = () => openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
const toolOf = async (place: Workplace) => (await rebuiltThrice(place)).schemas.alpha?.tools.getItems;
const newestEntry = (place: Workplace): GradingEntry => place.json(entriesIn(place, TOOL).at(-1) ?? '');

async function historyOf(place: Workplace) {
  const { results } = await readHistory({ island: place.island(), targets: ['demo'], now: () => place.now });
  return results[0]?.nodes.find(({ node }) => node === NODE)?.entries ?? [];
}

describe('chosen questions of a graded tool', () => {
  it.each([
    { full: 5, partial: 1, grade: 'B', status: 'stable' },
    { full: 2, partial: 5, grade: 'D', status: 'graded' },
  ])('full $full, then partial $partial: $grade stays', async ({ full, partial, grade: kept, status }) => {
    await using place = await oneSchema();
    await grade(place, {}, { score: full });
    const before = await toolOf(place);
    expect(before).toMatchObject({ status, grade: kept });
    const { asked } = await grade(place, PARTIAL, { score: partial });
    expect(asked).toEqual(['single-test/alpha.getItems']);
    expect(place.state()).toMatchObject({ gradingMode: 'partial' });
    expect(newestEntry(place)).toMatchObject({
      gradingMode: 'partial',
      aggregateGrade: kept,
      categoricalVeto: null,
      gradings: QUESTIONS.map((questionId) => ({ questionId, score: partial })),
      regradingTrigger: { triggeredBy: 'scheduled' },
    });
    const { ref, gradedAt, ...rest } = (await toolOf(place)) ?? {};
    const { ref: _, gradedAt: __, ...same } = before ?? {};
    expect(rest).toEqual(same);
    expect(`providers/demo/${ref}`).toBe(entriesIn(place, TOOL).at(-1));
    expect(await historyOf(place)).toMatchObject([
      { mode: 'full', grade: kept },
      {
        mode: 'partial',
        grade: kept,
        // The mean of a part belongs to no grade, and would look like one beside the letter.
        score: null,
        regradedFor: 'scheduled',
        changed: QUESTIONS.map((questionId) => ({ questionId, from: full, to: partial })),
      },
    ]);
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);
  });

  it('include deterministic ones, which code answers, in the order of the catalogue', async () => {
    await using place = await oneSchema();
    await grade(place);
    await grade(
      place,
      { mode: 'partial', questions: ['Q-single-test-04', 'Q-single-test-02'] },
      { score: 3 },
    );
    expect(place.prompts().prompts[0]?.questions.map(({ questionId }) => questionId)).toEqual([
      'Q-single-test-04',
    ]);
    expect(newestEntry(place).gradings).toMatchObject([
      { questionId: 'Q-single-test-02', determinism: 'deterministic', score: 'pass' },
      { questionId: 'Q-single-test-04', determinism: 'non-deterministic', score: 3 },
    ]);
    expect(await toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('from several areas are asked about all their subjects', async () => {
    await using place = await oneSchema();
    await grade(place);
    const questions = ['Q-namespace-description-01', 'Q-single-test-04'];
    const { asked } = await grade(place, { mode: 'partial', questions });
    expect(asked).toEqual(['single-test/alpha.getItems', 'namespace-description/demo']);
    expect((await rebuiltThrice(place)).description).toMatchObject({ status: 'stable' });
  });

  it('with n/a only: no entry', async () => {
    await using place = await oneSchema();
    await grade(place);
    await grade(place, PARTIAL, { answer: notApplicable });
    expect(entriesIn(place, TOOL)).toHaveLength(1);
    expect(await toolOf(place)).toMatchObject({ status: 'stable' });
  });
});

describe('a partial grading before any full one', () => {
  it('has its own band, and the node stays pending until a full grading', async () => {
    await using place = await oneSchema();
    await grade(place, PARTIAL, { score: 4 });
    expect(newestEntry(place)).toMatchObject({ gradingMode: 'partial', aggregateGrade: 'B' });
    expect(newestEntry(place).regradingTrigger).toBeUndefined();
    const reason = 'only partial gradings, a full one is required';
    expect(await toolOf(place)).toMatchObject({ status: 'pending', reason });
    // Nothing is graded, and the About is missing.
    expect(place.index().status).toBe('blocked');
    expect(place.index().grade).toBeUndefined();
    await grade(place, PARTIAL, { score: 5 });
    expect(await toolOf(place)).toMatchObject({ status: 'pending', reason });
    const { asked } = await grade(place);
    expect(asked).toContain('single-test/alpha.getItems');
    expect(await toolOf(place)).toMatchObject({ status: 'stable' });
    expect(entriesIn(place, TOOL)).toHaveLength(3);
  });

  it('about changed content repeats no grade of the old content', async () => {
    await using place = await oneSchema();
    await grade(place, {}, { score: 2 });
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Changed.') });
    await grade(place, PARTIAL, { score: 5 });
    expect(newestEntry(place)).toMatchObject({ gradingMode: 'partial', aggregateGrade: 'B' });
    const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
    expect(verified.errors.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('about changed content: still pending, without the grade of the old content', async () => {
    await using place = await oneSchema();
    await grade(place);
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Changed.') });
    await grade(place, PARTIAL, { score: 5 });
    expect(await toolOf(place)).toMatchObject({
      status: 'pending',
      reason: 'schema changed, re-grade required',
    });
    expect(newestEntry(place).regradingTrigger).toBeUndefined();
    expect((await historyOf(place)).map(({ grade: letter }) => letter)).toEqual(['B', null]);
    await grade(place);
    expect(await toolOf(place)).toMatchObject({ status: 'stable' });
  });
});

describe('options that ask for nothing', () => {
  it.each([
    { name: 'questions in a full run', options: { questions: QUESTIONS }, code: 'RUN-003' },
    { name: 'no question', options: { mode: 'partial' }, code: 'RUN-004' },
    { name: 'an empty list', options: { mode: 'partial', questions: [] }, code: 'RUN-004' },
    {
      name: 'an unknown one',
      options: { mode: 'partial', questions: ['Q-single-test-99'] },
      code: 'RUN-005',
    },
    {
      name: 'a name every object has',
      options: { mode: 'partial', questions: ['constructor'] },
      code: 'RUN-005',
    },
    { name: 'code alone', options: { mode: 'partial', questions: ['Q-single-test-02'] }, code: 'RUN-006' },
    {
      name: 'code alone in one of two areas',
      options: { mode: 'partial', questions: ['Q-single-test-04', 'Q-tools-aggregate-schema-01'] },
      code: 'RUN-006',
    },
  ] as const)('$name: $code, nothing requested, nothing written', async ({ options, code }) => {
    await using place = await oneSchema();
    const before = place.tree();
    const seen = provider.seen.length;
    const refused = await place.emit('demo', options).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GradingError);
    expect((refused as GradingError).problem).toMatchObject({ code });
    expect(place.tree()).toEqual(before);
    expect(provider.seen.length).toBe(seen);
  });
});

describe('another choice', () => {
  it.each([
    { name: 'mode', options: {} },
    { name: 'questions', options: { ...PARTIAL, questions: ['Q-single-test-04'] } },
    { name: 'reason', options: { ...PARTIAL, regrade: { triggeredBy: 'scheduled' } } },
    {
      name: 'persona',
      options: { ...PARTIAL, persona: { basePersonaId: 'ai-engineer', lensId: 'api-integration-engineer' } },
    },
  ] as const)('of the $name begins a new run; the same, in any order, continues', async ({ options }) => {
    await using place = await oneSchema();
    const first = (await place.emit('demo', PARTIAL)).results[0];
    const reordered = { ...PARTIAL, questions: [...QUESTIONS].reverse() };
    const same = (await place.emit('demo', reordered)).results[0];
    expect([same?.skipped, same?.taskId]).toEqual([true, first?.taskId]);
    const other = (await place.emit('demo', options)).results[0];
    expect(other?.skipped).toBe(false);
    expect(other?.taskId).not.toBe(first?.taskId);
  });
});

// A hand-in is only accepted for the run as emitted: changed files are refused, with the place of the change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatJson } from '../../../../src/island/documents.js';
import { readOpenRun } from '../../../../src/runs/open-run.js';
import type { PromptsFile } from '../../../../src/spec/prompts.js';
import type { AskedSubject, StateFile } from '../../../../src/spec/state.js';
import { fillScores } from '../../../journeys/filled-scores.js';
import { oneTool, openImported } from '../../../journeys/graded-place.js';
import { emitGroup, openGroup, scoresFor, stateOf, TARGET } from '../../../journeys/group-place.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import { providerTarget } from '../../../journeys/selection-island.js';
import { codesOf, type Workplace } from '../../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const FOLDER = 'providers/demo';

async function openEmitted(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit();
  return place;
}

async function editState(place: Workplace, edit: (state: StateFile) => void, folder = FOLDER): Promise<void> {
  const state = place.json<StateFile>(`${folder}/state.json`);
  edit(state);
  await place.write(`island/${folder}/state.json`, formatJson(state));
}

async function editPrompts(place: Workplace, edit: (prompts: PromptsFile) => void): Promise<void> {
  const prompts = place.prompts();
  edit(prompts);
  await place.write(`island/${FOLDER}/prompts.json`, formatJson(prompts));
}

/** Removes the journal line of a run, as an earlier version wrote none. */
async function forgetRun(place: Workplace, folder = FOLDER): Promise<void> {
  const lines = (place.island().readText(`${folder}/audit.jsonl`) ?? '').split('\n');
  const kept = lines.filter((line) => !line.includes('"kind":"run"'));
  expect(kept).toHaveLength(lines.length - 1);
  await place.write(`island/${folder}/audit.jsonl`, kept.join('\n'));
}

function answerByCode({ subjects }: StateFile, area: AskedSubject['area']) {
  const at = subjects.findIndex((asked) => asked.area === area);
  const answer = subjects[at]?.deterministic[0];
  if (!answer) throw new Error(`code answers nothing of ${area}`);
  return { at, answer };
}

const placesOf = ({ errors }: Awaited<ReturnType<Workplace['consume']>>) =>
  errors.map(({ where }) => [where?.file, where?.path]);

describe('a hand-in for a changed run', () => {
  it.each<[string, (state: StateFile) => void, string]>([
    [
      'an answer by code',
      (s) => Object.assign(answerByCode(s, 'single-test').answer, { score: 'pass', naReason: undefined }),
      '/subjects/0/deterministic/*',
    ],
    [
      'its weight',
      (s) => Object.assign(answerByCode(s, 'single-test').answer, { weight: 50 }),
      '/subjects/0/deterministic/*/weight',
    ],
    [
      'when it was given',
      (s) => Object.assign(answerByCode(s, 'single-test').answer, { timestamp: '2030-01-01T00:00:00Z' }),
      '/subjects/0/deterministic/*/timestamp',
    ],
    [
      'a version',
      (s) => Object.assign(s.subjects[0] ?? {}, { version: 'flowmcp/4.99.0' }),
      '/subjects/0/version',
    ],
    ['the tier', (s) => Object.assign(s, { tier: 'group-bound' }), '/tier'],
    ['the mode', (s) => Object.assign(s, { gradingMode: 'partial' }), '/gradingMode'],
  ])('is refused before anything is written: %s in state.json', async (_, edit, path) => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await editState(place, edit);
    const before = place.tree();
    const refused = await place.consume(scores);
    expect(codesOf(refused.errors).every((code) => code === 'RUN-014')).toBe(true);
    for (const [file, found] of placesOf(refused)) {
      expect(file).toBe(`${FOLDER}/state.json`);
      expect(found).toContain(path);
    }
    expect(place.tree()).toEqual(before);
  });

  it.each<[string, (prompts: PromptsFile) => void, string]>([
    [
      'a weight',
      (p) => Object.assign(p.prompts[0]?.questions[0] ?? {}, { weight: 50 }),
      '/prompts/0/questions/*/weight',
    ],
    [
      'what was asked',
      (p) => Object.assign(p.prompts[1] ?? {}, { prompt: 'Give it a 5.' }),
      '/prompts/1/prompt',
    ],
    ['a version', (p) => Object.assign(p, { scoringSystem: 'scoringSystem/9.0.0' }), '/scoringSystem'],
  ])('is refused before anything is written: %s in prompts.json', async (_, edit, path) => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await editPrompts(place, edit);
    const before = place.tree();
    const refused = await place.consume(scores);
    expect(codesOf(refused.errors)).toEqual(['RUN-014']);
    expect(placesOf(refused)).toEqual([[`${FOLDER}/prompts.json`, path]]);
    expect(place.tree()).toEqual(before);
  });

  it('is accepted after a fresh emit: another task id, the same answers', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await editState(place, (state) =>
      Object.assign(answerByCode(state, 'single-test').answer, { weight: 50 }),
    );
    expect(codesOf((await place.consume(scores)).errors)).toEqual(['RUN-014']);
    place.wait();
    await place.emit('demo', { onConflict: 'overwrite' });
    const { errors, results } = await place.consume({ ...scores, taskId: place.state().taskId });
    expect(errors).toEqual([]);
    expect(results[0]?.written).toHaveLength(scores.areas.length);
  });

  it('is accepted if the files were only rewritten in another layout', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await place.write(`island/${FOLDER}/state.json`, JSON.stringify(place.state()));
    await place.write(`island/${FOLDER}/prompts.json`, JSON.stringify(place.prompts()));
    expect((await place.consume(scores)).errors).toEqual([]);
    // The same hand-in again writes nothing, whatever happened to the run since.
    await editState(place, (state) => Object.assign(state, { tier: 'group-bound' }));
    const before = place.tree();
    expect((await place.consume(scores)).results[0]).toMatchObject({ alreadyConsumed: true });
    expect(place.tree()).toEqual(before);
  });

  it('is accepted if the prompts are gone, or belong to an interrupted emit', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await editPrompts(place, (prompts) => Object.assign(prompts, { taskId: `${prompts.taskId}x` }));
    expect((await place.consume(scores)).errors).toEqual([]);
  });
});

describe('a changed run', () => {
  it('is not continued by an emit, and no evaluator is called', async () => {
    await using place = await openEmitted();
    const { taskId } = place.state();
    place.wait();
    expect((await place.emit()).results[0]).toMatchObject({ skipped: true, taskId });
    await editPrompts(place, (prompts) =>
      Object.assign(prompts.prompts[0] ?? {}, { prompt: 'Give it a 5.' }),
    );
    expect(() => readOpenRun(place.island(), providerTarget('demo'), place.now)).toThrowError(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'RUN-014' }) }),
    );
    const { results } = await place.emit();
    expect(results[0]?.skipped).toBe(false);
    expect(results[0]?.taskId).not.toBe(taskId);
    expect((await place.consume(fillScores(place.prompts()))).errors).toEqual([]);
  });
});

describe('a run emitted by an earlier version', () => {
  it('is accepted without a line in the journal', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await forgetRun(place);
    expect((await place.consume(scores)).errors).toEqual([]);
  });

  it.each<[string, (state: StateFile) => void, RegExp]>([
    [
      'an answer by code',
      (s) => Object.assign(answerByCode(s, 'tools-aggregate-schema').answer, { score: 'fail' }),
      /\/deterministic\/0\/score$/,
    ],
    [
      'its weight',
      (s) => Object.assign(answerByCode(s, 'single-test').answer, { weight: 50 }),
      /\/deterministic\/0\/weight$/,
    ],
    [
      'an answer that was taken out',
      (s) => s.subjects[0]?.deterministic.splice(0, 1),
      /\/deterministic\/0\/questionId$/,
    ],
    [
      'a version',
      (s) => Object.assign(s.subjects[0] ?? {}, { version: 'flowmcp/4.99.0' }),
      /^\/subjects\/0\/version$/,
    ],
    ['the tier', (s) => Object.assign(s, { tier: 'group-bound' }), /^\/tier$/],
  ])('is checked against snapshots and facts: %s', async (_, edit, path) => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await forgetRun(place);
    await editState(place, edit);
    const before = place.tree();
    const refused = await place.consume(scores);
    expect(codesOf(refused.errors)).toEqual(['RUN-015']);
    expect(refused.errors[0]?.where?.path).toMatch(path);
    expect(place.tree()).toEqual(before);
  });

  it('is checked against the catalogue: a weight in its prompts', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await forgetRun(place);
    await editPrompts(place, (prompts) =>
      Object.assign(prompts.prompts[0]?.questions[0] ?? {}, { weight: 50 }),
    );
    const refused = await place.consume(scores);
    expect(codesOf(refused.errors)).toEqual(['RUN-015']);
    expect(placesOf(refused)).toEqual([[`${FOLDER}/prompts.json`, '/prompts/0/questions/0/weight']]);
  });

  it('is accepted if its facts can no longer be derived: handler code was added since', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await forgetRun(place);
    await place.write('demo/alpha.mjs', `${oneTool('alpha')}\n// the same main\n`);
    await place.import();
    expect((await place.consume(scores)).errors).toEqual([]);
  });

  it('may be about a selection', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    const scores = scoresFor(place);
    await forgetRun(place, TARGET);
    await editState(
      place,
      (state) => Object.assign(answerByCode(state, 'about-selection').answer, { score: 'fail' }),
      TARGET,
    );
    expect(codesOf((await place.consume(scores, { target: TARGET })).errors)).toEqual(['RUN-015']);
    await editState(
      place,
      (state) => Object.assign(answerByCode(state, 'about-selection').answer, { score: 'pass' }),
      TARGET,
    );
    expect(stateOf(place).status).toBe('prompts-emitted');
    expect((await place.consume(scores, { target: TARGET })).errors).toEqual([]);
  });
});

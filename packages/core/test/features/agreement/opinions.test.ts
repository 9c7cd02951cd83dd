// Second opinions: blind, written once, compared with the hand-in of their run, and without a trace in grades.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareOpinions } from '../../../src/features/agreement/run.js';
import type { DraftGrader } from '../../../src/features/draft/logic/draft.js';
import { openOpinion } from '../../../src/features/draft/run.js';
import { verifyTargets } from '../../../src/features/verify/run.js';
import { formatAsideName } from '../../../src/island/logic/names.js';
import { gradeAtOnce, oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const BOB: DraftGrader = {
  kind: 'human',
  name: 'bob',
  version: '1',
  harness: { name: 'flowmcp-review', version: '1.0.0' },
};

function open(place: Workplace, grader = BOB) {
  return openOpinion({ island: place.island(), target: 'demo', grader, command: 'a test' });
}

function compare(place: Workplace, more: { all?: boolean } = {}) {
  return compareOpinions({ island: place.island(), targets: more.all ? [] : ['demo'], ...more });
}

async function giveOpinion(place: Workplace, score: number) {
  const draft = await open(place);
  expect(draft.run.prompts.every(({ begun }) => !begun)).toBe(true);
  for (const { id } of draft.run.prompts) {
    const { prompt } = draft.read(id);
    const answers = prompt.questions.map(({ questionId, scoreType }) => ({
      questionId,
      score: scoreType === 'boolean' ? 'fail' : score,
      reasoning: `bob on ${questionId}`,
    }));
    expect(draft.write(id, { answers, improvementHints: [] }).problems).toEqual([]);
  }
  const given = await draft.handIn();
  draft.close();
  return given;
}

it('compares an opinion with the hand-in, and changes neither entries nor the index', async () => {
  await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await expect(open(place)).rejects.toThrow(/^DRF-008/);
  await gradeAtOnce(place);
  expect((await compare(place)).errors).toMatchObject([{ code: 'DRF-011' }]);
  expect(await compare(place, { all: true })).toEqual({ status: true, results: [], errors: [] });
  const before = place.tree();

  place.wait();
  const { path, errors } = await giveOpinion(place, 4);
  expect(errors).toEqual([]);
  const { taskId } = place.prompts();
  expect(path).toMatch(new RegExp(`/evaluations/${taskId}\\.opinion-human-bob-[0-9a-f]{8}\\.scores\\.json$`));
  const after = place.tree();
  const added = [...after.keys()].filter((file) => !before.has(file));
  expect(added.every((file) => file.includes('/evaluations/'))).toBe(true);
  for (const [file, bytes] of before) expect(after.get(file)).toEqual(bytes);

  const asked = place.prompts().prompts.flatMap(({ questions }) => questions);
  const scale = asked.filter(({ scoreType }) => scoreType === 'scale-1-5').length;
  const { results } = await compare(place);
  expect(results).toMatchObject([
    {
      target: 'providers/demo',
      taskId,
      graders: [{ name: 'test-grader' }, { name: 'bob', kind: 'human', model: null }],
      answers: scale,
      same: 0,
      withinOne: scale,
      meanDifference: -1,
      yesNo: { answers: asked.length - scale, same: 0 },
    },
  ]);
  expect(results[0]?.differing).toHaveLength(asked.length);

  await expect(open(place)).rejects.toThrow(/^DRF-009/);
  const first = { kind: 'script' as const, name: 'test-grader', version: '2', harness: BOB.harness };
  await expect(open(place, first)).rejects.toThrow(/^DRF-006/);

  place.island().append(`providers/demo/evaluations/${taskId}.draft-x-1.jsonl`, '{"at":', 'quick');
  const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
  expect(verified.status).toBe(true);
  expect(JSON.stringify(verified)).toContain('VFY-137');
});

it('names an opinion that cannot be read, and compares the others', async () => {
  await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await gradeAtOnce(place);
  await giveOpinion(place, 5);
  const { taskId } = place.prompts();
  const name = formatAsideName({ kind: 'opinion', taskId, slug: 'human-eve-00000000' });
  await place.write(`island/providers/demo/evaluations/${name}`, '{"taskId":1}');
  const { status, results, errors } = await compare(place);
  expect(status).toBe(false);
  expect(errors).toMatchObject([{ code: 'DRF-010', where: { file: `providers/demo/evaluations/${name}` } }]);
  expect(results).toMatchObject([{ graders: [{ name: 'test-grader' }, { name: 'bob' }] }]);
  const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
  expect(codesOf(verified.errors)).toContain('VFY-138');
});

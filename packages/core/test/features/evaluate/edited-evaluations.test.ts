// Only the evaluator's real answers bear its name: an edited scores file is refused unless it names a human.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluator, EvaluatorSpec } from '../../../src/evaluators/logic/evaluator.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import type { GradingEntry } from '../../../src/spec/entry.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { fillScores } from '../../journeys/filled-scores.js';
import { entriesIn, oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';
import { fakeEvaluator, fakeJudge, judgement, SPEC, scored } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;

/** A judge that raises a veto on demand. */
const judgeWith = (veto: typeof VETO | null) => fakeJudge((schema) => ({ ...judgement(schema, 2.5), veto }));

async function evaluate(place: Workplace, evaluator: Evaluator = fakeEvaluator(() => scored(0.4))) {
  const { results, errors } = await evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: SPEC as EvaluatorSpec, retries: 0 },
    ...{ openEvaluator: async () => evaluator, now: () => place.now },
  });
  expect(errors).toEqual([]);
  const path = results[0]?.scoresPath ?? '';
  return { file: `${place.root}/${path}`, scores: place.json<ScoresFile>(path) };
}

async function openEvaluated(evaluator?: Evaluator) {
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit();
  const evaluated = await evaluate(place, evaluator);
  place.wait();
  const journal = evaluated.file.replace(/\.scores\.json$/, '.jsonl');
  return { place, journal, ...evaluated };
}

type Area = ScoresFile['areas'][number];
/** The scores with one area changed, that of the tool. */
const editing = (scores: ScoresFile, edit: (area: Area) => Area): ScoresFile => ({
  ...scores,
  areas: scores.areas.map((area) => (area.area === 'single-test' ? edit(area) : area)),
});
const editingFirst = (scores: ScoresFile, edit: Partial<Area['answers'][number]>) =>
  editing(scores, ({ answers: [first, ...others], ...area }) => ({
    ...area,
    answers: [{ ...(first as Area['answers'][number]), ...edit }, ...others],
  }));
const entryOf = (place: Workplace): GradingEntry =>
  place.json(entriesIn(place, 'alpha/tools/getItems').at(-1) ?? '');

describe('an edit of an evaluator\u2019s answers', () => {
  it.each<[string, (scores: ScoresFile) => ScoresFile, string]>([
    ['a score', (scores) => editingFirst(scores, { score: 5 }), '/areas/0/answers/0'],
    ['its reasoning', (scores) => editingFirst(scores, { reasoning: 'it is perfect' }), '/areas/0/answers/0'],
    ['its evidence', (scores) => editingFirst(scores, { evidence: { seen: 1 } }), '/areas/0/answers/0'],
    [
      'its time',
      (scores) => editingFirst(scores, { timestamp: '2026-02-28T10:00:00Z' }),
      '/areas/0/answers/0/timestamp',
    ],
    ['the time of all', (scores) => ({ ...scores, timestamp: '2026-03-01T10:01:30Z' }), '/timestamp'],
    [
      'a hint more',
      (scores) =>
        editing(scores, (area) => ({
          ...area,
          improvementHints: [{ targetField: 'x', suggestion: 'y', priority: 'low' }],
        })),
      '/areas/0/improvementHints',
    ],
    ['a veto', (scores) => editing(scores, (area) => ({ ...area, veto: VETO })), '/areas/0/veto'],
    [
      'another version of it',
      (scores) => ({ ...scores, creator: { ...scores.creator, skillVersion: '9' } }),
      '/areas/0/answers/0',
    ],
  ])('%s is refused, and nothing is written', async (_, edit, path) => {
    const { place, scores } = await openEvaluated();
    await using _place = place;
    const { errors, results } = await place.consume(edit(scores));
    expect(new Set(codesOf(errors))).toEqual(new Set(['SCR-030']));
    expect(errors[0]).toMatchObject({
      where: { path },
      args: { evaluator: 'fake', target: 'providers/demo' },
    });
    expect(results).toEqual([]);
    expect(entriesIn(place, 'alpha/tools/getItems')).toEqual([]);
    expect(place.state().status).toBe('prompts-emitted');
    // The order of answers does not matter.
    const turned = editing(scores, (area) => ({ ...area, answers: [...area.answers].reverse() }));
    expect((await place.consume(turned)).errors).toEqual([]);
    expect(entryOf(place).harness).toBe('evaluator-command');
  });

  it('is accepted as a human\u2019s if the hand-in names one, and no model gave it', async () => {
    const { place, scores } = await openEvaluated(judgeWith(null));
    await using _ = place;
    const edited = editingFirst(scores, { score: 5, reasoning: 'I see it otherwise' });
    const signed = { ...edited, creator: { ...edited.creator, skill: 'ada', kind: 'human' as const } };
    expect((await place.consume(signed)).errors).toEqual([]);
    const { harness, gradings } = entryOf(place);
    expect(harness).toBe('other');
    for (const answer of gradings.filter(({ determinism }) => determinism === 'non-deterministic')) {
      expect(answer.graderIdentity).toMatchObject({ kind: 'human', name: 'ada' });
      expect(answer).not.toHaveProperty('llmModel');
    }
  });

  it.each([
    ['a veto less', VETO, null],
    ['a veto more', null, VETO],
  ] as const)('of a judge: %s', async (_, raised, handed) => {
    const { place, scores } = await openEvaluated(judgeWith(raised));
    await using _place = place;
    const { errors } = await place.consume(editing(scores, (area) => ({ ...area, veto: handed })));
    expect(errors).toMatchObject([{ code: 'SCR-030', where: { path: '/areas/0/veto' } }]);
    expect((await place.consume(scores)).errors).toEqual([]);
    expect(entryOf(place).categoricalVeto?.triggeredBy).toBe(raised?.triggeredBy);
  });

  it('is detected with a journal of an earlier version, which does not record who answered', async () => {
    const { place, journal, scores } = await openEvaluated();
    await using _ = place;
    const lines = readFileSync(journal, 'utf8').replaceAll(/"by":\{[^}]*\},/g, '');
    expect(lines).not.toContain('"by"');
    writeFileSync(journal, lines);
    expect(codesOf((await place.consume(editingFirst(scores, { score: 5 }))).errors)).toEqual(['SCR-030']);
    expect((await place.consume(scores)).errors).toEqual([]);
  });

  it('does not count as one if two evaluators have answered and one of them is handed in', async () => {
    const { place, scores } = await openEvaluated();
    await using _ = place;
    const other = await evaluate(
      place,
      fakeEvaluator(() => scored(0.9), { version: '4' }),
    );
    const mixed = { ...scores, areas: [...other.scores.areas.slice(0, 1), ...scores.areas.slice(1)] };
    expect(codesOf((await place.consume(mixed)).errors)).toContain('SCR-030');
    expect((await place.consume(scores)).errors).toEqual([]);
    expect(entryOf(place).gradings.at(-1)?.graderIdentity.version).toBe('3.1');
  });

  it('is reported once for each place, and the file is rewritten without a call', async () => {
    const { place, file, scores } = await openEvaluated();
    await using _ = place;
    writeFileSync(file, JSON.stringify({ ...scores, timestamp: '2026-03-01T10:01:30Z' }));
    const text = readFileSync(file, 'utf8');
    expect((await place.consume(text)).errors).toHaveLength(1);
    const silent = fakeEvaluator(() => {
      throw new Error('nobody was to be asked');
    });
    expect((await evaluate(place, silent)).scores).toEqual(scores);
    expect((await place.consume(readFileSync(file))).errors).toEqual([]);
  });
});

describe('a hand-in by another grader', () => {
  it.each([
    ['another grader', { skill: 'grader', skillVersion: '1', kind: 'script' }, 'claude-code'],
    ['a harness of that kind', { skill: 'my-judge', skillVersion: '1', kind: 'script' }, 'llm-judge'],
  ] as const)('is not held to the journal: %s', async (_, creator, name) => {
    const { place } = await openEvaluated();
    await using _place = place;
    const scores = fillScores(place.prompts(), { at: place.now.toISOString() });
    const handed = { ...scores, creator, harness: { name, version: '1' } };
    expect((await place.consume(handed)).errors).toEqual([]);
    expect(entryOf(place).harness).toBe(name);
  });

  it('is checked against no journal if no evaluator was called, and a torn line does not count', async () => {
    const { place, journal, scores } = await openEvaluated();
    await using _ = place;
    writeFileSync(journal, '');
    appendFileSync(journal, '{"torn');
    expect((await place.consume(editingFirst(scores, { score: 5 }))).errors).toEqual([]);
  });
});

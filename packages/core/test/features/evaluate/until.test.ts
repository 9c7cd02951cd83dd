// A judge is asked until its letter is likely enough; the entry shows the certainty that stopped the asking.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Judge } from '../../../src/evaluators/logic/evaluator.js';
import type { EvaluateOptions } from '../../../src/evaluators/options.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import { explainGrades } from '../../../src/features/explain/run.js';
import { gateGrades } from '../../../src/features/gate/run.js';
import { readState } from '../../../src/features/state/run.js';
import { verifyTargets } from '../../../src/features/verify/run.js';
import { isDecided } from '../../../src/grade/letter-certainty.js';
import type { EntryAnswer } from '../../../src/spec/entry.js';
import { aboutSources, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import type { Workplace } from '../../journeys/workplace.js';
import { broken, fakeJudge, judgement, judgeSpec } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const [UNTIL, MOST] = [0.95, 9];

/** A judge of two minds about tools; it fails at the calls it is given. */
function judgeOfTwoMinds(
  failing: (call: number) => boolean = () => false,
  asked = new Map<string, number>(),
  scores = [3, 4],
) {
  const judge = fakeJudge((schema, calls) => {
    if (failing(calls)) return broken();
    const prompt = judge.prompts.at(-1) ?? '';
    const at = asked.get(prompt) ?? 0;
    asked.set(prompt, at + 1);
    const isTorn = JSON.stringify(schema).includes('Q-single-test');
    return judgement(schema, isTorn ? scores[at % scores.length] : 4);
  });
  return { ...judge, identity: { ...judge.identity, name: 'llm-judge' } };
}

async function evaluate(place: Workplace, judge: Judge, more: Partial<EvaluateOptions> = {}) {
  const { results } = await evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: { ...judgeSpec(MOST), until: UNTIL } },
    ...{ openEvaluator: async () => judge, retries: 0, concurrency: 1, now: () => place.now, ...more },
  });
  const [result] = results;
  if (!result) throw new Error('nothing was asked');
  return result;
}

const samplesOf = ({ evidence }: Pick<EntryAnswer, 'evidence'>) =>
  (evidence as { samples?: { scores: unknown[] } } | undefined)?.samples?.scores.length;

it('asks until a letter is likely enough, and the entry derives the same certainty', async () => {
  await using place = await openImported(provider.origin, aboutSources());
  await place.emit();
  const result = await evaluate(place, judgeOfTwoMinds());
  expect(result.estimate.calls).toBe(result.total * MOST);
  const [undecided] = result.warnings;
  expect(undecided?.code).toBe('EVL-057');
  expect(undecided?.args).toMatchObject({ samples: MOST, total: result.total });

  const consumed = await place.consume(place.island().readText(result.scoresPath ?? ''));
  expect(consumed.errors).toEqual([]);
  const { results } = await explainGrades({ island: place.island(), targets: ['demo'] });
  const entries = results.flatMap(({ nodes }) => nodes.flatMap(({ entry }) => entry ?? []));
  expect(entries).toHaveLength(result.total);
  let calls = 0;
  for (const { certainty, grade, answers } of entries) {
    if (!certainty) throw new Error('an entry shows no certainty');
    const judged = answers.filter(({ determinism }) => determinism === 'non-deterministic');
    expect(new Set(judged.map((one) => samplesOf({ evidence: one.evidence ?? undefined })))).toEqual(
      new Set([certainty.samples]),
    );
    expect(certainty.letter).toBe(grade);
    // Whatever is undecided was asked to the end.
    expect(isDecided(certainty) || certainty.samples === MOST).toBe(true);
    calls += certainty.samples;
  }
  const left = entries.filter(({ certainty }) => certainty && !isDecided(certainty));
  expect(left.length).toBe(undecided?.args?.count);
  expect(left.length).toBeLessThan(entries.length);
  expect(result.usage.calls).toBe(calls);

  const { results: states } = await readState({ island: place.island(), targets: ['demo'] });
  const shown = states[0]?.certainties ?? [];
  expect(shown.map(({ certainty }) => certainty)).toEqual(entries.map(({ certainty }) => certainty));

  const nodes = shown.filter(({ certainty }) => !isDecided(certainty)).map(({ node }) => node);
  const gated = await gateGrades({
    island: place.island(),
    targets: ['demo'],
    minGrade: 'B',
    allowMapped: true,
  });
  const failing = gated.errors.filter(({ code }) => code === 'GATE-030');
  expect(failing.map(({ args }) => args?.node)).toEqual(nodes);

  const verify = () => verifyTargets({ island: place.island(), targets: ['demo'] });
  expect((await verify()).errors).toEqual([]);
  const [entry] = entries;
  const file = `${place.root}/providers/demo/${entry?.ref}`;
  const text = readFileSync(file, 'utf8');
  const at = (JSON.parse(text).gradings as EntryAnswer[]).findIndex((one) => samplesOf(one) !== undefined);
  for (const [edit, path] of [
    [(scores: unknown[]) => scores.splice(1), '/evidence/samples'],
    [(scores: unknown[]) => scores.fill(1), '/score'],
  ] as const) {
    const edited = JSON.parse(text);
    edit(edited.gradings[at].evidence.samples.scores);
    writeFileSync(file, JSON.stringify(edited));
    const found = (await verify()).errors.filter(({ code }) => code === 'VFY-022');
    expect(found.map(({ where }) => where?.path)).toContain(`/gradings/${at}${path}`);
  }
});

it('asks for the same samples when calls fail, and for none twice', async () => {
  const numbers: number[][] = [];
  for (const failing of [() => false, (call: number) => call % 5 === 0]) {
    await using place = await openImported(provider.origin, aboutSources());
    await place.emit();
    const asked = new Map<string, number>();
    while ((await evaluate(place, judgeOfTwoMinds(failing, asked))).unscored.length > 0);
    numbers.push([...asked.values()].sort());
  }
  expect(new Set(numbers[0]).size).toBeGreaterThan(1);
  expect(numbers[1]).toEqual(numbers[0]);
});

it('a letter that is certain leaves the bytes that the same answers give without --judge-until', async () => {
  // Of two scores, the mean is the median.
  const until = 0.8;
  const written = [];
  for (const evaluator of [{ ...judgeSpec(MOST), until }, judgeSpec(2)]) {
    await using place = await openImported(provider.origin, aboutSources());
    await place.emit();
    const judge = judgeOfTwoMinds(undefined, undefined, [4, 4.25]);
    const { scoresPath, warnings, usage } = await evaluate(place, judge, { evaluator });
    expect(warnings).toEqual([]);
    const scores = place.island().readText(scoresPath ?? '') ?? '';
    expect((await place.consume(scores)).errors).toEqual([]);
    const index = place.island().readText('providers/demo/index.json');
    written.push({ calls: usage.calls, scores, index });
  }
  const mark = new RegExp(`"merge":\\s*"mean",\\s*"until":\\s*${until},\\s*`, 'g');
  const [certain, fixed] = written;
  expect(certain?.scores).toMatch(mark);
  expect({ ...certain, scores: certain?.scores.replace(mark, '') }).toEqual(fixed);
});

// Each fault in scores.json has its code and its place, and nothing is written.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScoresFile } from '../../src/spec/scores.js';
import { brokenTexts } from '../features/consume/logic/broken-texts.js';
import { fillScores } from './filled-scores.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

type Json = Record<string, unknown>;

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
let good: ScoresFile;
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openWorkplace({ demo: { 'alpha.mjs': schemaText({ name: 'alpha' }) } });
  place.origin = provider.origin;
  await place.import();
  await place.emit();
  good = fillScores(place.prompts());
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

/** `areas/0` is a tool; its first question is about a description, on the scale. */
function spoiled(change: (scores: ScoresFile) => void): string {
  const scores = structuredClone(good);
  change(scores);
  return JSON.stringify(scores);
}

const area = (scores: ScoresFile, at = 0) => scores.areas[at] as unknown as Json & { answers: Json[] };
const answer = (scores: ScoresFile, at = 0) => area(scores).answers[at] as Json;

const ISSUED = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');
const KEY_AT = 'SCR-031 /areas/0/answers/0/reasoning';

const asked = (count: number) => Array.from({ length: count });

async function problemsOf(text: string | Uint8Array): Promise<string[]> {
  const before = place.tree();
  const { status, results, errors } = await place.consume(text);
  expect([status, results]).toEqual([false, []]);
  expect(errors.every(({ where, severity }) => where?.file === 'scores.json' && severity === 'error')).toBe(
    true,
  );
  expect(place.tree()).toEqual(before);
  return errors.map(({ code, where }) => `${code} ${where?.path ?? ''}`.trim());
}

describe('one fault: its code and its pointer, and nothing written', () => {
  const cases: [name: string, change: (scores: ScoresFile) => void, problems: string[]][] = [
    ['a key in a reasoning', (s) => Object.assign(answer(s), { reasoning: `It shows ${ISSUED}.` }), [KEY_AT]],
    [
      'a key in evidence, and as a name of it',
      (s) => Object.assign(answer(s), { evidence: { list: [ISSUED], [ISSUED]: 1 } }),
      ['SCR-031 /areas/0/answers/0/evidence/list/0', 'SCR-031 /areas/0/answers/0/evidence'],
    ],
    ['a key in an escape', (s) => Object.assign(answer(s), { reasoning: `x\n${ISSUED}` }), [KEY_AT]],
    ['another protocol', (s) => Object.assign(s, { scoringProtocol: 'v2' }), ['SCR-003 /scoringProtocol']],
    ['a later v1', (s) => Object.assign(s, { scoringProtocol: 'v1.1' }), ['SCR-003 /scoringProtocol']],
    ['a V1', (s) => Object.assign(s, { scoringProtocol: 'V1' }), ['SCR-003 /scoringProtocol']],
    ['another task', (s) => Object.assign(s, { taskId: 'demo--x' }), ['SCR-004 /taskId']],
    ['no task', (s) => Object.assign(s, { taskId: null }), ['SCR-002 /taskId']],
    [
      'an llm without its model',
      (s) => Object.assign(s.creator, { kind: 'llm' }),
      ['GRD-007 /harness/model'],
    ],
    [
      'an llm whose model is null',
      (s) =>
        Object.assign(s, { creator: { ...s.creator, kind: 'llm' }, harness: { ...s.harness, model: null } }),
      ['GRD-007 /harness/model'],
    ],
    ['no time', (s) => Object.assign(s, { timestamp: 'yesterday' }), ['SCR-002 /timestamp']],
    [
      'an unknown subject',
      (s) => Object.assign(area(s), { subject: 'alpha.nothing' }),
      ['SCR-006 /areas/0', 'SCR-016 /areas'],
    ],
    [
      'a subject of another area',
      (s) => Object.assign(area(s), { area: 'tools-aggregate-schema' }),
      ['SCR-006 /areas/0', 'SCR-016 /areas'],
    ],
    [
      'an unknown area',
      (s) => Object.assign(area(s), { area: 'everything' }),
      ['SCR-002 /areas/0/area', 'SCR-016 /areas'],
    ],
    ['a subject twice', (s) => s.areas.push(structuredClone(s.areas[0]) as never), ['SCR-007 /areas/5']],
    ['a subject missing', (s) => s.areas.pop(), ['SCR-016 /areas']],
    [
      'another hash',
      (s) => Object.assign(area(s), { schemaHash: '00000000' }),
      ['SCR-013 /areas/0/schemaHash'],
    ],
    [
      'a persona where none was asked',
      (s) => Object.assign(area(s), { persona: { basePersonaId: 'ai-engineer', lensId: 'general' } }),
      ['SCR-015 /areas/0/persona'],
    ],
    [
      'a question that code answers',
      (s) => Object.assign(answer(s), { questionId: 'Q-single-test-01' }),
      ['SCR-008 /areas/0/answers/0', 'SCR-010 /areas/0/answers'],
    ],
    [
      'a question of nobody',
      (s) => Object.assign(answer(s), { questionId: 'Q-single-test-99' }),
      ['SCR-008 /areas/0/answers/0', 'SCR-010 /areas/0/answers'],
    ],
    [
      'a question twice',
      (s) => Object.assign(answer(s), { questionId: answer(s, 1).questionId }),
      ['SCR-009 /areas/0/answers/1', 'SCR-010 /areas/0/answers'],
    ],
    ['a question missing', (s) => area(s).answers.pop(), ['SCR-010 /areas/0/answers']],
    ['no score', (s) => Object.assign(answer(s), { score: null }), ['GRD-001 /areas/0/answers/0/score']],
    [
      'a score as text',
      (s) => Object.assign(answer(s), { score: '3.5' }),
      ['SCO-003 /areas/0/answers/0/score'],
    ],
    [
      'a score too high',
      (s) => Object.assign(answer(s), { score: 5.01 }),
      ['SCO-001 /areas/0/answers/0/score'],
    ],
    ['a score too low', (s) => Object.assign(answer(s), { score: 0 }), ['SCO-001 /areas/0/answers/0/score']],
    [
      'a score as a list',
      (s) => Object.assign(answer(s), { score: [5] }),
      ['GRD-002 /areas/0/answers/0/score'],
    ],
    [
      'a score as a boolean',
      (s) => Object.assign(answer(s), { score: true }),
      ['GRD-002 /areas/0/answers/0/score'],
    ],
    ['stale', (s) => Object.assign(answer(s), { score: 'stale' }), ['SCR-011 /areas/0/answers/0/score']],
    [
      'pass on the scale',
      (s) => Object.assign(answer(s), { score: 'pass' }),
      ['SCR-012 /areas/0/answers/0/score'],
    ],
    [
      'n/a without a reason',
      (s) => Object.assign(answer(s), { score: 'n/a' }),
      ['NA-001 /areas/0/answers/0/naReason'],
    ],
    [
      'n/a with a reason of its own',
      (s) => Object.assign(answer(s), { score: 'n/a', naReason: 'lazy' }),
      ['NA-001 /areas/0/answers/0/naReason'],
    ],
    [
      'n/a for what no question asks about',
      (s) => Object.assign(answer(s), { score: 'n/a', naReason: 'out-of-scope-procedure' }),
      ['SCR-027 /areas/0/answers/0/naReason'],
    ],
    [
      'a reason with a score',
      (s) => Object.assign(answer(s), { naReason: 'requires-private-data' }),
      ['NA-002 /areas/0/answers/0/naReason'],
    ],
    [
      'no reasoning',
      (s) => Object.assign(answer(s), { reasoning: '' }),
      ['SCR-002 /areas/0/answers/0/reasoning'],
    ],
    [
      'a weight of its own',
      (s) => Object.assign(answer(s), { weight: 9 }),
      ['SCR-024 /areas/0/answers/0/weight'],
    ],
    [
      'a veto of its own',
      (s) => Object.assign(area(s), { veto: { triggeredBy: 'ugly', evidence: 'x' } }),
      ['VET-001 /areas/0/veto/triggeredBy'],
    ],
    [
      'a veto without reasoning',
      (s) => Object.assign(area(s), { veto: { triggeredBy: 'ai-security-veto', evidence: 'x' } }),
      ['VET-003 /areas/0/veto'],
    ],
    ['areas that are null', (s) => Object.assign(s, { areas: [null, ...s.areas] }), ['SCR-002 /areas/0']],
    [
      'answers that are null',
      (s) => Object.assign(area(s), { answers: [null] }),
      ['SCR-002 /areas/0/answers/0', ...asked(7).map(() => 'SCR-010 /areas/0/answers')],
    ],
    [
      'an answer that is null',
      (s) => Object.assign(area(s), { answers: [null, ...area(s).answers] }),
      ['SCR-002 /areas/0/answers/0'],
    ],
    ['no areas', (s) => Object.assign(s, { areas: [] }), ['SCR-002 /areas']],
    [
      'an unknown persona',
      (s) => Object.assign(area(s), { persona: { basePersonaId: 'wizard', lensId: 'general' } }),
      ['SCR-002 /areas/0/persona/basePersonaId'],
    ],
    [
      'a time two days ahead',
      (s) => Object.assign(s, { timestamp: '2026-03-03T10:00:01Z' }),
      ['SCR-026 /timestamp'],
    ],
    [
      'a time beyond all',
      (s) => Object.assign(s, { timestamp: '9999-12-31T23:59:59Z' }),
      ['SCR-026 /timestamp'],
    ],
  ];

  it.each(cases)('%s', async (_, change, problems) => {
    expect(await problemsOf(spoiled(change))).toEqual(problems);
  });

  it.each(brokenTexts)('%s', async (_, spoil, problems) => {
    const found = (await problemsOf(spoil(good))).map((told) => told.replace(' ""', ''));
    for (const one of problems) expect(found).toContain(one.replace(' ""', ''));
  });

  it('the unchanged skeleton is not an answer', async () => {
    const problems = await problemsOf(JSON.stringify(place.prompts().payloadSkeleton));
    expect(problems).toContain('GRD-001 /areas/0/answers/0/score');
    expect(problems).toContain('SCR-002 /creator/skill');
    expect(problems).toContain('SCR-042 /creator/kind');
  });

  it.each<[string, change: (scores: ScoresFile) => void, inShort: string[]]>([
    ['a reason alone', (s) => Object.assign(answer(s), { reasoning: '' }), ['SCR-041 1 of 7']],
    [
      'two answers, one of which is absent',
      (s) => {
        Object.assign(answer(s), { score: null, reasoning: '' });
        area(s).answers.pop();
      },
      ['SCR-041 2 of 7'],
    ],
    [
      'one answer, beside a fault',
      (s) => {
        Object.assign(answer(s), { score: null });
        Object.assign(answer(s, 1), { score: 9 });
      },
      ['SCR-041 1 of 7', 'SCO-001'],
    ],
    ['nobody who answered', (s) => Object.assign(s.creator, { kind: null }), []],
    ['another fault alone', (s) => Object.assign(answer(s), { score: 9 }), []],
  ])('what is not filled in is one line for each prompt: %s', async (_, change, expected) => {
    const { inShort = [] } = await place.consume(spoiled(change));
    expect(
      inShort.map(({ code, args }) => (args?.all ? `${code} ${args.open} of ${args.all}` : code)),
    ).toEqual(expected);
  });

  it('an unfilled skeleton is one line, whoever is named', async () => {
    const skeleton = place.prompts().payloadSkeleton as unknown as ScoresFile;
    const named = { ...skeleton, creator: good.creator, harness: good.harness, timestamp: good.timestamp };
    const answers = skeleton.areas.reduce((sum, of) => sum + of.answers.length, 0);
    const whole = await place.consume(JSON.stringify(skeleton));
    expect(whole.inShort).toEqual([
      expect.objectContaining({
        code: 'SCR-040',
        args: { what: `${answers} scores, ${answers} reasons, and who answered`, target: 'providers/demo' },
      }),
    ]);
    const { inShort } = await place.consume(JSON.stringify(named));
    expect(inShort?.map(({ args }) => args?.what)).toEqual([`${answers} scores, ${answers} reasons`]);
    expect(whole.errors.length).toBeGreaterThan(2 * answers);
  });

  it('a skeleton of which one answer is given is one line for each prompt', async () => {
    const skeleton = structuredClone(place.prompts().payloadSkeleton) as unknown as ScoresFile;
    Object.assign(answer(skeleton), { score: 5 });
    const { inShort = [] } = await place.consume(JSON.stringify(skeleton));
    const prompts = inShort.filter(({ code }) => code === 'SCR-041');
    expect(prompts.map(({ where }) => where?.path)).toEqual(
      skeleton.areas.map((__, at) => `/areas/${at}/answers`),
    );
    expect(inShort.filter(({ where }) => where?.path?.startsWith('/areas/'))).toEqual(prompts);
  });
});

describe('the scoring protocol', () => {
  it('is v1, in the prompts and in the expected hand-in', () => {
    expect(place.prompts()).toMatchObject({
      scoringProtocol: 'v1',
      payloadSkeleton: { scoringProtocol: 'v1' },
    });
  });
});

describe('many faults', () => {
  it('are all reported at once', async () => {
    const text = spoiled((scores) => {
      Object.assign(answer(scores), { score: 'stale' });
      Object.assign(answer(scores, 1), { score: 'n/a' });
      Object.assign(area(scores, 1), { schemaHash: 'ffffffff' });
      scores.areas.pop();
    });
    expect(await problemsOf(text)).toEqual([
      'SCR-011 /areas/0/answers/0/score',
      'NA-001 /areas/0/answers/1/naReason',
      'SCR-013 /areas/1/schemaHash',
      'SCR-016 /areas',
    ]);
  });
});

describe('faults of shape and of content', () => {
  it('are reported together, with the answers that are missing because of them', async () => {
    const text = spoiled((scores) => {
      Object.assign(scores, { timestamp: 'yesterday', scoringProtocol: 'v2' });
      Object.assign(answer(scores), { score: 7 });
      Object.assign(answer(scores, 1), { score: 'stale' });
      Object.assign(answer(scores, 2), { questionId: 'Q-single-test-99' });
      Object.assign(area(scores, 1), { schemaHash: 'ffffffff', answers: 'later' });
      Object.assign(area(scores, 2), { subject: 'omega' });
      Object.assign(area(scores, 3), { veto: { triggeredBy: 'ai-security-veto' } });
    });
    expect(await problemsOf(text)).toEqual([
      'SCR-002 /timestamp',
      'SCO-001 /areas/0/answers/0/score',
      'SCR-002 /areas/1/answers',
      'VET-003 /areas/3/veto/evidence',
      'SCR-003 /scoringProtocol',
      'SCR-011 /areas/0/answers/1/score',
      'SCR-008 /areas/0/answers/2',
      'SCR-010 /areas/0/answers',
      'SCR-013 /areas/1/schemaHash',
      'SCR-006 /areas/2',
      'VET-003 /areas/3/veto',
      'SCR-016 /areas',
    ]);
  });

  it('for another run, only the shape is judged', async () => {
    const text = spoiled((scores) => {
      Object.assign(scores, { taskId: 'demo--x' });
      Object.assign(answer(scores), { score: 7 });
      Object.assign(area(scores, 2), { subject: 'omega' });
    });
    expect(await problemsOf(text)).toEqual(['SCO-001 /areas/0/answers/0/score', 'SCR-004 /taskId']);
  });

  it('of thousands of faults, the first thousand are listed and the others counted', async () => {
    const text = spoiled((scores) => {
      const unknown = Array.from({ length: 3000 }, (_, at) => ({ ...area(scores), subject: `alpha.t${at}` }));
      Object.assign(scores, { areas: unknown });
    });
    const found = await problemsOf(text);
    expect([found.length, found.at(-1)]).toEqual([1001, 'SCR-025']);
  });

  it('an empty hand-in closes no run, whatever may be missing', async () => {
    const before = place.tree();
    const { status, errors } = await place.consume({ ...good, areas: [] }, { allowMissing: true });
    expect([status, errors.map(({ code }) => code)]).toEqual([false, ['SCR-002']]);
    expect(place.tree()).toEqual(before);
  });
});

describe('no run to hand in to', () => {
  it('a namespace without a run, an unknown target', async () => {
    await using other = await openWorkplace();
    await other.import();
    const before = other.tree();
    expect((await other.consume(good)).errors.map(({ code }) => code)).toEqual(['SCR-017']);
    expect((await other.consume(good, { target: 'nowhere' })).errors.map(({ code }) => code)).toEqual([
      'TGT-001',
    ]);
    expect(other.tree()).toEqual(before);
  });

  it('after all of that, the good file is still accepted, also with bare tool names and, by a script, no model', async () => {
    const text = spoiled((scores) => {
      Object.assign(area(scores), { subject: 'getItems' });
      Object.assign(scores.harness, { model: null });
    });
    const { status, results } = await place.consume(text);
    expect([status, results[0]?.taskComplete]).toEqual([true, true]);
  });
});

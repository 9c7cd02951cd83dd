// Drafts: what was saved is there after a restart, and what counts as finished is not refused by the hand-in.

import { cpSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftGrader, DraftPart } from '../../../src/features/draft/logic/draft.js';
import { type DraftOptions, openDraft } from '../../../src/features/draft/run.js';
import { type Disk, nodeDisk } from '../../../src/island/disk.js';
import { createFiles } from '../../../src/island/files.js';
import { Island } from '../../../src/island/island.js';
import type { AreaPrompt } from '../../../src/spec/prompts.js';
import { oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const ADA: DraftGrader = {
  kind: 'human',
  name: 'Ada L.',
  version: '1',
  harness: { name: 'flowmcp-review', version: '1.0.0' },
};
const FOLDER = 'providers/demo';

async function openEmitted(
  sources: Record<string, string> = { 'alpha.mjs': oneTool('alpha') },
): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, { demo: sources });
  await place.emit();
  return place;
}

function open(place: Workplace, more: Partial<DraftOptions> = {}) {
  return openDraft({ island: place.island(), target: 'demo', grader: ADA, command: 'a test', ...more });
}

/** A part that answers every question. */
function wholePart({ questions }: AreaPrompt, reasoning = 'seen'): DraftPart {
  return {
    answers: questions.map(({ questionId, scoreType }) => ({
      questionId,
      score: scoreType === 'boolean' ? 'pass' : 4,
      reasoning,
      evidence: '',
      naReason: null,
    })),
    improvementHints: [],
    veto: null,
  };
}

describe('a draft', () => {
  it('lists the prompts of the open run, and keeps what was saved over a restart', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    const { file, prompts, taskId } = draft.run;
    expect(taskId).toBe(place.prompts().taskId);
    expect(file).toMatch(
      new RegExp(`^${FOLDER}/evaluations/${taskId}\\.draft-human-ada-l-[0-9a-f]{8}\\.jsonl$`),
    );
    expect(prompts.map(({ id }) => id)).toEqual(place.prompts().prompts.map(({ id }) => id));
    expect(prompts.every(({ begun, answered }) => !begun && !answered)).toBe(true);

    const first = draft.read('1');
    expect(first.view.questions.map(({ questionId }) => questionId)).toEqual(
      first.part.answers.map(({ questionId }) => questionId),
    );
    const half = { ...first.part, answers: first.part.answers.slice(1) };
    const saved = draft.write('1', half);
    expect(saved.savedAt).toBe(place.now.toISOString());
    expect(codesOf(saved.problems)).toContain('SCR-010');
    expect(draft.run.prompts[0]).toMatchObject({ begun: true, answered: false });
    expect(draft.write(first.prompt.id, wholePart(first.prompt)).problems).toEqual([]);
    // Saving the same again adds no line, so the hand-in keeps its bytes.
    place.wait();
    const lines = place.island().readText(file);
    expect(draft.write('1', wholePart(first.prompt)).problems).toEqual([]);
    expect(place.island().readText(file)).toBe(lines);
    draft.close();
    expect(statSync(place.island().absolute(file)).mode & 0o777).toBe(0o600);

    const again = await open(place);
    expect(again.run.prompts[0]).toMatchObject({ begun: true, answered: true });
    expect(again.read('1').part).toEqual(wholePart(first.prompt));
    again.close();
  });

  it('is handed in once: repeating it writes nothing, also after a restart', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    for (const { id } of draft.run.prompts) draft.write(id, wholePart(draft.read(id).prompt));
    place.wait();
    expect(draft.check()).toEqual([]);
    const { errors, results } = await draft.handIn();
    expect(errors).toEqual([]);
    expect(results[0]).toMatchObject({ alreadyConsumed: false, taskComplete: true });
    draft.close();
    place.wait();
    const again = await open(place);
    expect((await again.handIn()).results[0]).toMatchObject({ alreadyConsumed: true, written: [] });
    expect(() => again.write('1', wholePart(again.read('2').prompt))).toThrow(/^DRF-003: .*graded/);
    again.close();
    const entry = place.json<{ gradings: { graderKind?: string; timestamp: string }[] }>(
      results[0]?.written[0] ?? '',
    );
    expect(JSON.stringify(entry)).toContain('Ada L.');
  });

  it('hands in what is finished and leaves out the rest, if it may', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    draft.write('1', wholePart(draft.read('1').prompt));
    draft.write('2', draft.read('2').part);
    const ids = draft.run.prompts.map(({ id }) => id);
    const refused = await draft.handIn();
    expect(refused.status).toBe(false);
    expect(new Set(refused.errors.map(({ prompt }) => prompt))).toEqual(new Set(ids.slice(1)));
    expect(draft.check().map(({ code, prompt }) => [code, prompt])).toEqual(
      refused.errors.map(({ code, prompt }) => [code, prompt]),
    );
    const { results } = await draft.handIn({ allowMissing: true });
    expect(results[0]).toMatchObject({ acceptedAreas: ids.slice(0, 1), missingAreas: ids.slice(1) });
    draft.close();
  });

  it('never loses a whole line to a torn one', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    const { prompt } = draft.read('1');
    draft.write('1', wholePart(prompt, 'before'));
    draft.close();
    const { file } = draft.run;
    const island = place.island();
    island.append(file, '{"at":"2026-03-01T10:05:00.000Z","prompt":"x","pa', 'quick');
    const again = await open(place);
    expect(again.read('1').part.answers[0]?.reasoning).toBe('before');
    again.write('1', wholePart(prompt, 'after'));
    again.close();
    const last = await open(place);
    expect(last.read('1').part.answers[0]?.reasoning).toBe('after');
    last.close();
  });

  it('does not glue a save to one that the disk refused halfway', async () => {
    await using place = await openEmitted();
    let room = Number.POSITIVE_INFINITY;
    const disk: Disk = {
      ...nodeDisk,
      append(path, bytes) {
        nodeDisk.append(path, bytes.subarray(0, room));
        if (bytes.length > room) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    const draft = await open(place, { island: place.island(createFiles(disk)) });
    const { prompt } = draft.read('1');
    room = 200;
    expect(() => draft.write('1', wholePart(prompt, 'refused'))).toThrow(/^ISL-001: /);
    expect(draft.run.prompts[0]).toMatchObject({ begun: false });
    room = Number.POSITIVE_INFINITY;
    expect(draft.write('1', wholePart(prompt, 'saved')).problems).toEqual([]);
    draft.close();
    const again = await open(place);
    expect(again.read('1').part.answers[0]?.reasoning).toBe('saved');
    again.close();
  });

  it('gives each grader a file, and names the holder to whoever opens the same one', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    await expect(open(place, { waitMs: 0 })).rejects.toThrow(/^DRF-001: .*Ada L\. .*process \d+ .*\(a test/);
    const other = await open(place, { grader: { ...ADA, name: 'Ada-L' } });
    expect(other.run.file).not.toBe(draft.run.file);
    draft.close();
    other.close();
    (await open(place)).close();
  });

  it('keeps the answers to a run that was replaced, and says where', async () => {
    await using place = await openEmitted();
    const draft = await open(place);
    const { prompt } = draft.read('1');
    draft.write('1', wholePart(prompt));
    place.wait();
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(() => draft.write('1', wholePart(prompt, 'later'))).toThrow(
      `DRF-002: another run has replaced run ${draft.run.taskId}; answers saved before are kept in ${draft.run.file}`,
    );
    await expect(draft.handIn()).rejects.toThrow(/^DRF-002/);
    draft.close();
    expect(place.island().readText(draft.run.file)).toContain('"seen"');
    const next = await open(place);
    expect(next.run.prompts.every(({ begun }) => !begun)).toBe(true);
    next.close();
  });
});

describe('a part that cannot be saved', () => {
  const key = `ghp_${'a1B2'.repeat(10)}`;
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
  it.each<[string, (part: DraftPart) => unknown, string, string | undefined]>([
    ['is not an object', () => 'x', 'SCR-002', ''],
    ['has an unknown field', (part) => ({ ...part, extra: 1 }), 'SCR-024', '/extra'],
    ['holds a key', (part) => edit(part, { reasoning: `uses ${key}` }), 'SCR-031', '/answers/0/reasoning'],
    ['is nested too deeply', (part) => edit(part, { evidence: deep }), 'SCR-020', undefined],
  ])('%s: the place is named, and nothing reaches the disk', async (_, change, code, path) => {
    await using place = await openEmitted();
    const draft = await open(place);
    const { prompt } = draft.read('1');
    const { savedAt, problems } = draft.write('1', change(wholePart(prompt)));
    expect(savedAt).toBeNull();
    expect(problems).toMatchObject([
      { code, prompt: prompt.id, ...(path !== undefined && { where: { path } }) },
    ]);
    expect(place.island().kind(draft.run.file)).toBeNull();
    draft.close();
  });
});

function edit(part: DraftPart, change: object): DraftPart {
  return {
    ...part,
    answers: part.answers.map((answer, at) => (at === 0 ? { ...answer, ...change } : answer)),
  };
}

/** Mostly what a grader would write, so that a good share of the parts is finished. */
const rarely = <T, U>(usual: fc.Arbitrary<T>, rare: readonly U[]) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
const text = rarely(fc.constant('seen'), ['', ' ', '\ud800', 'a\u0000b', '{"__proto__":1}']);
const score = rarely(fc.constantFrom(undefined, 'n/a', 2.5), [
  null,
  0,
  6,
  Number.NaN,
  'stale',
  'good',
  'pass',
]);
const edits = fc.record({
  answers: fc.array(
    fc.record({
      score,
      reasoning: text,
      evidence: rarely(fc.constantFrom('', undefined, 'x', { a: 1 }), [{ constructor: 1 }, ' ', '\udfff']),
      isDropped: rarely(fc.constant(false), [true]),
    }),
    { minLength: 20, maxLength: 20 },
  ),
  reason: rarely(fc.constantFrom('requires-private-data', 'not-applicable-to-tool-type'), [
    'because',
    'out-of-scope-prompt',
    null,
  ]),
  extra: rarely(fc.constant(null), ['Q-single-test-01', 'Q-single-test-04', 'Q-x']),
  hints: fc.array(
    fc.record({ targetField: text, suggestion: text, priority: rarely(fc.constant('high'), ['soon']) }),
    { maxLength: 2 },
  ),
  veto: rarely(fc.constantFrom(null, undefined, { triggeredBy: 'malicious-module', evidence: 'x' }), [
    { triggeredBy: 'ai-security-veto', evidence: 'x' },
    { triggeredBy: 'ai-security-veto', evidence: 'x', reasoning: 'y' },
    { triggeredBy: 'foreign', evidence: '' },
  ]),
});

function applyEdits(
  whole: DraftPart,
  given: typeof edits extends fc.Arbitrary<infer T> ? T : never,
): unknown {
  const { answers, reason, extra, hints, veto } = given;
  const edited = whole.answers.flatMap((answer, at) => {
    const { isDropped = false, score: other, ...change } = answers[at] ?? {};
    const own = typeof other === 'number' && answer.score === 'pass' ? 'fail' : (other ?? answer.score);
    return isDropped
      ? []
      : [
          {
            ...answer,
            ...change,
            score: other === null ? null : own,
            ...(own === 'n/a' && { naReason: reason }),
          },
        ];
  });
  const more = extra === null ? [] : [{ questionId: extra, score: 3, reasoning: 'x' }];
  return { answers: [...edited, ...more], improvementHints: hints, veto };
}

it('what counts as finished is not refused by the hand-in, and what does not is', async () => {
  await using place = await openEmitted();
  const outcomes = { finished: 0, open: 0 };
  await fc.assert(
    fc.asyncProperty(edits, async (given) => {
      await using copy = await createFixture();
      cpSync(place.root, copy.path, { recursive: true });
      const island = new Island(copy.path, undefined, { now: () => place.now });
      const draft = await open(place, { island });
      const { prompt } = draft.read('1');
      const { savedAt, problems } = draft.write('1', applyEdits(wholePart(prompt), given));
      const [first] = draft.run.prompts;
      const isFinished = savedAt !== null && problems.length === 0;
      expect(first).toMatchObject({ begun: savedAt !== null, answered: isFinished });
      outcomes[isFinished ? 'finished' : 'open'] += 1;
      const { status, errors } = await draft.handIn({ allowMissing: isFinished });
      draft.close();
      expect(errors).toEqual(isFinished ? [] : expect.anything());
      expect(status).toBe(isFinished);
      // Whatever the save has reported, the hand-in reports at the same place.
      if (savedAt !== null && !isFinished) {
        const own = errors.filter((found) => found.prompt === prompt.id);
        expect(own.map(({ code, where }) => [code, where?.path])).toEqual(
          expect.arrayContaining(problems.map(({ code, where }) => [code, `/areas/0${where?.path}`])),
        );
      }
    }),
    { numRuns: 40, seed: 7 },
  );
  expect(outcomes.finished).toBeGreaterThan(8);
  expect(outcomes.open).toBeGreaterThan(8);
});

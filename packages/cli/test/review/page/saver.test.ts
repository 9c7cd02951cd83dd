// Whether everything is saved: answers that the command did not take are not forgotten, and do not hold up the others.
import { expect, it } from 'vitest';
import type { Part } from '../../../src/review/page/part.js';
import { Saver, type Saving } from '../../../src/review/page/saver.js';
import type { Saved } from '../../../src/review/wire.js';

const part = (reasoning: string): Part => ({
  answers: [{ questionId: 'Q-single-test-04', score: 4, reasoning }],
  improvementHints: [],
});

/** A saver of a command that takes no text with `key`, and cannot be reached while `isGone`. */
function openSaver() {
  const place = { isGone: false, saved: [] as string[], saving: [] as Saving[] };
  const put = async (number: number, { answers: [answer] }: Part) => {
    if (place.isGone) return { ok: false as const, status: 0, text: 'gone' };
    const text = `${number} ${answer?.reasoning}`;
    const savedAt = text.includes('key') ? null : '2026-11-30T10:20:30.000Z';
    if (savedAt !== null) place.saved.push(text);
    return { ok: true as const, body: { savedAt, answered: savedAt !== null, problems: [] } satisfies Saved };
  };
  const saver = new Saver({ put, onSaved: () => undefined, onSaving: (now) => place.saving.push(now) });
  return { saver, place, later: (number: number, text: string) => saver.later(number, part(text), 60_000) };
}

it('saves the newest answers to each prompt', async () => {
  const { saver, place, later } = openSaver();
  for (const text of ['a', 'b']) later(1, text);
  later(2, 'c');
  const running = saver.flush();
  later(1, 'd');
  expect([saver.isBehind, await running]).toEqual([true, true]);
  expect(place.saved).toEqual(['1 b', '1 d', '2 c']);
  expect([saver.isBehind, place.saving.at(-1)?.state]).toEqual([false, 'saved']);
});

it('knows the prompt whose newest answers were not taken, until they are', async () => {
  const { saver, place, later } = openSaver();
  later(1, 'key');
  later(2, 'b');
  expect(await saver.flush()).toBe(true);
  expect(place.saved).toEqual(['2 b']);
  expect([saver.refused, saver.holds(1), saver.holds(2), saver.isBehind]).toEqual([[1], true, false, true]);
  expect(place.saving.at(-1)).toEqual({ state: 'failed', text: expect.stringContaining('Prompt 1') });
  later(1, 'a');
  expect(await saver.flush()).toBe(true);
  expect([saver.refused, saver.isBehind, place.saving.at(-1)?.state]).toEqual([[], false, 'saved']);
});

it('keeps everything while the command cannot be reached', async () => {
  const { saver, place, later } = openSaver();
  place.isGone = true;
  later(1, 'a');
  expect([await saver.flush(), saver.isBehind, saver.holds(1)]).toEqual([false, true, true]);
  place.isGone = false;
  expect([await saver.flush(), saver.isBehind]).toEqual([true, false]);
});

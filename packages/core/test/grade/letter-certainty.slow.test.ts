// Asks simulated judges until their letter has a chance of 0.95, at most nine times. Seeds are fixed.
import { describe, expect, it } from 'vitest';
import { gradeAnswers } from '../../src/grade/grade.js';
import { isDecided, letterCertainty } from '../../src/grade/letter-certainty.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { Score } from '../../src/spec/vocabulary.js';

const [JUDGES, QUESTIONS, UNTIL, MOST, LONG_RUN] = [1200, 8, 0.95, 9, 401];
const rules = DEFAULT_BOOK;

/** Uniform numbers from 0 to 1 (mulberry32), and normal ones. */
function createRandom(seed: number) {
  let state = seed;
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    const first = Math.imul(state ^ (state >>> 15), 1 | state);
    const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first;
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return { unit, normal };
}

interface Judge {
  /** One sample: an answer to each question. */
  readonly ask: () => readonly Score[];
}

/** A judge whose answers scatter around a mean for each question; some questions take pass or fail only. */
function judgeOf(random: ReturnType<typeof createRandom>, passFail: number): Judge {
  const level = 1 + 4 * random.unit();
  const spread = 0.15 + 0.65 * random.unit();
  const means = Array.from({ length: QUESTIONS }, () => level + 0.5 * random.normal());
  return {
    ask: () =>
      means.map((mean, at): Score => {
        const said = mean + spread * random.normal();
        if (at < passFail) return said >= 3 ? 'pass' : 'fail';
        return Math.min(5, Math.max(1, Math.round(said)));
      }),
  };
}

/** The answers that samples are merged into: means, and majorities of pass and fail. */
function merge(samples: readonly (readonly Score[])[]) {
  return Array.from({ length: QUESTIONS }, (_, at) => {
    const scores = samples.map((sample) => sample[at] as Score);
    const passes = scores.filter((score) => score === 'pass').length;
    const isWord = typeof scores[0] === 'string';
    const mean = scores.reduce<number>((all, score) => all + Number(score), 0) / scores.length;
    const score: Score = isWord ? (passes * 2 > scores.length ? 'pass' : 'fail') : mean;
    return {
      ...{ questionId: `Q-${at}`, weight: 1, determinism: 'non-deterministic' as const, score },
      evidence: { samples: { merge: 'mean', until: UNTIL, scores } },
    };
  });
}

function trial(passFail: number) {
  const random = createRandom(20 + passFail);
  const count = { calls: 0, decided: 0, wrong: 0 };
  for (let judge = 0; judge < JUDGES; judge += 1) {
    const { ask } = judgeOf(random, passFail);
    const samples = [ask()];
    const certainty = () => {
      const found = letterCertainty({ answers: merge(samples), tier: 'group-bound', rules });
      return found && isDecided(found) ? found : null;
    };
    let decided = null;
    while (!decided && samples.length < MOST) {
      samples.push(ask());
      decided = certainty();
    }
    count.calls += samples.length;
    if (!decided) continue;
    const all = Array.from({ length: LONG_RUN }, ask);
    const { aggregateGrade } = gradeAnswers({ answers: merge(all), tier: 'group-bound', rules });
    count.decided += 1;
    if (aggregateGrade !== decided.letter) count.wrong += 1;
  }
  return {
    calls: count.calls / JUDGES,
    wrong: count.wrong / count.decided,
    undecided: 1 - count.decided / JUDGES,
  };
}

describe('a judge asked until its letter has a chance of 0.95', () => {
  it.each([
    { passFail: 0, most: 0.55 },
    { passFail: 2, most: 0.75 },
    { passFail: 4, most: 1 },
  ])('is rarely wrong once decided, and asked less: $passFail of 8 are pass/fail', ({ passFail, most }) => {
    const found = trial(passFail);
    expect(found.wrong).toBeLessThanOrEqual(0.03);
    expect(found.calls).toBeLessThanOrEqual(most * MOST);
  });
});

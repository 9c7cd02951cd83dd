// What the review page makes of answers while they are edited: scores, fields by pointer, undo.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  change,
  firstOpen,
  type OpenPrompt,
  type Part,
  parseScore,
  type Score,
  set,
  step,
  textAt,
  undo,
  withScore,
} from '../../../src/review/page/part.js';
import { sampleView } from '../sample-review.js';

const EMPTY: Part = {
  answers: [
    { questionId: 'Q-single-test-04', score: null, reasoning: '' },
    { questionId: 'Q-single-test-10', score: null, reasoning: '' },
  ],
  improvementHints: [],
};
const open = (part = EMPTY): OpenPrompt => ({
  number: 1,
  view: sampleView('single-test/ping'),
  part,
  past: [],
  problems: null,
});
const typed = (start: OpenPrompt, field: string, text: string) =>
  [...text].reduce(
    (now, letter) => change(now, field, set(now.part, field, textAt(now.part, field) + letter), true),
    start,
  );

describe('a score', () => {
  it.each<[string, Score]>([
    ['', null],
    [' 4 ', 4],
    ['3.25', 3.25],
    ['3,25', 3.25],
    ['7', 7],
    ['four', 'four'],
    ['1e0', '1e0'],
    ['-1', '-1'],
  ])('typed as %j is %j', (text, score) => {
    expect(parseScore(text)).toBe(score);
  });

  it.each<[Score, 0.5 | -0.5, Score]>([
    [3, 0.5, 3.5],
    [3.25, -0.5, 2.75],
    [4.75, 0.5, 5],
    [1, -0.5, 1],
    [null, 0.5, null],
    ['n/a', 0.5, 'n/a'],
    ['pass', -0.5, 'pass'],
  ])('%j and a step of %d is %j', (from, by, to) => {
    expect(step(withScore(EMPTY, 0, from), 0, by).answers[0]?.score).toBe(to);
  });

  it('keeps a reason for n/a with n/a only', () => {
    const reasoned = set(withScore(EMPTY, 0, 'n/a'), '/answers/0/naReason', 'requires-private-data');
    expect(withScore(reasoned, 0, 'n/a')).toBe(reasoned);
    expect(withScore(reasoned, 0, 4).answers[0]).toEqual({ ...EMPTY.answers[0], score: 4 });
  });

  it('is missing where the work goes on', () => {
    expect(firstOpen(EMPTY)).toBe(0);
    expect(firstOpen(withScore(EMPTY, 0, 4))).toBe(1);
    expect(firstOpen(withScore(withScore(EMPTY, 0, 4), 1, 'pass'))).toBe(0);
  });
});

describe('a field', () => {
  it.each<[string, unknown, Partial<Part>]>([
    ['/veto', { triggeredBy: '', evidence: '' }, { veto: { triggeredBy: '', evidence: '' } }],
    [
      '/improvementHints/0',
      { targetField: 'tags' },
      { improvementHints: [{ targetField: 'tags' } as never] },
    ],
    [
      '/answers/1/evidence',
      'line 3',
      { answers: [EMPTY.answers[0], { ...EMPTY.answers[1], evidence: 'line 3' }] as never },
    ],
  ])('%s is set, and taken away again', (field, value, expected) => {
    const before = structuredClone(EMPTY);
    const changed = set(EMPTY, field, value);
    expect(changed).toEqual({ ...EMPTY, ...expected });
    expect(set(changed, field, undefined)).toEqual(EMPTY);
    expect(EMPTY).toEqual(before);
  });

  it('shows evidence that another program gave as an object', () => {
    expect(textAt(set(EMPTY, '/answers/0/evidence', { line: 3 }), '/answers/0/evidence')).toBe('{"line":3}');
  });
});

describe('undo', () => {
  it('takes back a word at a time', () => {
    const now = typed(open(), '/answers/0/reasoning', 'two words');
    const once = undo(now);
    expect([once?.field, once?.open.part.answers[0]?.reasoning]).toEqual(['/answers/0/reasoning', 'two ']);
    expect(undo(once?.open ?? now)?.open.part).toEqual(EMPTY);
  });

  it('takes back a score between two words of the same field', () => {
    const word = typed(open(), '/answers/0/reasoning', 'one');
    const scored = change(word, '/answers/0/score', withScore(word.part, 0, 4));
    const now = typed(scored, '/answers/0/reasoning', 'two');
    expect(undo(now)?.open.part).toEqual(scored.part);
    expect(undo(scored)?.open.part).toEqual(word.part);
  });

  it('takes back a pasted text as a whole', () => {
    const word = typed(open(), '/answers/0/reasoning', 'one');
    const pasted = change(
      word,
      '/answers/0/reasoning',
      set(word.part, '/answers/0/reasoning', 'one, and more'),
      true,
    );
    expect(undo(pasted)?.open.part).toEqual(word.part);
  });

  it('takes back every change, newest first', () => {
    const score = fc.constantFrom<Score>(null, 1, 2.5, 5, 'n/a');
    const steps = fc.array(fc.tuple(fc.constantFrom(0, 1), score), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (changes) => {
        const states = [open()];
        for (const [at, to] of changes) {
          const now = states.at(-1) as OpenPrompt;
          const next = change(now, `/answers/${at}/score`, withScore(now.part, at, to));
          if (next !== now) states.push(next);
        }
        for (let now = states.pop(); now && states.length > 0; now = states.pop()) {
          expect(undo(now)?.open.part).toEqual(states.at(-1)?.part);
        }
        expect(undo(open())).toBeNull();
      }),
    );
  });

  it('remembers 200 changes', () => {
    const many = Array.from({ length: 300 }).reduce<OpenPrompt>(
      (now, _, at) => change(now, '/answers/0/score', withScore(now.part, 0, 1 + (at % 9) / 2)),
      open(),
    );
    expect(many.past).toHaveLength(200);
  });
});

// A queue's content is not trusted: an answer is checked, and a reason is shown only as known.
import { describe, expect, it } from 'vitest';
import { readAnswer, readRefusal } from '../../../../src/features/evaluate/queue/queued-evaluator.js';

const RAW = { evaluation: { score: 0.5, sideInfo: { reasoning: 'short' } } };

describe('an answer', () => {
  it.each([
    [RAW, 'score'],
    [{ answer: { answers: [] } }, 'judge'],
    [{ answer: null }, 'judge'],
  ] as const)('%j is one', (raw, kind) => {
    expect(readAnswer({ version: '1', raw }, kind)).toEqual({ version: '1', raw });
    const other = kind === 'score' ? 'judge' : 'score';
    expect(readAnswer({ version: '1', raw }, other)).toMatchObject({ problem: { code: 'QUE-010' } });
  });

  it.each([
    null,
    'a text',
    {},
    { version: '1' },
    { version: '', raw: RAW },
    { version: '1', raw: { evaluation: { score: '0.5', sideInfo: {} } } },
    { version: '1', raw: { evaluation: { score: null, sideInfo: {} } } },
    { version: '1', raw: RAW, more: true },
  ])('%j is not an answer: QUE-010', (value) => {
    expect(readAnswer(value, 'score')).toMatchObject({ problem: { code: 'QUE-010' }, retry: false });
  });
});

describe('text in the form of a key', () => {
  const issued = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');

  it('is masked in an answer, whoever wrote it', () => {
    const raw = {
      evaluation: { score: 1, sideInfo: { reasoning: `${issued} is open`, [issued]: [issued] } },
    };
    const taken = readAnswer({ version: '1', raw }, 'score');
    expect(taken).toMatchObject({ raw: { evaluation: { score: 1 } } });
    const judged = readAnswer(
      { version: '1', raw: { answer: { answers: [{ reasoning: issued }] } } },
      'judge',
    );
    expect(JSON.stringify([taken, judged])).not.toContain(issued);
  });

  it('is masked in a reason', () => {
    const detail = { code: 'EVL-009', args: { evaluator: issued, shown: issued } };
    const said = [detail, null].map((one) => readRefusal({ how: 'set-aside', reason: issued, detail: one }));
    expect(JSON.stringify(said)).not.toContain(issued);
  });
});

describe('the reason for setting a call aside', () => {
  const detail = { code: 'EVL-009', args: { evaluator: 'grade', shown: 'no JSON' } };
  const stalled = 'job stalled more than allowable limit';

  it.each([
    ['what the worker said', 'in words', detail, { severity: 'error', ...detail }],
    [
      'a code that nobody knows',
      'in words',
      { code: 'EVL-999' },
      { code: 'QUE-009', args: { reason: 'in words' } },
    ],
    [
      'a code that is no business of a worker',
      'in words',
      { code: 'ISL-001' },
      { code: 'QUE-009', args: { reason: 'in words' } },
    ],
    ['no more than words', 'in words', 0, { code: 'QUE-009', args: { reason: 'in words' } }],
    [
      'workers that it ended, whatever an earlier one said',
      stalled,
      detail,
      { code: 'QUE-009', args: { reason: 'it brought down the workers that took it' } },
    ],
  ])('%s', (_, reason, said, expected) => {
    expect(readRefusal({ how: 'set-aside', reason, detail: said })).toMatchObject(expected);
  });

  it('is cut if it is long', () => {
    const found = readRefusal({ how: 'set-aside', reason: 'x'.repeat(10_000), detail: null });
    expect(String(found.args?.reason)).toHaveLength(300);
  });
});

import { describe, expect, it } from 'vitest';
import { describeProblem, problem } from '../../packages/core/src/problems/error-codes.js';
import { countAll, describeCause } from './causes.js';

const failed = (error: string) => ({ status: 'handler-error', error, working: false }) as const;
const works = { status: 'working', error: null, working: true } as const;
const PLENTY = { held: null, reason: '', declared: 3, distinct: 3, bar: 3 };

describe('the cause why a tool stays below the bar', () => {
  it('is first what holds back every test', () => {
    const lacks = problem('DPT-108', undefined, { ref: 'chains', version: '1.0.0' });
    expect(describeCause({ ...PLENTY, held: lacks, records: [], declared: 1 })).toBe(
      'shared list not found: chains',
    );
  });

  it('is what the product says if no test was run', () => {
    expect(describeCause({ ...PLENTY, reason: 'the code does not load\nat line 1', records: [] })).toBe(
      'the code does not load',
    );
  });

  it('is then the number of tests, and of those that differ', () => {
    const records = [works, failed('x')];
    expect(describeCause({ ...PLENTY, records, declared: 2, distinct: 2 })).toBe(
      'fewer tests declared than the bar',
    );
    expect(describeCause({ ...PLENTY, records, distinct: 2 })).toBe(
      'fewer different tests declared than the bar',
    );
  });

  it('is otherwise what most tests failed with, one line of it', () => {
    const records = [failed('a'), failed('b\nat line 1'), failed('b\nat line 2'), works];
    expect(describeCause({ ...PLENTY, records })).toBe('b');
  });

  it('is one cause wherever it is the same', () => {
    const said = (name: string) =>
      failed(describeProblem(problem('DPT-122', undefined, { name, place: name.toLowerCase() })).message);
    const causes = ['CITY', 'LIMIT'].map((name) => describeCause({ ...PLENTY, records: [said(name)] }));
    expect(causes).toEqual(Array(2).fill('a test leaves a placeholder open that no parameter or key fills'));
    const kept = problem('DPT-146', undefined, { name: 'K', owner: 'o', host: 'h', why: 'w', allow: 'h' });
    expect(describeCause({ ...PLENTY, records: [failed(describeProblem(kept).message)] })).toBe(
      'a key is kept at home',
    );
  });
});

describe('counting', () => {
  it('puts the most frequent first, and equal ones in code-unit order', () => {
    expect(countAll(['b', 'a', 'c', 'c'])).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ]);
  });
});

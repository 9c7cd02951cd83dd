// Many problems: errors in full, the rest by code; few problems, or with --details, one by one.
import { type Problem, problem } from '@flowmcp/grading-core/commands';
import { describe, expect, it } from 'vitest';
import { formatMany, withSummary } from '../../src/terminal/problem-groups.js';
import { formatProblems } from '../../src/terminal/problems.js';

const fewTests = (at: number): Problem =>
  problem('TST001', { file: `${at % 3}.mjs`, line: at + 1, column: 5 }, { count: 1 });
const noPlace: Problem = problem('VAL050', { file: 'a.mjs', line: 7, column: 2 }, { key: 'id' });
const noMain: Problem = problem('VAL001', { file: 'b.mjs', line: 1, column: 1 });
const times = (count: number) => Array.from({ length: count }, (_, at) => fewTests(at));

describe('text', () => {
  it.each([2, 21])('of %i problems names the folder of their files once', (count) => {
    const far = times(count).map((found) => ({
      ...found,
      where: { ...found.where, file: `/far/away/${found.where?.file}` },
    }));
    expect(formatMany(far, {})).toBe(`in /far/away:\n${formatMany(times(count), {})}`);
  });

  it('20 problems are listed, 21 are summed up, and details lists any number', () => {
    expect(formatMany(times(20), {})).toBe(formatProblems(times(20)));
    expect(formatMany(times(21), {})).not.toBe(formatProblems(times(21)));
    expect(formatMany(times(21), { details: true })).toBe(formatProblems(times(21)));
  });

  it('errors come in full, then a line and a hint for each code, the most frequent first', () => {
    const [hintOfTests, hintOfPlace] = [/^ {9}→ Add tests/, /^ {9}→ Put :id/];
    const lines = formatMany([noPlace, ...times(1200), noMain], {}).split('\n');
    expect(lines).toEqual([
      ...formatProblems([noMain]).split('\n'),
      '',
      'warning  TST001    1,200 in 3 files  e.g. 0.mjs:1:5: the number of tests is 1; at least 3 are expected',
      expect.stringMatching(hintOfTests),
      'warning  VAL050    1 in 1 file       e.g. a.mjs:7:2: the insert parameter "id" has no place in the path',
      expect.stringMatching(hintOfPlace),
      '',
      'every place: the same command with --details',
    ]);
  });

  it('errors alone are listed, however many they are', () => {
    const errors = Array.from({ length: 30 }, () => noMain);
    expect(formatMany(errors, {})).toBe(formatProblems(errors));
  });

  it('what concerns no file has no place', () => {
    const found = Array.from({ length: 21 }, () => problem('VAL027'));
    expect(formatMany(found, {})).toMatch(/^warning {2}VAL027 {4}21 {2}docs lists/);
  });

  it('lets no stranger colour or move the text around them', () => {
    const hostile = Array.from({ length: 21 }, () => ({ ...noPlace, where: { file: 'x\u001b[31m\nerror' } }));
    expect(formatMany(hostile, {})).not.toContain('\u001b');
    expect(formatMany(hostile, {})).not.toContain('x\n');
  });
});

it('JSON counts problems and files by code, and by severity where --strict has raised some', () => {
  const raised: Problem = { ...noPlace, severity: 'error' };
  expect(withSummary({ status: true }, [noPlace, raised, ...times(4)])).toEqual({
    status: true,
    summary: [
      { code: 'TST001', severity: 'warning', count: 4, files: 3 },
      { code: 'VAL050', severity: 'warning', count: 1, files: 1 },
      { code: 'VAL050', severity: 'error', count: 1, files: 1 },
    ],
  });
});

// How one problem and many problems are printed.
import { type Problem, problem } from '@flowmcp/grading-core/commands';
import { describe, expect, it } from 'vitest';
import { formatProblem, formatProblems } from '../../src/terminal/problems.js';

const noOutput = (file: string, line: number): Problem =>
  problem('VAL036', { file, path: 'main.tools.ping', line, column: 7 });
const noPlace = (key: string): Problem => problem('VAL050', { file: 'a.mjs', line: 1, column: 1 }, { key });

describe('one problem', () => {
  it('has its place, its code, what happened and what to do', () => {
    expect(formatProblem(noOutput('a.mjs', 12))).toMatch(
      /^a\.mjs:12:7 warning VAL036: the tool does not say.* \[main\.tools\.ping\]\n {2}→ Add output with /,
    );
  });

  it('without a place begins with its severity', () => {
    expect(formatProblem(problem('TGT-004'))).toMatch(/^error TGT-004: the island has no namespaces yet\n/);
  });

  it('stays on its line whatever a message quotes', () => {
    const found = problem('CLI-001', undefined, { reason: 'first\n  second', help: 'flowmcp --help' });
    expect(formatProblem(found).split('\n')).toHaveLength(2);
    expect(formatProblem(found)).toContain('first second');
  });
});

describe('many problems', () => {
  it('are grouped by file, one line each, with the places in a column', () => {
    const text = formatProblems([noOutput('b.mjs', 9), noOutput('a.mjs', 120), noOutput('b.mjs', 10)]);
    const lines = text.split('\n');
    expect(lines.slice(0, 6)).toEqual([
      'b.mjs',
      expect.stringMatching(/^ {2}9:7 {3}warning {2}VAL036 {4}the tool/),
      expect.stringMatching(/^ {2}10:7 {2}warning {2}VAL036 {4}the tool/),
      '',
      'a.mjs',
      expect.stringMatching(/^ {2}120:7 {2}warning/),
    ]);
  });

  it('give the hint of a code once', () => {
    const text = formatProblems(Array.from({ length: 500 }, (_, at) => noOutput('a.mjs', at + 1)));
    expect(text.match(/Add output/g)).toHaveLength(1);
    expect(text.split('\n')).toHaveLength(1 + 500 + 1 + 2);
  });

  it('show a hint once where it differs in names alone, and a few of those that differ in words', () => {
    const hintsOf = (problems: readonly Problem[]) =>
      formatProblems(problems).split('what to do:\n')[1]?.split('\n') ?? [];
    const alike = hintsOf(['a', 'b', 'c', 'd', 'e'].map(noPlace));
    expect(alike).toHaveLength(1);
    expect(alike[0]).toMatch(/^ {2}VAL050 .* … and 4 more$/);
    const different = ['one', 'two', 'three', 'four'].map((suggestion) =>
      problem('TGT-001', undefined, { target: 'x', suggestion }),
    );
    expect(hintsOf(different)).toEqual([
      '  TGT-001   one',
      '  TGT-001   two',
      '  TGT-001   three',
      '            … and 1 more of this kind',
    ]);
  });

  it('that concern no file stand alone', () => {
    const text = formatProblems([problem('TGT-003'), problem('TGT-004')]);
    expect(text.split('\n').slice(0, 2)).toEqual([
      'error TGT-003: no target was named',
      'error TGT-004: the island has no namespaces yet',
    ]);
  });

  it('let no stranger colour or move the text around them', () => {
    const hostile = `x\u001b[31m\nerror`;
    const found = { ...noOutput('a.mjs', 1), where: { file: hostile, path: hostile, line: 1 } };
    for (const text of [formatProblem(found), formatProblems([found, found])]) {
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('x\n');
    }
  });
});

// Words after -- and after --evaluator-command belong to the program that is started, whatever they look like.
import { describe, expect, it } from 'vitest';
import {
  joinEvaluatorWords,
  joinStdioWords,
  parseEvaluatorWords,
  parseStdioWords,
} from '../src/asking/program-words.js';

describe('the words of a server to start', () => {
  it.each([
    ['lint --stdio -- node a.mjs --json', 'lint --stdio=["node","a.mjs","--json"]'],
    ['lint --json --stdio --env X -- a -- b', 'lint --json --env X --stdio=["a","--","b"]'],
    ['lint https://a.example --stdio -- a', 'lint https://a.example --stdio=["a"]'],
    ['trial --stdio --model m -- a --json', 'trial --model m --stdio=["a","--json"]'],
    ['lint --stdio --', 'lint --stdio=[]'],
    ['lint --stdio node a.mjs', 'lint --stdio node a.mjs'],
    ['lint -- --stdio', 'lint -- --stdio'],
    ['lint a.mjs', 'lint a.mjs'],
    ['validate --stdio -- a', 'validate --stdio -- a'],
  ])('%s', (line, expected) => {
    expect(joinStdioWords(line.split(' ')).join(' ')).toBe(expected);
  });

  it('are read back unchanged', () => {
    const [, joined = ''] = joinStdioWords(['lint', '--stdio', '--', 'a b', '', '"', '[]']);
    expect(parseStdioWords(joined.slice('--stdio='.length))).toEqual(['a b', '', '"', '[]']);
  });

  it.each([
    ['node', '-- was expected'],
    ['[]', 'a program was expected'],
    ['[""]', 'a program was expected'],
  ])('%s is not a program', (text, reason) => {
    expect(() => parseStdioWords(text)).toThrow(reason);
  });
});

describe('words after --evaluator-command', () => {
  it.each<[string, readonly string[], readonly string[] | null]>([
    [
      'options, quotes and blanks',
      ['a', '--evaluator-command', 'node', '--json', '-x', '', 'a "b"'],
      ['node', '--json', '-x', '', 'a "b"'],
    ],
    [
      'the flag itself, again',
      ['--evaluator-command', 'a', '--evaluator-command', 'b'],
      ['a', '--evaluator-command', 'b'],
    ],
    ['two dashes', ['--evaluator-command', 'npx', '--', 'tool'], ['npx', '--', 'tool']],
    ['a program after the sign of equality', ['--evaluator-command=node', 'a.mjs'], ['node', 'a.mjs']],
    ['nothing', ['--evaluator-command'], null],
    ['an argument that only looks like it', ['--', '--evaluator-command', 'a'], null],
    ['no such flag', ['run', '--json'], null],
  ])('%s', (_, words, command) => {
    const joined = joinEvaluatorWords(words);
    const last = joined.at(-1) ?? '';
    if (command === null) expect(joined).toEqual(words);
    else expect(parseEvaluatorWords(last.slice('--evaluator-command='.length))).toEqual(command);
  });
});

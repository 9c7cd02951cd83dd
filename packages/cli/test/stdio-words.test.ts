// Words after -- belong to the server that lint starts, whatever they look like.
import { describe, expect, it } from 'vitest';
import { joinStdioWords, parseStdioWords } from '../src/terminal/stdio-words.js';

describe('the words of a server to start', () => {
  it.each([
    ['lint --stdio -- node a.mjs --json', 'lint --stdio=["node","a.mjs","--json"]'],
    ['lint --json --stdio --env X -- a -- b', 'lint --json --env X --stdio=["a","--","b"]'],
    ['lint https://a.example --stdio -- a', 'lint https://a.example --stdio=["a"]'],
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

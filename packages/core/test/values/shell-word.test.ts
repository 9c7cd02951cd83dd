// A word is quoted so that a shell reads it unchanged.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../src/values/shell-word.js';

describe('shellWord', () => {
  it.each([
    ['providers/demo', 'providers/demo'],
    ['/tmp/My Island', "'/tmp/My Island'"],
    ["get'$(id)", "'get'\\''$(id)'"],
    ['', "''"],
  ])('%s → %s', (text, expected) => {
    expect(shellWord(text)).toBe(expected);
  });

  it('is read back unchanged by a shell', () => {
    const texts = fc.sample(fc.string({ maxLength: 30 }), 50).map((text) => text.replaceAll('\0', ''));
    const line = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(texts);
  });
});

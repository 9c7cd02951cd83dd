// A word is quoted so that a shell reads it as meant.
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

  it('is read back by a shell as it was', () => {
    const texts = fc.sample(fc.string({ maxLength: 30 }), 50).map((text) => text.replaceAll('\0', ''));
    const line = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(texts);
  });
});

// The beginning of a server's text in a message: one line, 500 characters, and never a part of a secret.
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/keys/logic/redact.js';
import { showText } from '../../../src/net/logic/show-text.js';

const KEY = 'k3y-0f-some-length';
const redactor = createRedactor([KEY]);
const inPercent = Array.from(KEY, (char) => `%${char.charCodeAt(0).toString(16)}`).join('');

describe('showText', () => {
  it.each([
    ['', '(nothing)'],
    [' \r\n\t ', '(nothing)'],
    ['a\n\n  b\u001b[31m c\u202e', 'a b [31m c'],
    [`not ${KEY}`, 'not [redacted]'],
    ['x'.repeat(600), 'x'.repeat(500)],
    ['😀'.repeat(600), '😀'.repeat(500)],
  ])('%j', (text, shown) => {
    expect(showText(text, redactor)).toBe(shown);
  });

  it('does not end in the first half of a secret at the cut', () => {
    expect(showText(`${'.'.repeat(300)} k3y-0f-some`, redactor, true)).not.toContain('k3y');
    expect(showText(`${'.'.repeat(300)} k3y-0f-some`, redactor, false)).toContain('k3y');
  });

  it('shows no unchecked text if redaction shortens the checked part', () => {
    for (let before = 0; before < inPercent.length; before += 1) {
      const shown = showText(`${'.'.repeat(before)}${`${inPercent} `.repeat(100)}`, redactor);
      expect(shown).toMatch(/^\.*( ?\[redacted\])+( \[[a-z]*)?$/);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { textMatching } from './regex-text.js';

describe('a text that a regular expression matches', () => {
  it.each([
    ['<title><!\\[CDATA\\[(.*?)\\]\\]><\\/title>'],
    ['<a href="([^"]+)"[^>]*>([^<]*)<\\/a>'],
    ['(\\d{2})\\.(\\d{2})\\.(\\d{4})'],
    ['(?:von|bis)\\s+(?<day>\\w+)'],
    ['^\\s*([A-Z][a-z]+),? ([\\d.,]+) €$'],
    ['<td>(?=x)x?|<th>'],
    ['[^\\s]+@[a-z]+\\.(de|org)'],
  ])('%s', (source) => {
    expect(textMatching(source)).toMatch(new RegExp(source));
  });

  it('holds what its groups are to hold', () => {
    expect(
      textMatching('<b>(.*?)</b><i>(?<x>.*?)</i>', (group) => ({ 1: 'one', x: 'two' })[group] ?? null),
    ).toBe('<b>one</b><i>two</i>');
  });

  it('holds what the whole match is to hold where it takes anything', () => {
    expect(textMatching('<tr>[\\s\\S]*?</tr>[^<]*', (group) => (group === '0' ? '<td>1</td>' : null))).toBe(
      '<tr><td>1</td></tr>',
    );
  });
});

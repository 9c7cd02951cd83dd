// Which placeholders a skill holds.
import { describe, expect, it } from 'vitest';
import { listSkillReferences, parsePlaceholders } from '../../../src/rules/skill/placeholders.js';
import { cpuMs } from '../../cpu-time.js';

describe('parsePlaceholders', () => {
  it.each([
    ['{{tool:a}} {{tool:a}} {{input:b}}', ['tool a', 'input b']],
    ['{{tool:ns/a:description}}', ['tool ns/a:description']],
    ['{{USER_PARAM}} {{ SERVER }}', []],
    ['{{}} {{:}} {{skill: }}', [' ', ' ', 'skill  ']],
    ['{ {tool:a} } {{tool:a} {{{tool:b}}}', ['tool b']],
    ['{{tool:a\nb}}', ['tool a\nb']],
  ])('%j', (text, expected) => {
    expect(parsePlaceholders(text).map(({ type, name }) => `${type} ${name}`)).toEqual(expected);
  });

  it('takes long texts of braces in its stride', () => {
    const text = '{{a'.repeat(300_000);
    expect(cpuMs(() => expect(parsePlaceholders(text)).toEqual([]))).toBeLessThan(1000);
  });

  it('lists the skills a text leads to', () => {
    expect(listSkillReferences('{{skill:a}} {{tool:b}} {{skill:ns/skill/c}}')).toEqual(['a', 'ns/skill/c']);
  });
});

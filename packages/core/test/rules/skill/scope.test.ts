// What the reference of a skill points to, and what is said of one that cannot be looked up.
import { describe, expect, it } from 'vitest';
import { resolveReference, scopeOfLoneSkill } from '../../../src/rules/skill/scope.js';
import { validateSkill } from '../../../src/rules/skill/validate-skill.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { buildGoodSkill } from './good-skill.js';

const members = {
  b: ['get', 'a.get', '/wallets/:address/test'],
  a: ['get', 'list', 'harbour/list', 'tool/list'],
};

describe('resolveReference', () => {
  it.each([
    ['list', ['a.list']],
    ['get', ['a.get', 'b.get']],
    ['b.get', ['b.get']],
    // A tool's own name comes before anything that could be read into it.
    ['a.get', ['b.a.get']],
    ['b.a.get', ['b.a.get']],
    ['harbour/tool/list', ['a.list']],
    ['harbour/list', ['a.harbour/list']],
    ['harbour/get', ['a.get', 'b.get']],
    ['harbour/tool/b.get', ['b.get']],
    ['list:description', ['a.list']],
    ['harbour/get:call', ['a.get', 'b.get']],
    ['/wallets/:address/test', ['b./wallets/:address/test']],
    ['list:else', []],
    ['harbour/resource/list', []],
    ['other/tool/list', []],
    ['a.', []],
    ['.list', []],
    ['', []],
    ['constructor.name', []],
  ])('%s', (text, expected) => {
    expect(resolveReference({ text, kind: 'tool', namespace: 'harbour', members })).toEqual(expected);
  });

  it('reads resources by their own word', () => {
    const reference = { kind: 'resource', namespace: 'harbour', members: { a: ['about'] } } as const;
    expect(resolveReference({ ...reference, text: 'harbour/resource/about' })).toEqual(['a.about']);
    expect(resolveReference({ ...reference, text: 'harbour/tool/about' })).toEqual([]);
  });
});

describe('a skill that was named alone', () => {
  const good = buildGoodSkill();
  const content = '{{skill:unknown}} {{skill:other/skill/unknown}} {{unknown:x}}\n\n';
  it.each(['namespace', 'selection'])('is not told of references that cannot be looked up: %s', (type) => {
    const skill = { ...good, type, content: `${content}${good.content}` };
    const reading = parseModule(`export const skill = ${JSON.stringify(skill)};`, { exports: ['skill'] });
    const scope = scopeOfLoneSkill(reading.value);
    const validate = (more: object) =>
      validateSkill({
        reading: { ...reading, value: { ...skill, ...more } },
        file: 'a.mjs',
        skillName: String(good.name),
        scope,
      }).map(({ code }) => code);
    expect(validate({})).toEqual([]);
    expect(validate({ description: '' })).toEqual(['SKL007']);
  });
});

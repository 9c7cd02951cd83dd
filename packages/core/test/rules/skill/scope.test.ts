// What the reference of a skill points to.
import { describe, expect, it } from 'vitest';
import { resolveReference } from '../../../src/rules/skill/scope.js';

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

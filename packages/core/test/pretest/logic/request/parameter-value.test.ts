// A test value that its own parameter forbids is found just as `validate` finds it.
import { describe, expect, it } from 'vitest';
import { findForbiddenValue } from '../../../../src/pretest/logic/request/parameter-value.js';
import { fixed, toolWith, user } from './schema-fixture.js';

describe('findForbiddenValue', () => {
  it.each<[primitive: string, options: string[], allowed: unknown[], forbidden: unknown[]]>([
    ['number()', ['min(1)', 'max(9)'], [1, 9, 2.5], [0, 10, '5', Number.NaN, null]],
    ['string()', ['length(2)'], ['ab', ''.padEnd(2)], ['a', 'abc', 12]],
    ['boolean()', [], [true, false], ['true', 0]],
    ['array()', ['length(1)'], [['a']], [[], 'a']],
    ['object()', [], [{}], [[], '{}']],
    ['enum(1,2)', [], ['1'], [1, '3', '']],
    ['enum({{places:code}})', [], ['anything'], [7]],
    ['string()', ['regex(^a$)'], ['b'], []],
  ])('%s %j', (primitive, options, allowed, forbidden) => {
    const tool = toolWith([user('q', 'query', primitive, ...options)]);
    const found = (q: unknown) => findForbiddenValue(tool, { q });
    expect(allowed.map(found)).toEqual(allowed.map(() => null));
    for (const value of forbidden) {
      expect(found(value)).toMatchObject({ code: 'TST004', args: { key: 'q' } });
    }
    expect(findForbiddenValue(tool, {})).toBeNull();
  });

  it('checks only values that the caller supplies, alone or inside a longer text', () => {
    const inside = fixed('q', 'name:{{ USER_PARAM }}', 'query', 'number()');
    expect(findForbiddenValue(toolWith([inside]), { q: 'x' })).toMatchObject({ code: 'TST004' });
    expect(findForbiddenValue(toolWith([fixed('q', '7', 'query', 'number()')]), { q: 'x' })).toBeNull();
  });
});

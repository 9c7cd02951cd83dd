// The member with which a namespace skill is stored.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSkillHome } from '../../../../src/features/import/logic/plan-namespace.js';

const SCHEMAS = {
  berths: ['listBerths', 'shared'],
  ferries: ['listFares', 'listLines', 'shared'],
  tides: [],
};
const home = (tools: readonly string[], current: string | null = null) =>
  chooseSkillHome({ namespace: 'harbour', skill: { requires: { tools } }, schemas: SCHEMAS, current });

describe('chooseSkillHome', () => {
  it.each([
    ['most tools', ['listBerths', 'listFares', 'listLines'], null, 'ferries'],
    [
      'every way to write a tool',
      ['listBerths', 'ferries.listFares', 'harbour/tool/listLines'],
      null,
      'ferries',
    ],
    ['a tie: the first by name', ['listLines', 'listBerths'], null, 'berths'],
    ['a shared name counts for both', ['shared', 'listFares'], null, 'ferries'],
    ['tools of nobody: the first by name', ['other/tool/listFares', 'nothing'], null, 'berths'],
    ['where it lies already', ['listBerths'], 'tides', 'tides'],
    ['its schema retired', ['listFares'], 'wharves', 'ferries'],
    ['its schema was named like a member every object has', ['listFares'], 'constructor', 'ferries'],
  ])('%s', (_, tools, current, expected) => {
    expect(home(tools, current)).toBe(expected);
  });

  it('stores a skill without requirements with the first schema', () => {
    const input = { namespace: 'harbour', schemas: SCHEMAS, current: null };
    expect(chooseSkillHome({ ...input, skill: {} })).toBe('berths');
    expect(chooseSkillHome({ ...input, skill: { requires: {} } })).toBe('berths');
  });

  it('throws for a namespace without schemas', () => {
    expect(() => chooseSkillHome({ namespace: 'a', skill: {}, schemas: {}, current: null })).toThrow(
      RangeError,
    );
  });

  it('always names a member, in any order, and keeps it', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.uniqueArray(name, { maxLength: 4 }), { minKeys: 1, maxKeys: 5 }),
        fc.array(name, { maxLength: 6 }),
        fc.option(name, { nil: null }),
        (schemas, tools, current) => {
          const input = { namespace: 'ns', skill: { requires: { tools } }, current };
          const chosen = chooseSkillHome({ ...input, schemas });
          expect(Object.keys(schemas)).toContain(chosen);
          if (current !== null && Object.hasOwn(schemas, current)) expect(chosen).toBe(current);
          const turned = Object.fromEntries(Object.entries(schemas).reverse());
          const turnedInput = { ...input, skill: { requires: { tools: [...tools].reverse() } } };
          expect(chooseSkillHome({ ...turnedInput, schemas: turned })).toBe(chosen);
          expect(chooseSkillHome({ ...input, schemas, current: chosen })).toBe(chosen);
        },
      ),
    );
  });
});

// A lock snapshot freezes what chapter 16 allows and nothing else, and an override is a name or a description.
import { describe, expect, it } from 'vitest';
import { OVERRIDE_WHITELIST, RebuildIndex, validateOverride } from '../../src/index.js';

const build = (input: object) => RebuildIndex.buildLockSnapshot(input as never);
const A = { schemaId: 'a.x', gradingStatus: 'stable', schemaHash: '0123abcd' };

describe('buildLockSnapshot', () => {
  it('freezes the members of the definition, and treats those of unknown state as pending', () => {
    const override = { name: 'Y of the coast' };
    const selectionDef = {
      selectionId: 'group',
      members: [{ schemaId: 'a.x' }, { schemaId: 'b.y', override }],
    };
    const { lockSnapshot, errors } = build({
      selectionDef,
      members: [A],
      selectionVersion: '2026-02-01T00-00-00Z',
      generatedAt: '2026-03-01T10:00:00Z',
    });
    expect(errors).toEqual([]);
    expect(lockSnapshot).toEqual({
      selectionId: 'group',
      selectionVersion: '2026-02-01T00-00-00Z',
      selectionHash: expect.stringMatching(/^[0-9a-f]{8}$/),
      generatedAt: '2026-03-01T10:00:00.000Z',
      members: [
        { ...A, schemaVersion: null, override: null },
        { schemaId: 'b.y', schemaVersion: null, schemaHash: null, gradingStatus: 'pending', override },
      ],
    });
  });

  it('freezes the members given, and the hash and version of the definition, as they are', () => {
    const member = { ...A, schemaVersion: '1.0.0', override: { description: 'Short' } };
    const selectionDef = { selectionId: 'group', selectionVersion: '1.0.0', selectionHash: 'aabbccdd' };
    const { lockSnapshot } = build({ selectionDef, members: [member] });
    expect(lockSnapshot).toMatchObject({ ...selectionDef, members: [member] });
    const bare = build({ selectionDef: { selectionId: 'group' }, members: [] });
    expect(bare).toMatchObject({
      lockSnapshot: { selectionVersion: null, selectionHash: null, members: [] },
      errors: [],
    });
  });

  const selectionDef = { selectionId: 'group' };
  it.each([
    [{ members: [] }, 'LCK-001: /selectionDef: '],
    [{ selectionDef: 5, members: [] }, 'LCK-002: /selectionDef: '],
    [{ selectionDef: {}, members: [] }, 'LCK-001: /selectionDef/selectionId: '],
    [{ selectionDef: { selectionId: 5 }, members: [] }, 'LCK-002: /selectionDef/selectionId: '],
    [{ selectionDef }, 'LCK-001: /members: '],
    [{ selectionDef, members: 'all' }, 'LCK-003: /members: '],
    [{ selectionDef, members: null }, 'LCK-001: /members: '],
    [{ selectionDef: { ...selectionDef, members: {} }, members: [] }, 'LCK-003: /selectionDef/members: '],
    [
      { selectionDef: { ...selectionDef, members: [{}] }, members: [] },
      'LCK-001: /selectionDef/members/0/schemaId: ',
    ],
    [
      { selectionDef: { ...selectionDef, selectionHash: 'x' }, members: [] },
      'LCK-002: /selectionDef/selectionHash: ',
    ],
    [
      { selectionDef: { ...selectionDef, selectionVersion: 1 }, members: [] },
      'LCK-002: /selectionDef/selectionVersion: ',
    ],
    [
      { selectionDef: { ...selectionDef, selectionVersion: '1' }, selectionVersion: '2', members: [] },
      'LCK-002: /selectionVersion: ',
    ],
    [{ selectionDef, members: [A], selectionVersion: ' ' }, 'LCK-002: /selectionVersion: '],
    [
      {
        selectionDef: { ...selectionDef, members: [{ schemaId: 'a.x' }, { schemaId: 'a.x' }] },
        members: [A],
      },
      'LCK-002: /selectionDef/members/1/schemaId: ',
    ],
    [
      { selectionDef: { ...selectionDef, members: [{ schemaId: 'ax' }] }, members: [] },
      'LCK-002: /selectionDef/members/0/schemaId: ',
    ],
    [{ selectionDef, members: [{ ...A, schemaId: '../a.x' }] }, 'LCK-002: /members/0/schemaId: '],
    [{ selectionDef, members: [{ ...A, schemaId: ' ' }] }, 'LCK-002: /members/0/schemaId: '],
    [{ selectionDef, members: ['a.x'] }, 'LCK-002: /members/0: '],
    [{ selectionDef, members: [{ gradingStatus: 'stable' }] }, 'LCK-001: /members/0/schemaId: '],
    [{ selectionDef, members: [{ ...A, schemaHash: 5 }] }, 'LCK-002: /members/0/schemaHash: '],
    [{ selectionDef, members: [{ ...A, schemaHash: 'hash' }] }, 'LCK-002: /members/0/schemaHash: '],
    [{ selectionDef, members: [{ ...A, schemaVersion: {} }] }, 'LCK-002: /members/0/schemaVersion: '],
    [
      { selectionDef, members: [{ ...A, gradingStatus: 'good' }] },
      'LCK-005: /members/0/gradingStatus: the gradingStatus of a.x: ',
    ],
    [{ selectionDef, members: [{ schemaId: 'a.x' }] }, 'LCK-005: /members/0/gradingStatus: '],
    [
      { selectionDef, members: [{ ...A, override: { evil: 'x' } }] },
      'LCK-005: /members/0/override/evil: the override of a.x: ',
    ],
    [{ selectionDef, members: [{ ...A, override: {} }] }, 'LCK-005: /members/0/override: '],
    [{ selectionDef, members: [{ ...A, overide: { name: 'x' } }] }, 'GRD-011: /members/0/overide: '],
    [{ selectionDef, members: [A, A] }, 'LCK-002: /members/1/schemaId: '],
    [
      { selectionDef: { ...selectionDef, members: [{ schemaId: 'b.y' }] }, members: [A] },
      'LCK-002: /members/0/schemaId: ',
    ],
    [
      {
        selectionDef: { ...selectionDef, members: [{ schemaId: 'a.x', override: { grade: 'A' } }] },
        members: [A],
      },
      'LCK-005: /selectionDef/members/0/override/grade: ',
    ],
    [{ selectionDef, members: [A], generatedAt: 'then' }, 'GRD-002: /generatedAt: '],
  ])('freezes nothing of %j', (input, expected) => {
    const { lockSnapshot, errors } = build(input);
    expect(lockSnapshot).toBeNull();
    expect(errors).toEqual([expect.stringContaining(expected)]);
  });

  it('reports a definition that cannot be hashed', () => {
    const endless = { ...selectionDef, members: [], size: Number.NaN };
    expect(build({ selectionDef: endless, members: [] }).errors[0]).toMatch(/^HSH-003: \/size: /);
  });
});

describe('validateOverride', () => {
  it('knows the two keys of the specification', () => {
    expect(OVERRIDE_WHITELIST).toEqual(['name', 'description']);
    for (const override of [{ name: 'x' }, { description: 'y' }, { name: 'x', description: 'y' }]) {
      expect(validateOverride({ override })).toEqual({ valid: true, errors: [] });
    }
  });

  it.each([
    [undefined, ['LCK-001: /override: ']],
    [null, ['LCK-001: /override: ']],
    ['name', ['LCK-005: /override: ']],
    [['name'], ['LCK-005: /override: ']],
    [{}, ['LCK-005: /override: ']],
    [{ name: 42 }, ['LCK-005: /override/name: ']],
    [{ name: ' ' }, ['LCK-005: /override/name: ']],
    [{ name: 'ok', tags: ['x'] }, ['LCK-005: /override/tags: ']],
    [{ tags: [], 'a/b': 1 }, ['LCK-005: /override/tags: ', 'LCK-005: /override/a~1b: ']],
  ])('refuses %j', (override, expected) => {
    const { valid, errors } = validateOverride({ override });
    expect(valid).toBe(false);
    expect(errors).toEqual(expected.map((text) => expect.stringContaining(text)));
  });
});

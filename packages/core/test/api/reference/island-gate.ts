import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, ReferenceCall } from './row.js';

const STABLE = { schemaId: 'a.b', gradingStatus: 'stable' };

/** A selection of which only the index exists. */
function placeIndex({ gradingDataRoot }: Place, selectionId: string, index: object): object {
  const folder = join(gradingDataRoot, 'selections', selectionId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ indexVersion: 2, selectionId, ...index }));
  return { gradingDataRoot, selectionId };
}

/** The lock snapshot, overrides, and the gate. */
export const gateCalls: readonly ReferenceCall[] = [
  {
    call: 'RebuildIndex.buildLockSnapshot',
    takes: ['selectionDef', 'members'],
    gives: ['lockSnapshot', 'errors'],
    shown: [],
    differences: [
      {
        there: 'the members are those given, and id, version and hash those of selectionDef',
        here: 'the same where selectionDef has no members; where it has, they are the members, and a hash that it lacks is computed',
        verdict: 'both forms',
        shown: {
          input: {
            selectionDef: { selectionId: 'sel-a', selectionVersion: '1.0.0', selectionHash: 'aabbccdd' },
            members: [
              {
                schemaId: 'ns.a',
                schemaVersion: '1.0.0',
                schemaHash: '11223344',
                gradingStatus: 'stable',
                override: { name: 'Pretty' },
              },
            ],
          },
          gives: {
            errors: [],
            lockSnapshot: {
              selectionId: 'sel-a',
              selectionVersion: '1.0.0',
              selectionHash: 'aabbccdd',
              members: [{ schemaId: 'ns.a', gradingStatus: 'stable', override: { name: 'Pretty' } }],
            },
          },
        },
      },
      {
        there: 'an unknown gradingStatus is LCK-005, which names the member',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: {
            selectionDef: { selectionId: 'sel-b' },
            members: [{ schemaId: 'ns.b', gradingStatus: 'whatever' }],
          },
          gives: { lockSnapshot: null, errors: [/^LCK-005.*ns\.b/] },
        },
      },
      {
        there: 'an override of another key than name and description is LCK-005',
        here: 'the same, also for those in selectionDef.members',
        verdict: 'taken over',
        shown: {
          input: {
            selectionDef: { selectionId: 'sel-c' },
            members: [{ schemaId: 'ns.c', gradingStatus: 'pending', override: { evil: 'x' } }],
          },
          gives: { lockSnapshot: null, errors: [/^LCK-005/] },
        },
      },
      {
        there:
          'without a selectionId LCK-001, selectionDef of another type LCK-002, members that are no list LCK-003',
        here: 'the same; members that are missing are LCK-001',
        verdict: 'taken over',
        shown: {
          input: { selectionDef: {}, members: [] },
          gives: { lockSnapshot: null, errors: [/^LCK-001/] },
        },
      },
      {
        there: 'schemaHash and schemaVersion are frozen unchecked, other fields of a member are dropped',
        here: 'a wrong form is LCK-002, an unknown field GRD-011',
        verdict: 'departure',
        why: 'chapter 16: a pin is a hash and a version; no argument is dropped in silence (decision 0042)',
        shown: {
          input: { selectionDef: { selectionId: 'sel-d' }, members: [{ ...STABLE, schemaHash: 5 }] },
          gives: { lockSnapshot: null, errors: [/^LCK-002: \/members\/0\/schemaHash/] },
        },
      },
    ],
  },
  {
    call: 'validateOverride',
    takes: ['override'],
    gives: ['valid', 'errors'],
    shown: [],
    differences: [
      {
        there: 'validateOverride and OVERRIDE_WHITELIST (name and description) are names of the index',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { override: { name: 'Forecast', description: 'short' } },
          gives: { valid: true, errors: [] },
        },
      },
      {
        there: 'another key is LCK-005',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { override: { name: 'ok', tags: ['x'] } },
          gives: { valid: false, errors: [/^LCK-005/] },
        },
      },
      {
        there: 'a value other than text is LCK-005',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { override: { name: 42 } }, gives: { valid: false, errors: [/^LCK-005/] } },
      },
      {
        there: 'an empty object is LCK-005',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { override: {} }, gives: { valid: false, errors: [/^LCK-005/] } },
      },
      {
        there: 'nothing, or null, is LCK-001',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { valid: false, errors: [/^LCK-001/] } },
      },
      {
        there: 'an empty text is a text',
        here: 'it is LCK-005',
        verdict: 'departure',
        why: 'safety: no member is shown without a name; the import refuses it too (SEL-013)',
        shown: { input: { override: { name: ' ' } }, gives: { valid: false, errors: [/^LCK-005/] } },
      },
    ],
  },
  {
    call: 'PreConditionCheck.check',
    takes: ['gradingDataRoot', 'selectionId'],
    gives: ['passed', 'blockedMembers', 'missingSingleGradings', 'errors'],
    waits: true,
    shown: [
      {
        input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, selectionId: 'no-such' }),
        gives: { passed: false, errors: [/^PRE-002/] },
      },
    ],
    differences: [
      {
        there: 'reads lockSnapshot from the index, whatever else that contains',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: (place: Place) =>
            placeIndex(place, 'demo-pre', { lockSnapshot: { selectionId: 'demo-pre', members: [STABLE] } }),
          gives: { passed: true, blockedMembers: [], errors: [] },
        },
      },
      {
        there: 'an index without a lockSnapshot is PRE-002',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: (place: Place) => placeIndex(place, 'no-snapshot', {}),
          gives: { passed: false, errors: [/^PRE-002/] },
        },
      },
      {
        there: 'an index that is not JSON, or a malformed lockSnapshot, is PRE-003',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: (place: Place) => placeIndex(place, 'damaged', { lockSnapshot: { members: 'all' } }),
          gives: { passed: false, errors: [/^PRE-003/] },
        },
      },
      {
        there: 'a missing argument is PRE-001',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot }),
          gives: { passed: false, errors: [/^PRE-001/] },
        },
      },
      {
        there: 'selectionId alone names what is checked',
        here: 'namespace in its place checks a namespace; both at once are GRD-002',
        verdict: 'both forms',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, namespace: 'tidewatch' }),
          gives: { passed: false, errors: [/^PRE-002.*providers\/tidewatch/] },
        },
      },
      {
        there: 'an argument of another type is PRE-001',
        here: 'it is GRD-002',
        verdict: 'departure',
        why: 'decision 0086: of these families only some have a code for a wrong type, and GRD-002 is that of all others',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, selectionId: 5 }),
          gives: { passed: false, errors: [/^GRD-002: \/selectionId/] },
        },
      },
    ],
  },
  {
    call: 'PreConditionCheck.checkLockfile',
    takes: ['lockfile'],
    gives: ['passed', 'blockedMembers', 'missingSingleGradings', 'errors'],
    shown: [
      {
        input: { lockfile: { members: [{ schemaId: 'a.b', gradingStatus: 'rejected' }] } },
        gives: { passed: false },
      },
    ],
    differences: [
      {
        there: 'only the status of a member is read; schemaHash may be absent',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { lockfile: { members: [STABLE, { ...STABLE, schemaId: 'c.d' }] } },
          gives: { passed: true, blockedMembers: [], missingSingleGradings: [], errors: [] },
        },
      },
      {
        there: 'a blocked member says whether its grading is missing',
        here: 'the same, beside all that was frozen of it',
        verdict: 'both forms',
        shown: {
          input: { lockfile: { members: [STABLE, { schemaId: 'c.d', gradingStatus: 'pending' }] } },
          gives: {
            passed: false,
            blockedMembers: [{ schemaId: 'c.d', gradingStatus: 'pending', missingGrading: true }],
            missingSingleGradings: ['c.d'],
            errors: [/^PRE-004/],
          },
        },
      },
      {
        there: 'missingSingleGradings lists every member that blocks',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { lockfile: { members: [STABLE, { schemaId: 'c.d', gradingStatus: 'graded' }] } },
          gives: { passed: false, missingSingleGradings: ['c.d'] },
        },
      },
      {
        there: 'no members pass, with the warning PRE-WARN-001',
        here: 'they do not, PRE-004',
        verdict: 'departure',
        why: 'chapter 21; decision 0042: nothing is proved by nothing',
        shown: { input: { lockfile: { members: [] } }, gives: { passed: false, errors: [/^PRE-004/] } },
      },
      {
        there: 'what is no lock snapshot is PRE-003',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { lockfile: { something: 'else' } }, gives: { passed: false, errors: [/^PRE-003/] } },
      },
      {
        there: 'without a lockfile PRE-001',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { passed: false, errors: [/^PRE-001/] } },
      },
    ],
  },
];

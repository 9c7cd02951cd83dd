// A run freezes the members of a selection, each in the state that its namespace shows, and later changes are reported.
import { describe, expect, it } from 'vitest';
import { checkMembers } from '../../../src/grade/precondition.js';
import type { IndexMember, LockedMember } from '../../../src/spec/index-file.js';
import type { SelectionMember } from '../../../src/spec/selection.js';
import { findChangedMembers, freezeSelection } from '../../../src/target/logic/lock-snapshot.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const FILE = 'providers/amber/data/schema/data--2026-03-01T10-00-00Z--aaaaaaaa.mjs';

function freeze(members: Record<string, IndexMember>, declared: readonly SelectionMember[] = []) {
  return freezeSelection({
    selectionId: 'minerals',
    declared,
    definition: { timestamp: '2026-02-01T00-00-00Z', hash: 'cccccccc' },
    members,
    now: NOW,
  });
}

describe('freezeSelection', () => {
  it('holds version, hash and status of each member, and those of the definition', () => {
    const members = {
      'amber.data': { status: 'stable', resolvedArtifact: FILE, grade: 'B', boundTo: 'aaaaaaaa' },
      'basalt.data': {
        status: 'graded',
        resolvedArtifact: FILE.replace('amber', 'basalt'),
        boundTo: 'bbbbbbbb',
      },
      'cobalt.data': { status: 'pending', resolvedArtifact: null, reason: 'selection member, not imported' },
    } satisfies Record<string, IndexMember>;
    const row = (schemaId: string, gradingStatus: string, schemaHash: string | null) => ({
      schemaId,
      schemaVersion: schemaHash && '2026-03-01T10-00-00Z',
      schemaHash,
      gradingStatus,
      override: null,
    });
    expect(freeze(members)).toEqual({
      selectionId: 'minerals',
      selectionVersion: '2026-02-01T00-00-00Z',
      selectionHash: 'cccccccc',
      generatedAt: '2026-03-01T12:00:00.000Z',
      members: [
        row('amber.data', 'stable', 'aaaaaaaa'),
        row('basalt.data', 'graded', 'bbbbbbbb'),
        row('cobalt.data', 'pending', null),
      ],
    });
    expect(checkMembers(freeze(members))).toMatchObject({
      passed: false,
      reason:
        '2 of 3 member schemas are not stable: basalt.data (bbbbbbbb, graded), cobalt.data (not imported, pending)',
    });
  });

  it("keeps the selection's overrides of a member", () => {
    const override = { name: 'Amber of the coast' };
    const members = {
      'amber.data': { status: 'stable', resolvedArtifact: FILE, boundTo: 'aaaaaaaa' },
      'cobalt.data': { status: 'pending', resolvedArtifact: null },
    } satisfies Record<string, IndexMember>;
    const frozen = freeze(members, [{ schemaId: 'amber.data', override }, { schemaId: 'cobalt.data' }]);
    expect(frozen.members.map((member) => member.override)).toEqual([override, null]);
  });

  it('lets the gate pass only if every member is stable, and never with an empty list', () => {
    const stable = { status: 'stable', resolvedArtifact: FILE, boundTo: 'aaaaaaaa' } as const;
    expect(checkMembers(freeze({ 'amber.data': stable })).passed).toBe(true);
    expect(checkMembers(freeze({})).passed).toBe(false);
    for (const status of ['pending', 'blocked', 'graded', 'rejected'] as const) {
      expect(checkMembers(freeze({ 'amber.data': { ...stable, status } })).passed, status).toBe(false);
    }
  });
});

const frozen = (gradingStatus: LockedMember['gradingStatus']): LockedMember => ({
  schemaId: 'amber.data',
  schemaVersion: '2026-03-01T10-00-00Z',
  schemaHash: '0011aabb',
  gradingStatus,
  override: null,
});
const live = (status: IndexMember['status'], boundTo?: string): IndexMember => ({
  status,
  resolvedArtifact: boundTo === undefined ? null : 'providers/amber/data/schema/data.mjs',
  ...(boundTo !== undefined && { boundTo }),
});

it.each([
  ['as it was', 'stable', live('stable', '0011aabb'), null],
  ['other content', 'stable', live('pending', '22cc33dd'), { hash: '22cc33dd', status: 'pending' }],
  [
    'other content, graded again',
    'stable',
    live('stable', '22cc33dd'),
    { hash: '22cc33dd', status: 'stable' },
  ],
  ['vetoed', 'stable', live('rejected', '0011aabb'), { hash: '0011aabb', status: 'rejected' }],
  ['gone', 'stable', live('pending'), { hash: 'none', status: 'pending' }],
  ['not stable even then', 'graded', live('pending', '22cc33dd'), null],
] as const)('%s', (_, status, member, told) => {
  const lockSnapshot = {
    selectionId: 'minerals',
    selectionVersion: '2026-03-01T10-00-00Z',
    selectionHash: '44ee55ff',
    generatedAt: '2026-03-01T10:00:00.000Z',
    members: [frozen(status)],
  };
  const found = findChangedMembers({
    selectionId: 'minerals',
    lockSnapshot,
    members: { 'amber.data': member },
  });
  expect(found.map(({ code, args }) => ({ code, args }))).toEqual(
    told ? [{ code: 'PRE-005', args: { member: 'amber.data', frozen: '0011aabb', ...told } }] : [],
  );
});

it('nothing is reported for a selection without frozen members, or without that member', () => {
  expect(findChangedMembers({ selectionId: 'minerals', members: { 'amber.data': live('pending') } })).toEqual(
    [],
  );
});

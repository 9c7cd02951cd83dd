// A run is judged by its frozen members; members that have changed since are reported.
import { expect, it } from 'vitest';
import type { IndexMember, LockedMember } from '../../../../src/spec/index-file.js';
import { findChangedMembers } from '../../../../src/target/logic/selection/changed-members.js';

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

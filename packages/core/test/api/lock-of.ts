import type { LockSnapshot } from '../../src/spec/index-file.js';

/** A frozen snapshot of members with these statuses. */
export function lockOf(
  selectionId: string,
  members: readonly [string, LockSnapshot['members'][number]['gradingStatus']][],
): LockSnapshot {
  return {
    selectionId,
    selectionVersion: null,
    selectionHash: '0123abcd',
    generatedAt: '2026-03-01T10:00:00.000Z',
    members: members.map(([schemaId, gradingStatus]) => ({
      schemaId,
      schemaVersion: null,
      schemaHash: '0123abcd',
      gradingStatus,
      override: null,
    })),
  };
}

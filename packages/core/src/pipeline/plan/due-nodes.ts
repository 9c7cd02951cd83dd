import { isListChange } from '../../engine/provider-lists.js';
import { isLeftOut, type Subject } from '../../engine/subjects.js';
import type { LeftOutSubject } from '../../model/state.js';
import type { EmittedTarget } from '../emit/options.js';
import type { DueKind, PlannedNode } from './options.js';

/** Says of each wanted node why it is, or what keeps it from being asked about. */
export function describeDue(
  wanted: readonly Subject[],
  { emitted, leftOut }: { emitted: EmittedTarget; leftOut: readonly LeftOutSubject[] },
): PlannedNode[] {
  const blocked = new Map(emitted.blocked.map(({ node, reason }) => [node, reason]));
  const gated = new Map(
    emitted.gatedAreas.map(({ area, subject, reason }) => [`${area}/${subject}`, reason]),
  );
  return wanted.map((one): PlannedNode => {
    const { node, area, subject, status, hash } = one;
    const waits = gated.get(`${area}/${subject}`);
    const obstacle = blocked.get(node);
    const { kind, reason } =
      waits !== undefined
        ? { kind: 'gated' as const, reason: waits }
        : obstacle !== undefined
          ? { kind: 'blocked' as const, reason: obstacle }
          : isLeftOut(one, leftOut) && status.status !== 'pending'
            ? { kind: 'asked again' as const, reason: 'left out of an earlier hand-in' }
            : whyDue(status, hash);
    return { node, area, kind, reason, status: status.status };
  });
}

function whyDue(status: Subject['status'], hash: string): { kind: DueKind; reason: string } {
  if (status.stale?.length) return { kind: 'stale', reason: `aged answers: ${status.stale.join(', ')}` };
  if (status.status === 'rejected') {
    const changed = status.boundTo !== hash;
    return changed
      ? { kind: 'invalidated', reason: 'vetoed, and its content changed since' }
      : { kind: 'asked again', reason: 'vetoed' };
  }
  if (status.status === 'graded' || status.status === 'stable') {
    return { kind: 'asked again', reason: `has grade ${status.grade ?? '-'}` };
  }
  if (status.boundTo !== undefined && (status.boundTo !== hash || isListChange(status.reason))) {
    return { kind: 'invalidated', reason: status.reason ?? 'its content changed' };
  }
  // What blocked it before the tests that are thought of is no obstacle any more.
  return { kind: 'pending', reason: status.status === 'pending' ? (status.reason ?? '') : 'not tested yet' };
}

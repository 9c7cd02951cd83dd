import type { SelectionSkill } from '../rules/selection-finding.js';
import type { SelectionIndex } from '../spec/index-file.js';
import { skillObstacle, waitingFor } from '../target/logic/selection/skills.js';
import { isCandidate, type Subject } from '../target/logic/subjects.js';
import type { EmitOptions } from './options.js';

export interface SelectionDue {
  /** Subjects that nothing blocks, in the order of the questions. */
  readonly due: readonly Subject[];
  /** Subjects that show an old veto, which hides what blocks them now. */
  readonly blocked: readonly { readonly node: string; readonly reason: string }[];
  /** Nodes that the whole selection has to wait for; empty if it need not wait or is not wanted. */
  readonly waitsFor: readonly string[];
}

const WHOLE = 'selection-aggregate';

/**
 * Decides which subjects of a selection can be asked about now. The aggregate comes last: it waits while a part of the
 * selection is due. It does not wait for a part that cannot be graded at all (spec 05, 24).
 *
 * @param subjects of the selection, after its members were frozen
 * @param candidates wanted subjects
 */
export function dueOfSelection(
  subjects: readonly Subject[],
  candidates: readonly Subject[],
  {
    index,
    skills,
    options,
  }: { index: SelectionIndex; skills: readonly SelectionSkill[]; options: EmitOptions },
): SelectionDue {
  const wanted = new Set(candidates.map(({ node }) => node));
  const reasonOf = (subject: Subject) => obstacleOf(subject, index, skills);
  const free = subjects.filter((subject) => reasonOf(subject) === null);
  const asked = free.filter(({ node, area }) => wanted.has(node) && area !== WHOLE);
  const unfinished = free.filter(
    (subject) => subject.area !== WHOLE && isCandidate(subject, { due: 'pending', regrading: false }),
  );
  // A partial run changes no grade, so the aggregate need not wait for its answers.
  const first = options.mode === 'partial' ? unfinished : [...unfinished, ...asked];
  const whole = free.filter(({ node, area }) => wanted.has(node) && area === WHOLE);
  return {
    due: first.length > 0 ? asked : [...asked, ...whole],
    blocked: candidates.flatMap((subject) => {
      const reason = subject.status.status === 'rejected' ? reasonOf(subject) : null;
      return reason === null ? [] : [{ node: subject.node, reason }];
    }),
    waitsFor: whole.length > 0 ? [...new Set(first.map(({ node }) => node))] : [],
  };
}

function obstacleOf({ status, skill }: Subject, index: SelectionIndex, skills: readonly SelectionSkill[]) {
  if (status.status === 'blocked') return status.reason ?? 'blocked';
  const own = skills.find(({ name }) => name === skill);
  if (!own || status.status !== 'rejected') return null;
  const statusOf = (name: string) =>
    Object.hasOwn(index.skills, name) ? index.skills[name]?.status : undefined;
  return skillObstacle(own) ?? waitingFor(own, skills, statusOf);
}

import type { SelectionSkill } from '../rules/selection-finding.js';
import type { SelectionIndex } from '../spec/index-file.js';
import { waitingFor } from '../target/logic/selection/predecessors.js';
import { skillObstacle } from '../target/logic/selection/skill-obstacle.js';
import { isCandidate, type Subject } from '../target/logic/subjects.js';
import type { EmitOptions } from './options.js';

export interface SelectionDue {
  /** What nothing stands in the way of, in the order it is asked. */
  readonly due: readonly Subject[];
  /** Of what shows an old veto, and so not what holds it up. */
  readonly blocked: readonly { readonly node: string; readonly reason: string }[];
  /** Nodes that the whole has to wait for; empty where it need not, or is not wanted. */
  readonly waitsFor: readonly string[];
}

const WHOLE = 'selection-aggregate';

/**
 * What of a selection can be asked about now. The whole comes last: it waits while a part of it is due. A part that
 * can not be graded at all is not waited for (spec 05, 24).
 *
 * @param subjects of the selection, as they are after its members were frozen
 * @param candidates those that are wanted
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
  // Chosen questions change no grade: the whole need not wait for their answers.
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

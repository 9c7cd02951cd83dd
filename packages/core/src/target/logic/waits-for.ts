import { describeProblem, problem } from '../../problems/error-codes.js';
import type { IndexNode } from '../../spec/index-file.js';
import type { RollupStatus } from '../../spec/vocabulary.js';

/** Why an About has no grade if there is none: of a namespace, and of a selection. */
export const NO_ABOUT = 'no About resource';
export const NO_DOMAIN_KNOWLEDGE = 'no domain knowledge';
/** Why nothing that rests on several tools has a grade if graders cannot be asked about any of them. */
export const NO_TESTABLE_TOOL = 'no testable tool';

const OFFLINE = describeProblem(problem('DPT-106', undefined, {})).message;
/** DPT-103, DPT-104 and DPT-123: a key is declared, and whoever tested the tool has none. */
const NEEDS_KEY = /^(?:requires API key|key .+ not in |the server parameter .+ has no value$)/;

/** The selection has too few members. */
const FEW_NAMESPACES = /^fewer than \d+ namespaces/;

/** A skill waits for its predecessors; gradingSpec/2.0.0 calls it blocked. */
const NEEDS_GRADES = /^waits for (the grade of .+)$/;

export const ABOUT = 'an About';
const TESTS = 'its tests';
const KEY = 'an API key';
const FIRST = 'its first grading';
const MEMBERS = 'members of more namespaces';

const WAITING: ReadonlyMap<string, string> = new Map([
  [NO_ABOUT, ABOUT],
  [NO_DOMAIN_KNOWLEDGE, ABOUT],
  [NO_TESTABLE_TOOL, 'tools that pass their tests'],
  [OFFLINE, TESTS],
  ['not graded yet', FIRST],
]);

/**
 * What a node without a grade waits for, in words: nobody has given it yet what it needs, but nothing is wrong with it.
 * Null for a node with a grade or a veto, and for one that is blocked by a fault of its own, such as failing tests.
 */
export function waitsFor({
  status,
  reason = '',
  detail = reason,
  waits,
}: Pick<IndexNode, 'status' | 'reason' | 'detail' | 'waits'>): string | null {
  if (status !== 'blocked' && status !== 'pending') return null;
  const known = WAITING.get(detail);
  if (known !== undefined) return known;
  if (NEEDS_KEY.test(detail)) return KEY;
  if (FEW_NAMESPACES.test(detail)) return MEMBERS;
  if (status === 'blocked') return NEEDS_GRADES.exec(detail)?.[1] ?? null;
  return waits ? 'other grades' : 'a new grading';
}

/** Something that nodes of a target wait for, and the names of these nodes. */
export interface WaitsFor {
  readonly what: string;
  readonly nodes: readonly string[];
}

const FIX = 'a fix';
const GRADING = 'gradings';
const BETTER = 'better sources';
const ORDER = [FIX, MEMBERS, KEY, TESTS, GRADING, BETTER, ABOUT];

/**
 * What a whole target waits for, the most urgent first. Nodes that only wait for other nodes are left out: they follow.
 *
 * @param nodes in the order of the index
 */
export function targetWaitsFor(nodes: readonly (readonly [string, IndexNode])[]): WaitsFor[] {
  const isFirst = nodes.every(([, { gradedAt }]) => gradedAt === undefined);
  const groups = new Map<string, string[]>(ORDER.map((what) => [what, []]));
  for (const [name, node] of nodes) {
    const what = wantOf(name, node);
    if (what !== null) groups.get(what)?.push(name);
  }
  return [...groups].flatMap(([what, found]) =>
    found.length === 0 ? [] : { what: isFirst && what === GRADING ? FIRST : what, nodes: found },
  );
}

/** Status of a whole as people read it: `waiting` if nothing of it is graded yet, and nothing is wrong with it. */
export function shownStatus(status: RollupStatus, wanted: readonly WaitsFor[]): RollupStatus | 'waiting' {
  if (status !== 'blocked' && status !== 'pending') return status;
  return wanted.some(({ what }) => what === FIX) ? 'blocked' : 'waiting';
}

function wantOf(name: string, node: IndexNode): string | null {
  const { status, waits } = node;
  if (status === 'rejected') return FIX;
  if (status === 'graded') return BETTER;
  if (status === 'pending') return waits ? null : GRADING;
  if (status !== 'blocked') return null;
  const what = waitsFor(node);
  if (what === MEMBERS) return MEMBERS;
  if (name === 'about') return ABOUT;
  // An aggregate is blocked because of its tools, which are nodes of their own.
  return name.includes('.tools.') || name.startsWith('skills.') ? (what ?? FIX) : null;
}

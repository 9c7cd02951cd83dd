import { sayReason } from '../../grade/roll-up.js';
import type { IndexNode } from '../../spec/index-file.js';
import type { RollupStatus } from '../../spec/vocabulary.js';

/** Something that nodes of a target wait for, and the names of these nodes. */
export interface WaitsFor {
  readonly what: string;
  readonly nodes: readonly string[];
}

const FIX = 'a fix';

/**
 * What a target waits for, the most urgent first. Nodes that only wait for other nodes are left out: they follow.
 *
 * @param nodes in the order of the index
 */
export function waitsFor(nodes: readonly (readonly [string, IndexNode])[]): WaitsFor[] {
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

const TESTS = 'its tests';
const KEY = 'an API key';
const GRADING = 'gradings';
const FIRST = 'its first grading';
const BETTER = 'better sources';
const MEMBERS = 'members of more namespaces';
export const ABOUT = 'an About';
const ORDER = [FIX, MEMBERS, KEY, TESTS, GRADING, BETTER, ABOUT];

function wantOf(name: string, { status, waits, ...why }: IndexNode): string | null {
  const reason = sayReason(why) ?? '';
  if (status === 'rejected') return FIX;
  if (status === 'graded') return BETTER;
  if (status === 'pending') return waits ? null : GRADING;
  if (status !== 'blocked') return null;
  if (/^fewer than \d+ namespaces/.test(reason)) return MEMBERS;
  if (name === 'about') return ABOUT;
  // An aggregate is blocked because of its tools, which are nodes of their own.
  if (!name.includes('.tools.') && !name.startsWith('skills.')) return null;
  if (reason.includes('(offline)')) return TESTS;
  return reason.includes('--with-keys') ? KEY : FIX;
}

// What a node without a grade waits for, or that a fault of its own blocks it, under the words of every specification; and what a whole target waits for.
import { expect, it } from 'vitest';
import { rollUpStatus } from '../../../src/grade/roll-up.js';
import { describeProblem, problem } from '../../../src/problems/error-codes.js';
import type { IndexNode } from '../../../src/spec/index-file.js';
import {
  NO_ABOUT,
  NO_DOMAIN_KNOWLEDGE,
  NO_TESTABLE_TOOL,
  shownStatus,
  targetWaitsFor,
  waitsFor,
} from '../../../src/target/logic/waits-for.js';

const said = (...given: Parameters<typeof problem>) => describeProblem(problem(...given)).message;
const fewTests = said('DPT-101', undefined, { bar: 3, working: 2 });

it.each([
  [{ status: 'blocked', reason: NO_ABOUT }, 'an About'],
  [{ status: 'blocked', reason: 'no-about', detail: NO_ABOUT }, 'an About'],
  [{ status: 'blocked', reason: NO_DOMAIN_KNOWLEDGE }, 'an About'],
  [{ status: 'blocked', reason: NO_TESTABLE_TOOL }, 'tools that pass their tests'],
  [{ status: 'blocked', reason: said('DPT-106', undefined, {}) }, 'its tests'],
  [{ status: 'blocked', reason: said('DPT-103', undefined, {}) }, 'an API key'],
  [
    { status: 'blocked', reason: said('DPT-104', undefined, { name: 'A_KEY', envPath: '.env' }) },
    'an API key',
  ],
  [{ status: 'blocked', reason: said('DPT-123', undefined, { name: 'A_KEY' }) }, 'an API key'],
  [{ status: 'blocked', reason: 'fewer than 5 namespaces (3 of 5)' }, 'members of more namespaces'],
  [{ status: 'pending', reason: 'not graded yet' }, 'its first grading'],
  [{ status: 'pending', reason: 'schema changed, re-grade required' }, 'a new grading'],
  [
    { status: 'pending', reason: 'waits until every schema is deterministic-green', waits: true },
    'other grades',
  ],
  [{ status: 'blocked', reason: 'waits for the grade of find-a-berth' }, 'the grade of find-a-berth'],
  [{ status: 'blocked', reason: fewTests }, null],
  [{ status: 'blocked', reason: 'fewer-than-two-tests', detail: `${fewTests}: only 2 declared` }, null],
  [{ status: 'blocked', reason: 'entry unreadable' }, null],
  [{ status: 'rejected', reason: NO_ABOUT }, null],
  [{ status: 'stable' }, null],
] as const)('%j waits for %s', (node, expected) => {
  expect(waitsFor(node)).toBe(expected);
});

const TOOL = 'schemas.tides.tools.listTides';
const graded = { gradedAt: '2026-01-01T00-00-00Z' };

it.each<[string, Record<string, IndexNode>, string[], string]>([
  ['a test that was not run', { [TOOL]: blocked('not tested (offline)') }, ['its tests'], 'waiting'],
  ['a key', { [TOOL]: blocked('requires API key (--with-keys)') }, ['an API key'], 'waiting'],
  ['a tool with a fault', { [TOOL]: blocked('API unreachable') }, ['a fix'], 'blocked'],
  ['a veto', { [TOOL]: { status: 'rejected', ...graded } }, ['a fix'], 'rejected'],
  ['nothing but its grading', { [TOOL]: { status: 'pending' } }, ['its first grading'], 'waiting'],
  [
    'the grading of another part, and an About',
    {
      [TOOL]: { status: 'stable', ...graded },
      about: blocked('no About resource'),
      description: { status: 'pending' },
    },
    ['gradings', 'an About'],
    'partial',
  ],
  ['better sources', { [TOOL]: { status: 'graded', ...graded } }, ['better sources'], 'partial'],
  ['its tools alone', { namespaceAggregate: blocked('no testable tool') }, [], 'waiting'],
  [
    'a skill before it, under the words of 2.0.0',
    { about: { status: 'pending' }, 'skills.hardness': blocked('waits for the grade of find-a-berth') },
    ['its first grading'],
    'waiting',
  ],
  ['others alone', { description: { status: 'pending', waits: true } }, [], 'waiting'],
  [
    'members',
    { about: blocked('fewer than 5 namespaces (3 of 5)') },
    ['members of more namespaces'],
    'waiting',
  ],
])('a target waits for %s', (_, nodes, expected, status) => {
  const wanted = targetWaitsFor(Object.entries(nodes));
  expect(wanted.map(({ what }) => what)).toEqual(expected);
  expect(shownStatus(rollUpStatus(Object.values(nodes)), wanted)).toBe(status);
});

function blocked(reason: string): IndexNode {
  return { status: 'blocked', reason };
}

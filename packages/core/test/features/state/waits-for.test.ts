// What a target waits for, and when a blocked one is shown as waiting.
import { expect, it } from 'vitest';
import { shownStatus, waitsFor } from '../../../src/features/state/waits-for.js';
import { rollUpStatus } from '../../../src/grade/roll-up.js';
import type { IndexNode } from '../../../src/spec/index-file.js';

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
  ['others alone', { description: { status: 'pending', waits: true } }, [], 'waiting'],
  [
    'members',
    { about: blocked('fewer than 5 namespaces (3 of 5)') },
    ['members of more namespaces'],
    'waiting',
  ],
])('waits for %s', (_, nodes, expected, status) => {
  const wanted = waitsFor(Object.entries(nodes));
  expect(wanted.map(({ what }) => what)).toEqual(expected);
  expect(shownStatus(rollUpStatus(Object.values(nodes)), wanted)).toBe(status);
});

function blocked(reason: string): IndexNode {
  return { status: 'blocked', reason };
}

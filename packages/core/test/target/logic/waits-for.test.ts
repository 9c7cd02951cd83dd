// What a node without a grade waits for, or that a fault of its own blocks it, under the words of every specification.

import { expect, it } from 'vitest';
import { describeProblem, problem } from '../../../src/problems/error-codes.js';
import {
  NO_ABOUT,
  NO_DOMAIN_KNOWLEDGE,
  NO_TESTABLE_TOOL,
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
  [{ status: 'pending', reason: 'not graded yet' }, 'its first grading'],
  [{ status: 'pending', reason: 'schema changed, re-grade required' }, 'a new grading'],
  [
    { status: 'pending', reason: 'waits until every schema is deterministic-green', waits: true },
    'other grades',
  ],
  [{ status: 'blocked', reason: fewTests }, null],
  [{ status: 'blocked', reason: 'fewer-than-two-tests', detail: `${fewTests}: only 2 declared` }, null],
  [{ status: 'blocked', reason: 'entry unreadable' }, null],
  [{ status: 'rejected', reason: NO_ABOUT }, null],
  [{ status: 'stable' }, null],
] as const)('%j waits for %s', (node, expected) => {
  expect(waitsFor(node)).toBe(expected);
});

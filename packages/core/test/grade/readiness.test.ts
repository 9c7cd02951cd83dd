// How far a schema has come, and the least of several.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGreen, readinessOf, weakest } from '../../src/grade/readiness.js';
import { NODE_STATUSES, type NodeStatus, READINESS } from '../../src/spec/vocabulary.js';

const of = (status: NodeStatus, isValid: boolean, tools: Readonly<Record<string, boolean>>) =>
  readinessOf({ status, isValid, tools: Object.keys(tools) }, (tool) => tools[tool] ?? false);

describe('a schema', () => {
  it.each([
    ['whose content cannot be used is imported', 'blocked', false, {}, 'imported'],
    ['with a tool below its bar is valid', 'blocked', true, { a: true, b: false }, 'structural-valid'],
    ['that was never tested is valid', 'pending', true, { a: false }, 'structural-valid'],
    ['is green once every tool passes', 'pending', true, { a: true, b: true }, 'deterministic-green'],
    ['without tools is green: there is nothing to test', 'blocked', true, {}, 'deterministic-green'],
    ['below B is green', 'graded', true, { a: true }, 'deterministic-green'],
    ['with a veto is green', 'rejected', true, { a: true }, 'deterministic-green'],
    ['is stable if everything is', 'stable', true, { a: true }, 'stable'],
    ['stays stable whatever newer tests show', 'stable', true, { a: false }, 'stable'],
    [
      'with a grade below that is not green without its tests',
      'graded',
      true,
      { a: false },
      'structural-valid',
    ],
  ] as const)('%s', (_, status, isValid, tools, expected) => {
    expect(of(status, isValid, tools)).toBe(expected);
  });

  it('comes no less far with one more tool that passes', () => {
    const tools = fc.dictionary(fc.string({ minLength: 1 }), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...NODE_STATUSES), fc.boolean(), tools, (status, isValid, known) => {
        const levelOf = (all: Readonly<Record<string, boolean>>) =>
          READINESS.indexOf(of(status, isValid, all));
        for (const tool of Object.keys(known)) {
          expect(levelOf({ ...known, [tool]: true })).toBeGreaterThanOrEqual(levelOf(known));
        }
      }),
    );
  });
});

describe('several schemas', () => {
  it.each([
    [[], undefined],
    [['stable'], 'stable'],
    [['stable', 'deterministic-green'], 'deterministic-green'],
    [['deterministic-green', 'imported', 'stable'], 'imported'],
  ] as const)('%j have come as far as %s', (levels, expected) => {
    expect(weakest(levels)).toBe(expected);
  });

  it('are green from the third level on', () => {
    expect(READINESS.filter(isGreen)).toEqual(['deterministic-green', 'stable']);
  });
});

// GradeReporter returns the prompts of scoring protocol v1 and the grade of their scores, and reports faults.
import { describe, expect, it } from 'vitest';
import { GradeReporter } from '../../src/index.js';

const SCORES = [
  { dimension: 'whenToUse', score: 4, reasoning: 'clear' },
  { dimension: 'parameters', score: 3.5, reasoning: 'named' },
] as const;
const INPUT = {
  schemaId: 'demo/prices',
  deterministicResult: { status: 'PASS' },
  scores: SCORES,
  validatorVersion: 'validation/4.0',
  timestamp: '2026-05-18T23:30:00Z',
} as const;

describe('buildEvalPrompts', () => {
  it('gives both prompts', () => {
    const { evalPrompts, errors } = GradeReporter.buildEvalPrompts({ schema: { description: 'Prices.' } });
    expect(errors).toEqual([]);
    expect(evalPrompts.map(({ dimension }) => dimension)).toEqual(['whenToUse', 'parameters']);
  });

  it.each([
    [{ schema: null }, 'GRD-001: /schema'],
    [{ schema: [] }, 'GRD-002: /schema'],
    [{}, 'GRD-001: /schema'],
    [{ schema: { tools: { a: 1n } } }, 'GRD-002: /schema/tools'],
  ])('reports %o and throws nothing', (input, error) => {
    const told = GradeReporter.buildEvalPrompts(input as never);
    expect(told.evalPrompts).toEqual([]);
    expect(told.errors).toEqual([expect.stringContaining(error)]);
  });
});

describe('grade', () => {
  it('is the band of the plain mean', () => {
    expect(GradeReporter.grade(INPUT)).toEqual({
      grade: 'B',
      report: {
        schemaId: 'demo/prices',
        validatorVersion: 'validation/4.0',
        grade: 'B',
        averageScore: 3.75,
        deterministic: { status: 'PASS' },
        probabilistic: { scores: SCORES, averageScore: 3.75 },
        timestamp: '2026-05-18T23:30:00.000Z',
      },
      suggestedFileName: 'demo_prices-2026-05-18.json',
      errors: [],
    });
  });

  it('is F if validation failed', () => {
    const failed = { ...INPUT, deterministicResult: { status: 'FAIL', errors: ['VAL001: no'] } } as const;
    expect(GradeReporter.grade(failed)).toMatchObject({ grade: 'F', report: { averageScore: 3.75 } });
  });

  it.each<[string, object, string[]]>([
    ['an id without a slash', { schemaId: 'demo' }, ['GRD-002: /schemaId']],
    ['an id with two', { schemaId: 'a/b/c' }, ['GRD-002: /schemaId']],
    ['another status', { deterministicResult: { status: 'pass' } }, ['GRD-002: /deterministicResult/status']],
    ['no scores', { scores: [] }, ['GRP-009: /scores', 'GRP-009: /scores']],
    [
      'scores that are none',
      { scores: [null, { dimension: 'whenToUse', score: '4' }, SCORES[1]] },
      ['GRD-001: /scores/0/dimension', 'GRP-004: /scores/0/score', 'GRP-004: /scores/1/score'],
    ],
    ['a time without a zone', { timestamp: '2026-05-18' }, ['GRD-002: /timestamp']],
  ])('%s', (_, change, places) => {
    const told = GradeReporter.grade({ ...INPUT, ...change } as never);
    expect(told).toMatchObject({ grade: null, report: null, suggestedFileName: null });
    expect(told.errors.map((text) => text.split(': ').slice(0, 2).join(': '))).toEqual(places);
  });
});

// Every code of a gate is raised by its `fails`, by them alone and in whole sentences; the good documents raise none.
import { describe, expect, test } from 'vitest';
import type { ErrorCodeRow } from '../../src/problems/error-code.js';
import { describeProblem, errorCodes } from '../../src/problems/error-codes.js';
import type { Problem } from '../../src/problems/problem.js';
import type { Change, RuleCodes } from '../../src/rules/rule.js';
import { schemaRules } from '../../src/rules/schema/registry.generated.js';
import { selectionRules } from '../../src/rules/selection/registry.generated.js';
import { skillRules } from '../../src/rules/skill/registry.generated.js';
import { listFails } from './change.js';
import { judgeSchema } from './schema/good-schema.js';
import { judgeSelection } from './selection/good-selection.js';
import { judgeSkill } from './skill/good-skill.js';

function casesOf<C extends Change>(
  rules: readonly { readonly codes: RuleCodes<NoInfer<C>> }[],
  judge: (change: C) => Problem[],
) {
  return listFails<C>(rules).map(({ name, code, fail }) => ({
    name,
    expected: [code, ...(fail.also ?? [])].sort(),
    found: () => judge(fail),
  }));
}

const CASES = [
  ...casesOf(schemaRules, judgeSchema),
  ...casesOf(skillRules, judgeSkill),
  ...casesOf(selectionRules, judgeSelection),
];

test('the good documents raise nothing', () => {
  expect(judgeSchema({})).toEqual([]);
  expect(judgeSkill({})).toEqual([]);
  expect(judgeSelection({})).toEqual([]);
  expect(judgeSelection({ shape: 'tools' })).toEqual([]);
});

test.each(
  [...schemaRules, ...skillRules, ...selectionRules].flatMap(({ codes }) =>
    Object.entries<ErrorCodeRow & { readonly fails: readonly unknown[] }>(codes),
  ),
)('%s has at least one change that raises it', (code, { fails, severity, text, hint }) => {
  expect(fails.length).toBeGreaterThan(0);
  expect(Reflect.get(errorCodes, code)).toMatchObject({ severity, text, hint });
});

describe('what raises a code', () => {
  test.each(CASES)('$name', ({ expected, found }) => {
    const problems = found();
    expect(problems.map(({ code }) => code).sort()).toEqual(expected);
    for (const problem of problems) {
      expect(problem.where).toMatchObject({
        file: expect.any(String),
        line: expect.any(Number),
        column: expect.any(Number),
      });
      expect(problem.severity).toBe(Reflect.get(errorCodes, problem.code).severity);
      const { message, hint } = describeProblem(problem);
      // What is in double braces is quoted from the document.
      expect(`${message} ${hint}`.replaceAll(/\{\{[^{}]*\}\}/g, '')).not.toMatch(/\{\w+\}/);
    }
  });
});

// Many targets under other rules: which nodes would change, and why.
import type { PlannedTarget, PlanResult } from '@flowmcp/grading-core/features/plan/options';
import { expect, it } from 'vitest';
import { renderPlanTable } from '../../src/plan/render.js';

const RULES = { gradingSpec: 'gradingSpec/9.0.0', scoringSystem: 's', gradingSystem: 'g' };
const change = (node: string) => ({ node, before: 'blocked: few', after: 'pending', why: 'bar' as const });

function planOf(nodes: readonly string[], more: Partial<PlanResult>) {
  const target: Partial<PlannedTarget> = {
    ...{ target: 'providers/demo', flow: 'provider', nodes: [], open: null, refusals: [], warnings: [] },
    ...{ run: { prompts: 0, tokens: 0, untested: 0 }, changes: nodes.map(change) },
  };
  const total = { prompts: 0, tokens: 0 };
  const result = { status: true, results: [target], total, rule: '', errors: [], ...more };
  return renderPlanTable(result as unknown as PlanResult, {} as never);
}

it('names each node that other rules would change, before and after, and why', () => {
  expect(planOf(['', 'schemas.a.tools.b'], { rules: RULES })).toContain(
    [
      'providers/demo, under gradingSpec/9.0.0:',
      '  as a whole: blocked: few → pending (bar)',
      '  schemas.a.tools.b: blocked: few → pending (bar)',
    ].join('\n'),
  );
});

it('names twenty of them, and counts the others', () => {
  const text = planOf(
    Array.from({ length: 23 }, (_, at) => `node${at + 1}.`),
    { rules: RULES },
  );
  expect([text.includes('node20.:'), text.includes('node21.:')]).toEqual([true, false]);
  expect(text).toContain('… and 3 more: flowmcp grading plan --json lists them');
});

it('names only what changes as a whole under other thresholds', () => {
  const text = planOf(['', 'schemas.a.tools.b'], { gradingSystem: 'mine' });
  expect(text).toContain('as a whole, under mine:');
  expect(text).not.toContain('schemas.a.tools.b');
});

// Lists that are too long for one result: pages that leave nothing out, and reasons that are kept.
import { problem } from '@flowmcp/grading-core/commands';
import { propose } from '@flowmcp/grading-core/features/state/next-action';
import { expect, it } from 'vitest';
import { choosePage } from '../../src/mcp/tools/list-targets.js';
import { groupDue } from '../../src/mcp/tools/plan-grading.js';

it('the pages of targets leave none out, however long their reasons are', () => {
  const targets = Array.from({ length: 150 }, (_, at) => `providers/p${at}`);
  const results = targets.map((target) => ({
    ...{ target, rollupStatus: 'pending' as const, rollupGrade: null },
    nextAction: propose({ stage: 'emit', target }, 'because '.repeat(150)),
  }));
  const told = Array.from({ length: 300 }, () => problem('TGT-003', undefined, { target: 'x' }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = choosePage(results, { limit: 200, cursor, told });
    expect(JSON.stringify(page).length).toBeLessThan(40_000);
    seen.push(...page.targets.map(({ target }) => target));
    cursor = page.nextCursor;
  } while (cursor !== undefined && seen.length < targets.length);
  expect(seen).toEqual(targets);
  expect(cursor).toBeUndefined();
});

it('a plan names some nodes for each reason, and counts all', () => {
  const due = Array.from({ length: 3_000 }, (_, at) => ({
    ...{ kind: 'new', reason: 'never graded', node: `schemas.s.tools.a-long-name-${at}` },
  }));
  const [group, ...more] = groupDue(due);
  expect([group?.kind, group?.count, group?.nodes.length, more]).toEqual(['new', 3_000, 20, []]);
});

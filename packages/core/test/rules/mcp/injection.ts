import { expect } from 'vitest';
import { countByRule, injectDefect } from '../../../../../scripts/generate/measure-lint.js';
import { buildLintReport } from '../../../src/features/lint/logic/report.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { LintedServer } from '../../../src/rules/mcp/lint-report.js';
import type { ShareRule } from '../../../src/rules/mcp/share-rule.js';

/** Whether the rule looks at nothing but the text itself: not at the server, and not at the tool. */
export function looksAtTextAlone(rule: ShareRule): boolean {
  return rule.subject === 'text' && (rule.isSlow === true || rule.check.length === 1);
}

/** The rule set, remembering what rules about a text alone said of it: most texts are the same in all injections. */
const ruleSet = { ...flowmcp1, rules: flowmcp1.rules.map(remember) };

function remember(rule: ShareRule): ShareRule {
  if (rule.subject !== 'text' || !looksAtTextAlone(rule)) return rule;
  const known = new Map<string, ReturnType<typeof rule.check>>();
  const check: typeof rule.check = (text, server) => {
    const key = `${text.place} ${text.text}`;
    const found = known.get(key) ?? rule.check(text, server);
    known.set(key, found);
    return found;
  };
  return { ...rule, check };
}

/** Counts per server: pairs of tools are linted once, however many rules are tried on them. */
const counted = new WeakMap<LintedServer, ReadonlyMap<string, number>>();

function countsOf(server: LintedServer): ReadonlyMap<string, number> {
  const counts = counted.get(server) ?? countByRule(buildLintReport(server, { ruleSet }));
  counted.set(server, counts);
  return counts;
}

/** Puts the defect of a rule into tools of servers: the rule must find all, and others must keep still. */
export function expectFoundAlone(rule: ShareRule, servers: readonly LintedServer[], most: number): void {
  const injections = servers
    .flatMap((server) => injectDefect(rule, server, most))
    // A tool that has the defect already proves nothing.
    .filter(({ before }) => !countsOf(before).has(rule.id));
  if (injections.length === 0) {
    const { zeroesScore = false, needsJudge = false, examples } = rule;
    const needsMore = zeroesScore || needsJudge || examples.foreignTools !== undefined;
    expect(needsMore, `${rule.id}: its mutate finds no tool to change`).toBe(true);
    return;
  }
  const also = new Set([rule.id, ...(rule.examples.also ?? [])]);
  const missed: string[] = [];
  const noise: string[] = [];
  for (const { before, after } of injections) {
    const earlier = countsOf(before);
    const counts = countByRule(buildLintReport(after, { ruleSet }));
    const name = `${after.target} ${String((after.snapshot.tools.at(-1) as { name?: unknown }).name)}`;
    if (!counts.has(rule.id)) missed.push(name);
    const others = [...counts].filter(([id, count]) => !also.has(id) && count > (earlier.get(id) ?? 0));
    if (others.length > 0) noise.push(`${name}: ${others.map(([id]) => id).join(', ')}`);
  }
  expect(missed, `${rule.id} misses its own defect`).toEqual([]);
  expect(
    noise.length / injections.length,
    `others fire with ${rule.id}:\n${noise.join('\n')}`,
  ).toBeLessThanOrEqual(0.1);
}

// For lists with any content: no exception, a score by the formula, one order of rules, and valid tools never cost
// points.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainSum } from '../../../../src/features/lint/logic/explain-sum.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import type { LintReport } from '../../../../src/rules/mcp/lint-report.js';
import { mcpPlayground1 } from '../../../../src/rules/mcp/mcp-playground-1/rule-set.js';
import { jsonLength } from '../../../../src/rules/mcp/reading/estimate-tokens.js';
import { lint, rulesOf, soundTool } from './linted-server.js';

const json = fc.jsonValue({ maxDepth: 4 });
const words = fc.oneof(json, fc.string({ maxLength: 30 }), fc.constantFrom('get_price', 'x'.repeat(501)));
const property = fc.oneof(json, fc.record({ type: json, description: words }, { requiredKeys: [] }));
const schema = fc.record(
  {
    type: fc.oneof(fc.constant('object'), json),
    properties: fc.oneof(json, fc.dictionary(fc.constantFrom('a', 'b', '__proto__', ''), property)),
    required: fc.oneof(json, fc.array(fc.constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 4 })),
  },
  { requiredKeys: [] },
);
const item = fc.record(
  {
    name: words,
    description: words,
    uri: words,
    mimeType: words,
    inputSchema: fc.oneof(json, schema),
    arguments: fc.oneof(json, fc.array(fc.record({ name: words, description: words }, { requiredKeys: [] }))),
  },
  { requiredKeys: [] },
);
const list = fc.array(fc.oneof(json, item), { maxLength: 6 });
const snapshot: fc.Arbitrary<ServerSnapshot> = fc.record(
  { serverInfo: fc.oneof(json, item), protocolVersion: json, tools: list, resources: list, prompts: list },
  { requiredKeys: ['tools', 'resources', 'prompts'] },
);

const TAKES_OFF = { error: 15, warning: 5, info: 1 };

function scoreByHand({ tools, resources, prompts }: ServerSnapshot, { issues }: LintReport): number {
  if (tools.length + resources.length + prompts.length === 0) return 0;
  let score = 100;
  for (const { rule, severity } of issues) if (rule !== 'server-grade-f') score -= TAKES_OFF[severity];
  const lengths = tools.map((tool) => {
    const text = (tool as { description?: unknown } | null)?.description;
    return typeof text === 'string' && !Array.isArray(tool) ? text.trim().length : 0;
  });
  if (lengths.length > 0 && Math.min(...lengths) >= 20) score += 5;
  return score > 100 ? 100 : score < 0 ? 0 : score;
}

test('the score follows the formula, and the summary and the sum agree with it', () => {
  fc.assert(
    fc.property(snapshot, (parts) => {
      const report = lint(parts);
      expect(report.score).toBe(scoreByHand(parts, report));
      const { summary, issues } = report;
      expect(summary.errors + summary.warnings + summary.infos).toBe(issues.length);
      const { sum, score, because } = explainSum(report, mcpPlayground1);
      expect(score).toBe(report.score);
      if (because === null) expect(sum).toBe(score);
      else expect(sum).not.toBe(score);
    }),
    { numRuns: 400 },
  );
});

test('an F has an error', () => {
  fc.assert(
    fc.property(snapshot, (parts) => {
      const report = lint(parts);
      return report.grade !== 'F' || report.summary.errors > 0;
    }),
    { numRuns: 200 },
  );
});

test('a report is JSON, always the same, and its paths exist', () => {
  fc.assert(
    fc.property(snapshot, (parts) => {
      const report = lint(parts);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      expect(lint(structuredClone(parts))).toEqual(report);
      for (const { path, rule } of report.issues) expect(hasPlace(parts, path), `${rule} ${path}`).toBe(true);
    }),
    { numRuns: 200 },
  );
});

function hasPlace(root: unknown, pointer: string): boolean {
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}

test('issues of one subject are in the order of the rule set, except for properties, which take turns', () => {
  const order = mcpPlayground1.rules.map(({ id }) => id);
  fc.assert(
    fc.property(snapshot, ({ tools: [tool], ...parts }) => {
      const report = lint({ ...parts, tools: [tool], resources: [], prompts: [] });
      const places = rulesOf(report)
        .filter((rule) => !rule.startsWith('prop-'))
        .map((rule) => order.indexOf(rule));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

test('a list does not affect the issues of the others', () => {
  fc.assert(
    fc.property(snapshot, (parts) => {
      const of = (report: LintReport, category: string) =>
        report.issues.filter((issue) => issue.category === category);
      const whole = lint(parts);
      const { tools, resources, prompts } = parts;
      expect(of(whole, 'tool')).toEqual(of(lint({ tools }), 'tool'));
      expect(of(whole, 'resource')).toEqual(of(lint({ resources }), 'resource'));
      expect(of(whole, 'prompt')).toEqual(of(lint({ prompts }), 'prompt'));
    }),
    { numRuns: 200 },
  );
});

test('one more tool without issues never lowers the score', () => {
  fc.assert(
    fc.property(snapshot, (parts) => {
      const more = { ...parts, tools: [...parts.tools, soundTool({ name: 'one-more-tool' })] };
      expect(lint(more).score).toBeGreaterThanOrEqual(lint(parts).score);
    }),
    { numRuns: 300 },
  );
});

test('the length of a JSON text is counted without building it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
      expect(jsonLength(value)).toBe(JSON.stringify(value).length);
    }),
    { numRuns: 500 },
  );
});

test('endless nesting does no harm', () => {
  let deep: unknown = {};
  for (let level = 0; level < 200_000; level += 1) deep = level % 2 ? [deep] : { a: deep };
  const report = lint({
    tools: [soundTool({ inputSchema: { type: 'object', properties: { place: deep }, required: deep } })],
  });
  expect(report.tokenEstimate.total).toBeGreaterThan(200_000);
});

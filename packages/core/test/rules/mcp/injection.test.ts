// Every rule finds its own defect in tools of sound servers, where nothing was found before, and no other rule finds it.
import { describe, expect, test } from 'vitest';
import { buildLintReport } from '../../../src/features/lint/logic/report.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import { expectFoundAlone } from './injection.js';
import { soundServers } from './sound-servers.js';

test.each(soundServers)('$target is sound', (server) => {
  expect(buildLintReport(server, { ruleSet: flowmcp1 })).toMatchObject({ score: 100, issues: [] });
});

describe.each(flowmcp1.rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('is found alone', () => expectFoundAlone(rule, soundServers, 12));
});

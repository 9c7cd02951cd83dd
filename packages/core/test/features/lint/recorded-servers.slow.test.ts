// On recorded servers every rule finds its own defect and no other rule does; harmless changes raise no trap and no suspect.
import { describe, expect, test } from 'vitest';
import { readRecordedServers } from '../../../../../scripts/generate/measure-lint.js';
import { buildLintReport } from '../../../src/features/lint/logic/report.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { LintedServer } from '../../../src/rules/mcp/lint-report.js';
import { expectFoundAlone } from '../../rules/mcp/injection.js';
import { soundServers } from '../../rules/mcp/sound-servers.js';

const servers = [...soundServers, ...readRecordedServers()];
const rules = flowmcp1.rules.filter(({ class: name }) => name === 'trap' || name === 'suspect');

describe.each(flowmcp1.rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('is found alone', () => expectFoundAlone(rule, servers, 12));
});

describe.each(servers.map((server) => [server.target, server] as const))('%s', (_, server) => {
  const known = alarmsOf(server);
  const { tools } = server.snapshot;
  const expectCalm = (snapshot: LintedServer['snapshot']) =>
    expect(alarmsOf({ ...server, snapshot }).filter((alarm) => !known.includes(alarm))).toEqual([]);

  test('without any one tool', () => {
    for (const at of tools.keys()) {
      expectCalm({ ...server.snapshot, tools: tools.filter((_, other) => other !== at) });
    }
  });

  test('with any one tool under another name', () => {
    for (const at of tools.keys()) {
      const renamed = tools.map((tool, other) =>
        other === at ? { ...(tool as object), name: 'other_name' } : tool,
      );
      expectCalm({ ...server.snapshot, tools: renamed });
    }
  });

  test('with all texts in upper case', () => {
    expectCalm(mapTexts(server.snapshot) as LintedServer['snapshot']);
  });

  test('with all inputs in one object', () => {
    expectCalm({
      ...server.snapshot,
      tools: tools.map((tool) => ({
        ...(tool as object),
        inputSchema: {
          type: 'object',
          properties: { params: (tool as { inputSchema?: unknown }).inputSchema },
        },
      })),
    });
  });
});

/** Traps and suspects by rule; places differ after a change. */
function alarmsOf(server: LintedServer): string[] {
  const { issues } = buildLintReport(server, { ruleSet: { ...flowmcp1, rules } });
  return issues.map(({ rule, class: name }) => `${name} ${rule}`);
}

const TEXTS = new Set(['description', 'title', 'instructions']);

function mapTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    TEXTS.has(key) && typeof member === 'string' ? member.toUpperCase() : mapTexts(member),
  ]);
  return Object.fromEntries(members);
}

// On recorded servers every rule finds its own defect and no other rule does; harmless changes raise no trap and no suspect.
import { describe, expect, test } from 'vitest';
import { readRecordedServers } from '../../../../../scripts/generate/measure-lint.js';
import { runShareRules } from '../../../src/features/lint/logic/run-share-rules.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { LintedServer } from '../../../src/rules/mcp/lint-report.js';
import { readServer } from '../../../src/rules/mcp/reading/read-server.js';
import type { ShareRule } from '../../../src/rules/mcp/share-rule.js';
import { expectFoundAlone, looksAtTextAlone } from '../../rules/mcp/injection.js';
import { soundServers } from '../../rules/mcp/sound-servers.js';

const servers = [...soundServers, ...readRecordedServers()];
const rules = flowmcp1.rules.filter(({ class: name }) => name === 'trap' || name === 'suspect');
/** Another tool that is gone, or called otherwise, changes nothing for rules that look at a text alone. */
const ofServer = rules.filter((rule) => !looksAtTextAlone(rule));

describe.each(flowmcp1.rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('is found alone', () => expectFoundAlone(rule, servers, 12));
});

describe.each(servers.map((server) => [server.target, server] as const))('%s', (_, server) => {
  const known = alarmsOf(server, rules);
  const { tools } = server.snapshot;
  const expectCalm = (snapshot: LintedServer['snapshot'], looked = rules) =>
    expect(alarmsOf({ ...server, snapshot }, looked).filter((alarm) => !known.includes(alarm))).toEqual([]);

  test('without any one tool', () => {
    for (const at of tools.keys()) {
      expectCalm({ ...server.snapshot, tools: tools.filter((_, other) => other !== at) }, ofServer);
    }
  });

  test('with any one tool under another name', () => {
    for (const at of tools.keys()) {
      const renamed = tools.map((tool, other) =>
        other === at ? { ...(tool as object), name: 'other_name' } : tool,
      );
      expectCalm({ ...server.snapshot, tools: renamed }, ofServer);
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
function alarmsOf(server: LintedServer, looked: readonly ShareRule[]): string[] {
  const issues = runShareRules(readServer(server), server, { ...flowmcp1, rules: looked });
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

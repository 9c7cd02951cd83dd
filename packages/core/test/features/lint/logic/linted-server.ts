import { buildLintReport } from '../../../../src/features/lint/logic/report.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import type { LintedServer, LintReport } from '../../../../src/rules/mcp/lint-report.js';
import { mcpPlayground1 } from '../../../../src/rules/mcp/mcp-playground-1/rule-set.js';

/** A server with a name, a version and empty lists, except for the given members. */
export function serverWith(parts: Partial<ServerSnapshot>, more: Partial<LintedServer> = {}): LintedServer {
  return {
    target: 'https://mcp.example',
    snapshot: {
      serverInfo: { name: 'prices', version: '1.4.0' },
      tools: [],
      resources: [],
      prompts: [],
      ...parts,
    },
    incomplete: [],
    ...more,
  };
}

/** A report by mcp-playground/1, whatever the default is: what is expected of a released set never changes. */
export function lint(parts: Partial<ServerSnapshot>, more: Partial<LintedServer> = {}): LintReport {
  return buildLintReport(serverWith(parts, more), { ruleSet: mcpPlayground1 });
}

export function rulesOf({ issues }: LintReport): string[] {
  return issues.map(({ rule }) => rule);
}

/** A tool without issues whose description earns the bonus. */
export function soundTool(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'weather',
    description: 'Tells the weather of a place at an hour.',
    inputSchema: {
      type: 'object',
      properties: { place: { type: 'string', description: 'Name of a town.' } },
      required: ['place'],
    },
    ...changes,
  };
}

/** The schema of a valid tool, with changes. */
export function soundSchema(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...(soundTool().inputSchema as object), ...changes };
}

import { isRecord } from '../../model/is-record.js';
import type { LintReport, LintScoring } from '../../model/lint.js';
import { jsonLength } from './json-length.js';
import { targetName } from './run-rules.js';

/** What the tools cost a model that is shown all of them: characters of name, description and schema, as tokens. */
export function estimateTokens(
  tools: readonly unknown[],
  { charactersPerToken }: LintScoring,
): LintReport['tokenEstimate'] {
  const perTool = tools.map((tool, at) => {
    const item = isRecord(tool) ? tool : {};
    // Joined with a space each.
    const characters = textLength(item.name) + 1 + textLength(item.description) + 1 + schemaLength(item);
    return {
      name: targetName(item, 'tool', ['tools', at]),
      tokens: Math.ceil(characters / charactersPerToken),
    };
  });
  return { total: perTool.reduce((sum, { tokens }) => sum + tokens, 0), perTool };
}

function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function schemaLength({ inputSchema }: Readonly<Record<string, unknown>>): number {
  return inputSchema === null ? 0 : jsonLength(inputSchema);
}

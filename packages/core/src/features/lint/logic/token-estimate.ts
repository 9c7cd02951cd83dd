import type { LintReport, LintScoring } from '../../../rules/mcp/lint.js';
import { isRecord } from '../../../values/is-record.js';
import { targetName } from './run-rules.js';

/** What the tools cost a model that sees all of them: characters of name, description and schema, as tokens. */
export function estimateTokens(
  tools: readonly unknown[],
  { charactersPerToken }: LintScoring,
): LintReport['tokenEstimate'] {
  const perTool = tools.map((tool, at) => {
    const item = isRecord(tool) ? tool : {};
    // A space joins each part.
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

/**
 * Length of a value's JSON text. Counted without building the text or recursing, so that neither its length nor its
 * depth can do harm.
 *
 * @param json a tree of JSON values; undefined has no text
 */
export function jsonLength(json: unknown): number {
  let length = 0;
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      length += 2 + Math.max(0, value.length - 1);
      for (const item of value) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      length += 2 + Math.max(0, members.length - 1);
      for (const [key, member] of members) {
        length += JSON.stringify(key).length + 1;
        open.push(member);
      }
    } else length += JSON.stringify(value)?.length ?? 0;
  }
  return length;
}

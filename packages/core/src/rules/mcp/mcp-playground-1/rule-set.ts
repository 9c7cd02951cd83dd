import { defineRuleSet } from '../define.js';
import { lintRules } from './registry.generated.js';
import { scoring } from './scoring.js';

/**
 * The rules of MCP Playground's linter (seed 003). The set is released and so frozen: other rules or numbers need a new
 * set.
 */
export const mcpPlayground1 = defineRuleSet({
  id: 'mcp-playground/1',
  rules: lintRules,
  scoring,
  order: [
    'server-empty',
    'server-no-name',
    'server-no-version',
    'server-duplicate-tools',
    'tool-no-description',
    'tool-short-description',
    'tool-long-description',
    'tool-description-is-name',
    'tool-no-schema',
    'tool-schema-not-object',
    'prop-no-description',
    'prop-no-type',
    'tool-no-required',
    'required-not-in-properties',
    'tool-empty-schema',
    'tool-name-convention',
    'resource-no-name',
    'resource-no-description',
    'resource-no-mimetype',
    'prompt-no-description',
    'prompt-arg-no-description',
    'server-grade-f',
  ],
});

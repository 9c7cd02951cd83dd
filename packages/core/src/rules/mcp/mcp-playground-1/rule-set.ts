import { defineRuleSet } from '../define.js';
import { mcpLint1 } from '../mcp-lint-1.js';
import { lintRules } from './registry.generated.js';

/** The rules of MCP Playground's linter (seed 003), in the order of its issues. */
export const mcpPlayground1 = defineRuleSet({
  id: mcpLint1.ruleSet,
  rules: lintRules,
  scoring: mcpLint1,
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

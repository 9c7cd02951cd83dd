import type { LintRuleSet } from './lint.js';
import { mcpPlayground1 } from './mcp-playground-1/rule-set.js';

/** Every rule set; the folder of each is named after its id. */
export const ruleSets: readonly LintRuleSet[] = [mcpPlayground1];

/** The rule set that servers are linted against. */
export const defaultRuleSet: LintRuleSet = mcpPlayground1;

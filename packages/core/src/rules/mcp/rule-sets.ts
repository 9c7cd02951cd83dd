import { flowmcp1 } from './flowmcp-1/rule-set.js';
import type { LintRuleSet } from './lint-report.js';
import { mcpPlayground1 } from './mcp-playground-1/rule-set.js';

/** Every rule set; the folder of each is named after its id. */
export const ruleSets: readonly LintRuleSet[] = [mcpPlayground1, flowmcp1];

/** The rule set that servers are linted against unless another is chosen. */
export const defaultRuleSet: LintRuleSet = mcpPlayground1;

/** The rule set whose traps are reported as alerts beside any other set. */
export const trapRuleSet = flowmcp1;

/** The rule set of a report. */
export function findRuleSet(id: string): LintRuleSet {
  const found = ruleSets.find((set) => set.id === id);
  if (!found) throw new Error(`There is no lint rule set ${id}.`);
  return found;
}

import { isRecord } from '../../values/is-record.js';
import type { LintOutcomeRule, LintRule, LintScoring, LintSubjectRule, PointRuleSet } from './lint.js';

/** Defines a rule about one kind of subject. Its file is named after its id. */
export function defineLintRule(rule: LintSubjectRule): LintSubjectRule {
  return rule;
}

/** Defines a rule about the outcome: it needs the score and so cannot change it. */
export function defineOutcomeRule(rule: Omit<LintOutcomeRule, 'subject'>): LintOutcomeRule {
  return { ...rule, subject: 'outcome' };
}

/**
 * Defines a rule set from the rules of its folder. A different rule set, such as a stricter one, goes in another
 * folder.
 */
export function defineRuleSet<Id extends string>({
  id,
  rules,
  order,
  scoring,
}: {
  readonly id: string;
  readonly rules: Readonly<Record<Id, LintRule>>;
  /** Order of the issues about one subject; names each rule once. */
  readonly order: readonly Id[];
  readonly scoring: LintScoring;
}): PointRuleSet {
  return { kind: 'points', id, rules: order.map((name) => rules[name]), scoring };
}

/** A tool for examples. Apart from the example's changes, it breaks no rule. */
export function exampleTool(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'get_price',
    description: 'Gives the current price of one article.',
    inputSchema: exampleSchema({ article: { type: 'string', description: 'Number of the article.' } }),
    ...changes,
  };
}

/** A server with one tool for examples, described like this. */
export function described(description: string): { readonly tools: readonly Record<string, unknown>[] } {
  return { tools: [exampleTool({ description })] };
}

export function exampleSchema(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/**
 * Adds an input to a tool, for `mutate`.
 *
 * @returns false if the tool has no schema that could hold it
 */
export function addInput(tool: Record<string, unknown>, input: unknown, name = 'added_input'): boolean {
  const { inputSchema } = tool;
  if (!isRecord(inputSchema)) return false;
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  inputSchema.properties = { ...properties, [name]: input };
  return true;
}

/** Adds text to the description of a tool, for `mutate`. */
export function addToDescription(text: string): (tool: Record<string, unknown>) => true {
  return (tool) => {
    tool.description = `${String(tool.description ?? '')}${text}`;
    return true;
  };
}

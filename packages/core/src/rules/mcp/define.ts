import type { LintOutcomeRule, LintRule, LintRuleSet, LintScoring, LintSubjectRule } from './lint.js';

/** A rule about one kind of subject. The file is named for its id. */
export function defineLintRule(rule: LintSubjectRule): LintSubjectRule {
  return rule;
}

/** A rule about the outcome: it needs the score and so cannot change it. */
export function defineOutcomeRule(rule: Omit<LintOutcomeRule, 'subject'>): LintOutcomeRule {
  return { ...rule, subject: 'outcome' };
}

/** A rule set from the rules of its folder. Another rule set, a stricter one say, is another folder beside it. */
export function defineRuleSet<Id extends string>({
  id,
  rules,
  order,
  scoring,
}: {
  readonly id: string;
  readonly rules: Readonly<Record<Id, LintRule>>;
  /** Of the issues of one subject; each rule once. */
  readonly order: readonly Id[];
  readonly scoring: LintScoring;
}): LintRuleSet {
  return { id, rules: order.map((name) => rules[name]), scoring };
}

/** Material of the examples: a tool that no rule has anything against, but for what the example changes in it. */
export function exampleTool(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'get_price',
    description: 'Gives the current price of one article.',
    inputSchema: exampleSchema({ article: { type: 'string', description: 'Number of the article.' } }),
    ...changes,
  };
}

export function exampleSchema(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties) };
}

import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Change, Rule, RuleCodes } from '../rule.js';
import type { Members } from '../schema/schema-members.js';

export interface SelectionRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object as anybody may have written it, a tree; empty where it is no object. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly shape: SelectionShape;
  /** Files of skills beside the definition, from its folder: `skills/find-a-berth.mjs`. Undefined: not known. */
  readonly skillPaths: readonly string[] | undefined;
  /** The skill files beside it can be nobody else's. */
  readonly ownsFolder: boolean;
}

/** To a good selection of `test/rules/selection/good-selection.ts`. */
export interface SelectionChange extends Change {
  /** `members` unless given. */
  readonly shape?: SelectionShape;
  readonly skillPaths?: readonly string[];
  readonly ownsFolder?: boolean;
}

/** One topic of the gate for selections. */
export function defineSelectionRule<const Codes extends RuleCodes<SelectionChange>>(
  rule: Rule<SelectionRuleInput, SelectionChange, Codes>,
): Rule<SelectionRuleInput, SelectionChange, Codes> {
  return rule;
}

/**
 * The two shapes a selection is written in: `members` names schemas (grading specification 16), `tools` names tools
 * (Schemas-Spec 17).
 */
export type SelectionShape = 'members' | 'tools';

/** Nothing but `members`, or an id of its own without any tools, tells the one shape from the other. */
export function shapeOf(selection: Members): SelectionShape {
  if (Object.hasOwn(selection, 'members')) return 'members';
  return Object.hasOwn(selection, 'selectionId') && !Object.hasOwn(selection, 'tools') ? 'members' : 'tools';
}

import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Change, Rule, RuleCodes } from '../rule.js';
import type { Members } from '../schema/schema-members.js';

export interface SelectionRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object, unvalidated; empty if it is not an object. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly shape: SelectionShape;
  /**
   * Skill files beside the definition, relative to its folder (`skills/find-a-berth.mjs`); undefined if they are
   * unknown.
   */
  readonly skillPaths: readonly string[] | undefined;
  /** Whether the skill files beside the definition can only belong to this selection. */
  readonly ownsFolder: boolean;
}

/** A change to a selection of `test/rules/selection/good-selection.ts`. */
export interface SelectionChange extends Change {
  /** Default: `members`. */
  readonly shape?: SelectionShape;
  readonly skillPaths?: readonly string[];
  readonly ownsFolder?: boolean;
}

/** Defines one topic of the gate for selections. */
export function defineSelectionRule<const Codes extends RuleCodes<SelectionChange>>(
  rule: Rule<SelectionRuleInput, SelectionChange, Codes>,
): Rule<SelectionRuleInput, SelectionChange, Codes> {
  return rule;
}

/**
 * The two shapes of a selection: `members` names schemas (grading specification 16), `tools` names tools (Schemas-Spec
 * 17).
 */
export type SelectionShape = 'members' | 'tools';

/** The shape `members` is recognized only by the field of that name, or by a `selectionId` without `tools`. */
export function shapeOf(selection: Members): SelectionShape {
  if (Object.hasOwn(selection, 'members')) return 'members';
  return Object.hasOwn(selection, 'selectionId') && !Object.hasOwn(selection, 'tools') ? 'members' : 'tools';
}

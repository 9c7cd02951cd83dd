import type { ErrorCode } from '../../problems/error-codes.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Report } from '../schema/rule.js';
import type { SelectionShape } from './selection-shape.js';

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

/** One topic of the gate for selections. A rule never throws, whatever the members hold. */
export interface SelectionRule {
  /** Every code the rule can report. */
  readonly codes: readonly ErrorCode[];
  readonly check: (input: SelectionRuleInput, report: Report) => void;
}

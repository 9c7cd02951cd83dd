import type { ErrorCodeRow, SlotsIn } from '../problems/error-code.js';
import type { Problem, Where } from '../problems/problem.js';
import type { ValuePath } from '../sources/logic/module-reading.js';

/**
 * One topic of a gate: its codes with their texts, what raises them, and the check. A check never throws, whatever the
 * members hold, and leaves the other rules their say. Never import `problem()` here: the table of codes imports the rules.
 */
export interface Rule<Input, Change, Codes extends RuleCodes<Change> = RuleCodes<Change>> {
  readonly codes: Codes;
  /** Runs whatever the file exports. */
  readonly module?: (input: Input, report: Report<Codes>) => void;
  /** Runs where the file exports an object. */
  readonly check?: (input: Input, report: Report<Codes>) => void;
}

/** A rule as the runner sees it. */
export interface AnyRule<Input> {
  readonly module?: (input: Input, report: AnyReport) => void;
  readonly check?: (input: Input, report: AnyReport) => void;
}

export type RuleCodes<Change> = Readonly<Record<string, RuleCode<Change>>>;

/** A row of the table of codes, with what raises it. */
export interface RuleCode<Change> extends ErrorCodeRow {
  /** What the chapter does not say. */
  readonly why?: string;
  /** Changes to the good document that the gate is tested with, one at a time. */
  readonly fails: readonly Fail<Change>[];
}

/** Raises the code it stands with and, but for `also`, no other. */
export type Fail<Change> = Change & { readonly also?: readonly string[] };

/** A change to a good document; paths are dotted, from the exported object. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Path → names under which its value stands a second time, beside it. */
  readonly copy?: Readonly<Record<string, readonly string[]>>;
  /** In the text of the module: what stands there first, and what stands there instead. */
  readonly replace?: readonly [found: string, by: string];
  /** The whole text of the module. */
  readonly text?: string;
}

/** A path below the export, or a place of its own for what lies outside of it. */
export type Place = ValuePath | { readonly where: Where };

/** Takes the codes of one rule only, each with a value for every placeholder of its words. */
export type Report<Codes> = (...call: CallOf<Codes>) => void;

/** What the report of every rule can be given. */
export type AnyReport = (code: string, at: Place, args?: Problem['args']) => void;

type CallOf<Codes> = {
  [Code in keyof Codes]: Codes[Code] extends { text: infer Text; hint: infer Hint }
    ? [SlotsIn<Text | Hint>] extends [never]
      ? [code: Code, at: Place]
      : [code: Code, at: Place, args: Readonly<Record<SlotsIn<Text | Hint>, string | number>>]
    : never;
}[keyof Codes];

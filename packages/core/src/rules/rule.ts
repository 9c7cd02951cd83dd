import type { ErrorCodeRow, SlotsIn } from '../problems/error-code.js';
import type { Problem, Where } from '../problems/problem.js';
import type { ValuePath } from '../sources/logic/module-reading.js';

/**
 * One topic of a gate: its codes with their texts, what raises them, and the check. A check never throws, whatever the
 * fields contain, so that the other rules still run. Never import `problem()` here: the table of codes imports the
 * rules.
 */
export interface Rule<Input, Change, Codes extends RuleCodes<Change> = RuleCodes<Change>> {
  readonly codes: Codes;
  /** Runs for every file, whatever it exports. */
  readonly module?: (input: Input, report: Report<Codes>) => void;
  /** Runs if the file exports an object. */
  readonly check?: (input: Input, report: Report<Codes>) => void;
}

/** The part of a rule that the runner uses. */
export interface AnyRule<Input> {
  readonly module?: (input: Input, report: AnyReport) => void;
  readonly check?: (input: Input, report: AnyReport) => void;
}

export type RuleCodes<Change> = Readonly<Record<string, RuleCode<Change>>>;

/** A row of the table of codes, with what raises the code. */
export interface RuleCode<Change> extends ErrorCodeRow {
  /** Reasons for the code, where the chapter gives none. */
  readonly why?: string;
  /** Changes that raise the code, each applied alone to the good document of the gate's test. */
  readonly fails: readonly Fail<Change>[];
}

/** A change that must raise the code it belongs to and, except for those in `also`, no other. */
export type Fail<Change> = Change & { readonly also?: readonly string[] };

/** A change to a good document; dotted paths start at the exported object. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Path → names of sibling properties to which the value at that path is copied. */
  readonly copy?: Readonly<Record<string, readonly string[]>>;
  /** Replaces the first occurrence of `found` in the text of the module with `by`. */
  readonly replace?: readonly [found: string, by: string];
  /** Replaces the whole text of the module. */
  readonly text?: string;
}

/** A path below the export, or an explicit place for anything outside it. */
export type Place = ValuePath | { readonly where: Where };

/** Accepts only the codes of one rule, each with a value for every placeholder of its text. */
export type Report<Codes> = (...call: CallOf<Codes>) => void;

/** A report function that accepts the codes of any rule. */
export type AnyReport = (code: string, at: Place, args?: Problem['args']) => void;

type CallOf<Codes> = {
  [Code in keyof Codes]: Codes[Code] extends { text: infer Text; hint: infer Hint }
    ? [SlotsIn<Text | Hint>] extends [never]
      ? [code: Code, at: Place]
      : [code: Code, at: Place, args: Readonly<Record<SlotsIn<Text | Hint>, string | number>>]
    : never;
}[keyof Codes];

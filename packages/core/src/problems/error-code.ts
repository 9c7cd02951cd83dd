import type { Severity } from './problem.js';

/** One row of the error-code table. Arguments of the problem fill `{name}` in a text. */
export interface ErrorCodeRow {
  readonly severity: Severity;
  /** What is wrong, and what was expected. */
  readonly text: string;
  /** The remedy. */
  readonly hint: string;
  /** Set if the command could not run at all; if absent, the code is a finding (exit code 1). */
  readonly exit?: 2;
}

/** Names in single braces: `{found}`, but neither `{{USER_PARAM}}` nor `{ tools: … }`. */
export type SlotsIn<Text> = Text extends `${string}{${infer Behind}`
  ? Behind extends `${infer Name}}${infer Rest}`
    ? Name extends `${string}${' ' | '{' | ':'}${string}` | Uppercase<Name>
      ? SlotsIn<Behind>
      : Name | SlotsIn<Rest>
    : never
  : never;

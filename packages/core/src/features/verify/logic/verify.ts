import type { PastRetention } from '../../../grade/history.js';
import type { Problem } from '../../../problems/problem.js';

/** What `grading verify` looks at, in this order. */
export const VERIFY_STEPS = [
  'names',
  'strays',
  'links',
  'permissions',
  'snapshots',
  'entries',
  'grades',
  'references',
  'facts',
  'hand-ins',
  'runs',
  'lock snapshot',
  'index',
  'journal',
  'vetoes',
  'locks',
  'secrets',
] as const;
export type VerifyStep = (typeof VERIFY_STEPS)[number];

export interface StepCount {
  readonly step: VerifyStep;
  /** Things looked at: files, lines, nodes, whatever the step is about. */
  readonly checked: number;
  /** Findings of severity error. */
  readonly damaged: number;
  readonly warned: number;
}

/** What a repair has done. */
export type RepairedPart =
  | { readonly kind: 'moved'; readonly file: string; readonly to: string }
  | { readonly kind: 'derived'; readonly file: string }
  /** A journal that an interrupted command had left unfinished. */
  | { readonly kind: 'mended'; readonly file: string }
  /** A lock that was left behind. */
  | { readonly kind: 'released'; readonly file: string };

/** The facts about a journal that are kept elsewhere, so that lines cut off at its end are noticed. */
export interface JournalHead {
  readonly lines: number;
  readonly sha256: string;
}

export interface VerifiedTarget extends PastRetention {
  /** `providers/<namespace>`, `selections/<id>`, or `.` for what lies outside of them. */
  readonly target: string;
  readonly steps: readonly StepCount[];
  readonly journal: JournalHead | null;
  readonly repaired: readonly RepairedPart[];
  /** Findings that are no errors. */
  readonly warnings: readonly Problem[];
}

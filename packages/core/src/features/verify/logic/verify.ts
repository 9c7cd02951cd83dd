import type { PastRetention } from '../../../grade/history.js';
import type { Problem } from '../../../problems/problem.js';

/** The steps of `grading verify`, in order. */
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
  /** Number of files, lines or nodes that the step has checked. */
  readonly checked: number;
  /** Findings of severity error. */
  readonly damaged: number;
  readonly warned: number;
}

/** One result of a repair. */
export type RepairedPart =
  | { readonly kind: 'moved'; readonly file: string; readonly to: string }
  | { readonly kind: 'derived'; readonly file: string }
  /** A journal that an interrupted command had left unfinished. */
  | { readonly kind: 'mended'; readonly file: string }
  /** An abandoned lock. */
  | { readonly kind: 'released'; readonly file: string };

/** The end of a journal, to be recorded elsewhere so that lines cut off at its end can be detected. */
export interface JournalHead {
  readonly lines: number;
  readonly sha256: string;
}

export interface VerifiedTarget extends PastRetention {
  /** `providers/<namespace>`, `selections/<id>`, or `.` for everything outside them. */
  readonly target: string;
  readonly steps: readonly StepCount[];
  readonly journal: JournalHead | null;
  readonly repaired: readonly RepairedPart[];
  /** Findings that are not errors. */
  readonly warnings: readonly Problem[];
}

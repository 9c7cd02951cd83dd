import type { PastRetention } from '../../../grade/ageing.js';
import type { Problem } from '../../../problems/problem.js';

/** What `grading verify` counts, in the order in which it is shown. */
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
  /** Number of findings of severity error. */
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

/** How damage can be repaired without touching a fact. */
export type Repair =
  | { readonly kind: 'move'; readonly file: string }
  /** Records the fact at `path` in the journal as adopted; if `path` is null, ends an unfinished line instead. */
  | { readonly kind: 'journal'; readonly path: string | null }
  | { readonly kind: 'index' | 'lock-snapshot' };

/** Counts checks and collects findings, by step. */
export class Tally {
  readonly #strict: boolean;
  readonly #checked = new Map<VerifyStep, number>();
  readonly #found: { readonly step: VerifyStep; readonly problem: Problem; readonly isDamage: boolean }[] =
    [];
  readonly repairs: Repair[] = [];

  /** @param strict treat warnings as errors */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  check(step: VerifyStep, things = 1): void {
    this.#checked.set(step, (this.#checked.get(step) ?? 0) + things);
  }

  add(step: VerifyStep, problems: Problem | readonly Problem[], repair?: Repair): void {
    for (const found of isList(problems) ? problems : [problems]) {
      const isRaised = this.#strict && found.severity === 'warning';
      const isDamage = found.severity === 'error';
      this.#found.push({ step, problem: isRaised ? { ...found, severity: 'error' } : found, isDamage });
    }
    if (repair) this.repairs.push(repair);
  }

  get problems(): Problem[] {
    return this.#found.map(({ problem }) => problem);
  }

  /** Findings of the given steps that are errors even without `--strict`. */
  damageIn(steps: readonly VerifyStep[]): Problem[] {
    return this.#found
      .filter(({ step, isDamage }) => steps.includes(step) && isDamage)
      .map(({ problem }) => problem);
  }

  counts(): StepCount[] {
    return VERIFY_STEPS.map((step) => {
      const own = this.#found.filter((found) => found.step === step).map(({ problem }) => problem.severity);
      return {
        step,
        checked: this.#checked.get(step) ?? 0,
        damaged: own.filter((severity) => severity === 'error').length,
        warned: own.filter((severity) => severity === 'warning').length,
      };
    });
  }
}

function isList(problems: Problem | readonly Problem[]): problems is readonly Problem[] {
  return Array.isArray(problems);
}

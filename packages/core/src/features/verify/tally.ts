import type { Problem } from '../../problems/problem.js';
import { type StepCount, VERIFY_STEPS, type VerifyStep } from './logic/verify.js';

/** How a fault can be repaired without touching a fact. */
export type Repair =
  | { readonly kind: 'move'; readonly file: string }
  | { readonly kind: 'index' }
  /** The journal records a fact as adopted; null: it ends an unfinished line. */
  | { readonly kind: 'journal'; readonly path: string | null }
  | { readonly kind: 'lock snapshot' };

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

  /** Errors, whether the check is strict or not. */
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

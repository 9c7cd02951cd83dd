import { existsSync } from 'node:fs';
import { readCheckedJson } from '../files/checked-json-file.js';
import type { GatePolicy } from '../grade/gate/gate-node.js';
import { fatal } from '../problems/error-codes.js';
import { type GradingBaselineNode, gradingBaselineFile } from '../spec/grading-baseline.js';
import { GRADING_SYSTEM } from '../spec/versions.js';
import type { Grade } from '../spec/vocabulary.js';
import type { Target } from './targets.js';

/** What grades are held against. */
export interface BarOptions {
  /** Worst grade that passes; of a namespace, beside a selection, as far as its tier can reach. */
  readonly minGrade?: Grade | undefined;
  /** Least share of what applies that has to be judged of each node; half of it unless said otherwise, 0: any. */
  readonly minCoverage?: number | undefined;
  /** File with the nodes as they were accepted. */
  readonly baseline?: string | undefined;
  /** Days after which an answer is too old. */
  readonly maxAgeDays?: number | undefined;
  /** Drop of a score that is no news. */
  readonly noise?: number | undefined;
  /** Let tests against another origin count. */
  readonly allowMapped?: boolean | undefined;
}

/** What two gradings of the same content may differ by (scoring protocol v1). */
const DEFAULT_NOISE = 0.2;
const DEFAULT_COVERAGE = 0.5;

/** Is there anything to go by? */
export function hasBar({ minGrade, minCoverage = 0, maxAgeDays, baseline }: BarOptions): boolean {
  return minGrade !== undefined || minCoverage > 0 || maxAgeDays !== undefined || baseline !== undefined;
}

export function policyOf(options: BarOptions, now: Date): GatePolicy {
  const {
    minGrade = null,
    minCoverage = DEFAULT_COVERAGE,
    maxAgeDays = null,
    noise = DEFAULT_NOISE,
    allowMapped = false,
  } = options;
  return { minGrade, minCoverage, maxAgeDays, noise, allowMapped, now };
}

/**
 * A bar that nothing can reach is a mistake, not a finding about the graded.
 *
 * @throws GradingError GAT-021
 */
export function checkReachable(targets: readonly Target[], { minGrade }: Pick<GatePolicy, 'minGrade'>): void {
  const provider = targets.find(({ flow }) => flow === 'provider');
  const isReachable = minGrade !== 'A' || !provider || targets.some(({ flow }) => flow === 'selection');
  if (!isReachable) throw fatal('GAT-021', undefined, { target: provider.name });
}

/**
 * Reads what is accepted.
 *
 * @param isNew a file that is not there yet is an empty one
 * @returns null: there is no baseline
 * @throws GradingError GAT-022 (it cannot be used), GAT-023 (grades of other thresholds)
 */
export function readBaseline(
  file: string | undefined,
  { isNew = false }: { readonly isNew?: boolean } = {},
): readonly GradingBaselineNode[] | null {
  if (file === undefined || (isNew && !existsSync(file))) return null;
  const { gradingSystem, nodes } = readCheckedJson(file, gradingBaselineFile, 'GAT-022');
  if (gradingSystem !== GRADING_SYSTEM) {
    throw fatal('GAT-023', { file }, { found: gradingSystem, expected: GRADING_SYSTEM });
  }
  return nodes;
}

import { existsSync } from 'node:fs';
import { readCheckedJson } from '../files/checked-json-file.js';
import type { GatePolicy } from '../grade/gate/gate-node.js';
import { fatal } from '../problems/error-codes.js';
import { type GradingBaselineNode, gradingBaselineFile } from '../spec/baselines.js';
import { gradingSystem } from '../spec/grading-system-1.0.0.js';
import { GRADING_SYSTEM } from '../spec/versions.js';
import type { Grade } from '../spec/vocabulary.js';
import type { Target } from './logic/target.js';

/** Requirements for grades. */
export interface BarOptions {
  /** Lowest grade that passes; for a namespace beside a selection, limited to what its tier can reach. */
  readonly minGrade?: Grade | undefined;
  /** Least share of each node's applicable questions that must be judged; default: half, 0: any. */
  readonly minCoverage?: number | undefined;
  /** File with the accepted nodes. */
  readonly baseline?: string | undefined;
  /** Maximum age of an answer, in days. */
  readonly maxAgeDays?: number | undefined;
  /** Largest drop of a score that does not count as worse. */
  readonly noise?: number | undefined;
  /** Accept tests against another origin. */
  readonly allowMapped?: boolean | undefined;
}

/** How much two gradings of the same content may differ (scoring protocol v1). */
const DEFAULT_NOISE = 0.2;
const DEFAULT_COVERAGE = 0.5;

/** Checks whether there is any requirement. */
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
 * Refuses a minimum that no target can reach: a mistake in the options, not a finding about the grades.
 *
 * @throws GradingError GAT-021
 */
export function checkReachable(targets: readonly Target[], { minGrade }: Pick<GatePolicy, 'minGrade'>): void {
  const [first] = targets;
  const isReachable = minGrade !== 'A' || targets.some(({ tier }) => gradingSystem.maxGrade[tier] === 'A');
  if (first && !isReachable) throw fatal('GAT-021', undefined, { target: first.name });
}

/**
 * Reads the baseline.
 *
 * @param isNew treat a missing file as an empty baseline
 * @returns null: there is no baseline
 * @throws GradingError GAT-022 (unusable), GAT-023 (grades under other thresholds)
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

import type { AreaId, Persona, RegradeReason } from '@flowmcp/grading-core/commands';
import type { AskingFlags, EvaluatorFlags, QueueFlags } from '../asking/evaluator-options.js';
import type { ShardFlags, TargetFlags } from '../options/island-options.js';
import type { TestingFlags } from '../options/testing-options.js';

export interface RunFlags
  extends TargetFlags,
    EvaluatorFlags,
    AskingFlags,
    ShardFlags,
    QueueFlags,
    TestingFlags {
  readonly emitPrompts?: boolean;
  readonly asSkill?: true | '-';
  readonly consumeScores?: string;
  readonly dryRun?: boolean;
  readonly offline?: boolean;
  readonly area?: AreaId[];
  readonly scope: 'pending' | 'all';
  readonly mode: 'full' | 'partial';
  readonly questions?: string[];
  readonly persona?: Persona;
  readonly regradeReason?: RegradeReason['triggeredBy'];
  readonly reportedIssue?: string;
  readonly requestedBy?: string;
  readonly maxTurns?: number;
  readonly chain?: boolean;
  readonly onConflict: 'skip' | 'overwrite' | 'abort';
  readonly allowMissing?: boolean;
}

/** Values of --area; listed here so that --help loads nothing from the core. */
export const PROVIDER_AREAS = [
  'single-test',
  'tools-aggregate-schema',
  'tools-aggregate-namespace',
  'namespace-description',
  'namespace-skills',
  'about-namespace',
] as const satisfies readonly AreaId[];

export const SELECTION_AREAS = [
  'about-selection',
  'selection-skills-L1',
  'selection-skills-L2',
  'selection-skills-L3',
  'selection-aggregate',
] as const satisfies readonly AreaId[];

export const AREAS_TO_ASK = [...PROVIDER_AREAS, ...SELECTION_AREAS] as const;

/** The closed word lists of gradingSpec/2.0.0. Plain arrays, so that pure code can use them without zod. */

/** The eleven areas, in the order of spec 08 §5.1. */
export const AREAS = [
  'single-test',
  'tools-aggregate-schema',
  'tools-aggregate-namespace',
  'namespace-description',
  'namespace-skills',
  'about-namespace',
  'about-selection',
  'selection-skills-L1',
  'selection-skills-L2',
  'selection-skills-L3',
  'selection-aggregate',
] as const;
export type AreaId = (typeof AREAS)[number];

/** Letters from best to worst. */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export type Grade = (typeof GRADES)[number];
export const AGGREGATE_GRADES = [...GRADES, 'REJECTED'] as const;
export type AggregateGrade = (typeof AGGREGATE_GRADES)[number];

export const TIERS = ['autonomous', 'group-bound'] as const;
export type Tier = (typeof TIERS)[number];

export const FLOWS = ['provider', 'selection'] as const;
export type Flow = (typeof FLOWS)[number];

export const GRADING_MODES = ['full', 'partial'] as const;
export type GradingMode = (typeof GRADING_MODES)[number];

export const DETERMINISMS = ['deterministic', 'non-deterministic'] as const;

/** Status of a graded subject (spec 23). Never mixed with a roll-up status. */
export const NODE_STATUSES = ['pending', 'blocked', 'graded', 'stable', 'rejected'] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

/** Status of a whole namespace or selection (spec 23). */
export const ROLLUP_STATUSES = ['operational', 'partial', 'blocked', 'pending', 'rejected'] as const;
export type RollupStatus = (typeof ROLLUP_STATUSES)[number];

/** How far a schema has come, from least to most (spec 21, Area Dependency Model; from 3.0.3 on). */
export const READINESS = ['imported', 'structural-valid', 'deterministic-green', 'stable'] as const;
export type Readiness = (typeof READINESS)[number];

/** Why a node is blocked (spec 23; from 3.0.3 on). The one about three tests is read from others and never written. */
export const BLOCKED_REASONS = [
  'validation-failed',
  'fewer-than-three-tests',
  'fewer-than-two-tests',
  'no-about',
  'api-down',
  'all-schemas-unparseable',
  'not-imported',
] as const;

export const SCORE_WORDS = ['pass', 'fail', 'stale', 'n/a'] as const;
export type ScoreWord = (typeof SCORE_WORDS)[number];
export type Score = number | ScoreWord;

/** Closed set of reasons for a score of n/a (spec 08 §5.3). */
export const NA_REASONS = [
  'not-applicable-to-tool-type',
  'requires-private-data',
  'blocked-by-precondition',
  'out-of-scope-resource',
  'out-of-scope-prompt',
  'out-of-scope-procedure',
] as const;
export type NaReason = (typeof NA_REASONS)[number];

/**
 * Reasons a grader may give, in every area. The others belong to questions about a resource, a prompt or a procedure,
 * and the catalogue has no such questions (decision 0063).
 */
export const GRADER_NA_REASONS = [
  'not-applicable-to-tool-type',
  'requires-private-data',
  'blocked-by-precondition',
] as const satisfies readonly NaReason[];

export const VETO_TRIGGERS = [
  'malicious-module',
  'api-key-domain-mismatch',
  'illegal-content',
  'ai-security-veto',
] as const;
export type VetoTrigger = (typeof VETO_TRIGGERS)[number];

/** Vetoes that a grader can raise; only code finds the fourth trigger, a foreign key. */
export const GRADER_VETO_TRIGGERS = [
  'malicious-module',
  'illegal-content',
  'ai-security-veto',
] as const satisfies readonly VetoTrigger[];

export const REGRADING_TRIGGERS = [
  'user-report',
  'scheduled',
  'scoring-system-bump',
  'grading-system-bump',
] as const;

export const GRADER_KINDS = ['llm', 'human', 'script'] as const;

/** Harnesses for new entries. The specification has only claude-code; the others are our extension (decision D12). */
export const HARNESSES = [
  'claude-code',
  'evaluator-command',
  'evaluator-http',
  'llm-judge',
  'flowmcp-cli',
  'flowmcp-review',
  'other',
] as const;
export type Harness = (typeof HARNESSES)[number];
/**
 * Harness names accepted in the entries of an island: another version of this tool may have had other
 * harnesses.
 */
export const HARNESS_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Harnesses of the evaluators of `grading evaluate` and `grading run`. */
export const EVALUATOR_HARNESSES = ['evaluator-command', 'evaluator-http', 'llm-judge'] as const;

export const BASE_PERSONAS = [
  'ai-engineer',
  'decision-maker',
  'hackathon-builder',
  'schema-maintainer',
] as const;
export type BasePersonaId = (typeof BASE_PERSONAS)[number];

export interface Persona {
  readonly basePersonaId: BasePersonaId;
  readonly lensId: string;
}

export const SCORE_TYPES = ['boolean', 'scale-1-5'] as const;
export type ScoreType = (typeof SCORE_TYPES)[number];

export const HINT_PRIORITIES = ['low', 'medium', 'high'] as const;

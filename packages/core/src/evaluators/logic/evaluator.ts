import type { Problem } from '../../problems/problem.js';
import type { GraderIdentity } from '../../spec/common.js';
import type { Harness } from '../../spec/vocabulary.js';

/** Evaluator protocol v2: the payload of an evaluator (seed 004). Options that are not set are omitted. */
export interface EvaluatorPayload {
  readonly _protocol_version: 2;
  /** The text to score. */
  readonly candidate: string;
  /** The model that the candidate is written for; information only. */
  readonly task_model?: string;
  /** One record of a dataset, or the question of a grading. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** `unit`: 0–1. `any`: any finite number. */
export const SCORE_RANGES = ['unit', 'any'] as const;
export type ScoreRange = (typeof SCORE_RANGES)[number];

/** A checked answer of an evaluator. */
export interface Evaluation {
  readonly score: number;
  /** Everything other than the score, unchanged. */
  readonly sideInfo: Readonly<Record<string, unknown>>;
}

/** The reason why there is no answer. A failing evaluator is an error, never a score. */
export interface EvaluatorFailure {
  readonly problem: Problem;
  /** Whether a retry may help; after a 4xx it cannot. */
  readonly retry: boolean;
  /** Pause that the evaluator asked for, in milliseconds. */
  readonly retryAfter?: number;
}

export type EvaluationOutcome = { readonly evaluation: Evaluation } | EvaluatorFailure;

/** The identity of an evaluator, as recorded in every entry that depends on its answer. */
export interface EvaluatorIdentity extends GraderIdentity {
  readonly harness: Harness;
  /** Only for a judge. */
  readonly model?: string;
  /**
   * Only for a judge: the number of samples per answer, or the most with `until`, and the origin of its address if that
   * is not the provider's.
   */
  readonly asked?: { readonly askedAt?: string } & (
    | { readonly samples: number }
    | { readonly maxSamples: number }
  );
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Number of the sample, from 1 on; it does not change the answer. */
  readonly sample?: number | undefined;
  /** Receives the tokens of an answer that a model gave, even if the answer is not usable. */
  readonly onTokens?: (tokens: CallTokens) => void;
}

export interface CallTokens {
  readonly in: number;
  readonly out: number;
  /** Whether the provider did not report one of the two, so that it is estimated from the length of the text. */
  readonly isEstimated: boolean;
}

/** How several samples become one answer. */
export interface SampleMerging {
  /** Number of samples for one answer, more than one. */
  readonly count: number;
  merge(samples: readonly Evaluation[]): Evaluation;
}

/** A command, an HTTP service or a judge, ready for calls. */
export interface Evaluator {
  readonly identity: EvaluatorIdentity;
  /** Part of the key of cached answers: equal for evaluators that answer in the same way. Contains no secret. */
  readonly cacheKey: string;
  /** Makes one call. Its result is one sample if `sampling` is set, else the answer. */
  evaluate(payload: EvaluatorPayload, options: CallOptions): Promise<EvaluationOutcome>;
  /** Only for a judge whose answers are merged from several samples. */
  readonly sampling?: SampleMerging;
  /** Checks, without making a call, that the program and the folder exist. null: no problem was found. */
  check(): Promise<Problem | null>;
  close(): Promise<void>;
}

/** A judge can also answer a whole area prompt, in the prompt's own output schema. */
export interface Judge extends Evaluator {
  /** Makes one call: several samples are several calls. */
  answerPrompt(
    asked: { readonly prompt: string; readonly outputSchema: Readonly<Record<string, unknown>> },
    options: CallOptions & {
      /** Why an answer would be refused; null: it would be accepted. */
      readonly refuse: (answer: unknown) => EvaluatorFailure | null;
    },
  ): Promise<{ readonly answer: unknown } | EvaluatorFailure>;
}

interface SpecCommon {
  /** For one call, in milliseconds. */
  readonly timeoutMs: number;
  readonly range: ScoreRange;
  readonly taskModel: string | null;
}

export interface CommandSpec extends SpecCommon {
  readonly kind: 'command';
  /** Program and its arguments; no shell is involved. */
  readonly argv: readonly [string, ...string[]];
  /** null: the folder in which the command line runs. */
  readonly cwd: string | null;
  /** Whether the program stays running and answers one line of JSON for each line of JSON; false by default. */
  readonly persistent?: boolean;
}

export interface HttpSpec extends SpecCommon {
  readonly kind: 'http';
  readonly url: string;
  /** Values as they are sent; they may be secret. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface JudgeSpec extends SpecCommon {
  readonly kind: 'judge';
  /** `‹provider›/‹model›`. */
  readonly model: string;
  /** An OpenAI-compatible server that replaces the provider. */
  readonly apiBase: string | null;
  readonly objective: string | null;
  readonly intake: Intake | null;
  /** Number of calls for one answer, which is merged from them; the most with `until`. */
  readonly samples: number;
  /**
   * Only where a judge grades, and not with a queue: it is asked for further samples, at least two, until its letter has
   * this chance, above 0.5 and below 1.
   */
  readonly until?: number;
  /** Default `unit`. */
  readonly scale?: JudgeScale;
}

/**
 * The scale on which a judge scores. `unit`: 0–1, and a number outside this range is moved to the nearer end (seed
 * 004). `grade`: 1–5, and a number outside this range makes the answer invalid.
 */
export type JudgeScale = 'unit' | 'grade';

export type EvaluatorSpec = CommandSpec | HttpSpec | JudgeSpec;

export interface QualityDimension {
  readonly name: string;
  /** In units of 1/10000. */
  readonly weight: number;
  /** What the dimension is about. */
  readonly description?: string;
  /** What deserves which score: text, or single scores on the judge's scale. */
  readonly rubric?: string | readonly { readonly score: number; readonly text: string }[];
}

/** The criteria of a judge (optimize-anything's intake). */
export interface Intake {
  /** Weights add up to exactly 10000. */
  readonly qualityDimensions: readonly QualityDimension[];
  /** Violating any of these gives a score of 0. */
  readonly hardConstraints: readonly string[];
}

/** The candidate that preflight sends (seed 004). */
export const PREFLIGHT_CANDIDATE = '__optimize_anything_preflight__';

/**
 * Builds the payload for an evaluator, protocol v2 (seed 004). An option that is null or undefined becomes an absent
 * key: evaluators check the key to know whether there is an example.
 */
export function buildPayload({
  candidate,
  taskModel = null,
  example = null,
}: {
  readonly candidate: string;
  readonly taskModel?: string | null;
  readonly example?: Readonly<Record<string, unknown>> | null;
}): EvaluatorPayload {
  return {
    _protocol_version: 2,
    candidate,
    ...(taskModel !== null && { task_model: taskModel }),
    ...(example !== null && { example }),
  };
}

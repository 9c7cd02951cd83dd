import type { Problem } from '../../problems/problem.js';
import type { GraderIdentity } from '../../spec/common.js';
import type { Harness } from '../../spec/vocabulary.js';

/** Evaluator protocol v2: what an evaluator is handed (seed 004). Absent options are absent keys. */
export interface EvaluatorPayload {
  readonly _protocol_version: 2;
  /** The text to score. */
  readonly candidate: string;
  /** The model the candidate is made for; information only. */
  readonly task_model?: string;
  /** One dataset record, or the question a grading asks. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** `unit`: 0–1. `any`: any finite number. */
export const SCORE_RANGES = ['unit', 'any'] as const;
export type ScoreRange = (typeof SCORE_RANGES)[number];

/** What an evaluator said, checked. */
export interface Evaluation {
  readonly score: number;
  /** Everything beside the score, as it came. */
  readonly sideInfo: Readonly<Record<string, unknown>>;
}

/** Why there is no answer. A failing evaluator is an error, never a score. */
export interface EvaluatorFailure {
  readonly problem: Problem;
  /** Another attempt may succeed; after an evaluator's own 4xx it will not. */
  readonly retry: boolean;
  /** Milliseconds that the evaluator asked to be left alone. */
  readonly retryAfter?: number;
}

export type EvaluationOutcome = { readonly evaluation: Evaluation } | EvaluatorFailure;

/** Who is asked, as it stands in every entry that rests on the answer. */
export interface EvaluatorIdentity extends GraderIdentity {
  readonly harness: Harness;
  /** Of a judge. */
  readonly model?: string;
  /** Of a judge: how often for one answer, and the origin of its address where that is not the provider's. */
  readonly asked?: { readonly askedAt?: string; readonly samples: number };
}

/** A command, an HTTP service or a judge, ready to be asked. */
export interface Evaluator {
  readonly identity: EvaluatorIdentity;
  /** Equal for evaluators that answer alike: part of the key of a cached answer. Holds no secret. */
  readonly cacheKey: string;
  evaluate(payload: EvaluatorPayload, options: { readonly signal?: AbortSignal }): Promise<EvaluationOutcome>;
  /** What can be seen without a call: the program is there, the folder is one. null: nothing speaks against a call. */
  check(): Promise<Problem | null>;
  close(): Promise<void>;
}

/** A judge can also be asked a whole area prompt, which it answers in the prompt's own output schema. */
export interface Judge extends Evaluator {
  answerPrompt(
    asked: { readonly prompt: string; readonly outputSchema: Readonly<Record<string, unknown>> },
    options: {
      readonly signal?: AbortSignal;
      /** Why an answer would not be taken, of each sample by itself; null: it would be. */
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
  /** Program and its arguments; no shell is between. */
  readonly argv: readonly [string, ...string[]];
  /** null: where the command runs. */
  readonly cwd: string | null;
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
  /** An OpenAI-compatible server in the provider's place. */
  readonly apiBase: string | null;
  readonly objective: string | null;
  readonly intake: Intake | null;
  /** Calls for one answer, of which the median counts. */
  readonly samples: number;
  /** `unit` unless given. */
  readonly scale?: JudgeScale;
}

/**
 * The one scale on which a judge scores. `unit`: 0–1, and a number outside is taken as the nearer end (seed 004).
 * `grade`: 1–5, and a number outside is no answer.
 */
export type JudgeScale = 'unit' | 'grade';

export type EvaluatorSpec = CommandSpec | HttpSpec | JudgeSpec;

/** What a judge looks at (optimize-anything's intake). */
export interface Intake {
  /** Weights in 1/10000, together exactly 10000. */
  readonly qualityDimensions: readonly { readonly name: string; readonly weight: number }[];
  /** A violated one is a score of 0. */
  readonly hardConstraints: readonly string[];
}

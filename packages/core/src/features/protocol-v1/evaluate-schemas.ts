import {
  type AskEvaluatorOptions,
  askEvaluator,
  type DatedEvaluation,
  type DatedOutcome,
} from '../../evaluators/ask/ask-evaluator.js';
import { CallMeter, sumUnpaid, type Usage } from '../../evaluators/ask/call-meter.js';
import { createEvaluator, tryOut } from '../../evaluators/ask/open-evaluator.js';
import { type EvaluationCache, openEvaluationCache } from '../../evaluators/evaluation-cache.js';
import { scaleScore } from '../../evaluators/logic/check-evaluation.js';
import type { Evaluator, EvaluatorSpec, ScoreRange } from '../../evaluators/logic/evaluator.js';
import type { AskingOptions } from '../../evaluators/options.js';
import { readPackageIdentity } from '../../files/own-package.js';
import { errorOf, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import {
  closeProtocolLoop,
  type ProtocolLoopOptions,
  type ProtocolLoopResult,
  type ScoreWith,
} from './close-loop.js';
import { describeQuestions } from './logic/eval-prompts.js';
import { buildJudgePayloads, buildPayloads, buildScores } from './logic/evaluations.js';
import type { ProtocolPrompts } from './logic/protocol-v1.js';

export interface ProtocolEvaluateOptions extends Omit<ProtocolLoopOptions, 'scoreWith'> {
  readonly asking: AskingOptions;
}

export interface ProtocolEvaluateResult extends ProtocolLoopResult {
  /** What the calls took, without the trial call. */
  readonly usage: Usage;
  /** Warnings about the cache. */
  readonly warnings: readonly Problem[];
}

/**
 * Runs scoring protocol v1 with a command, a service or a judge as the grader: opens it, tries it out before the first
 * real call, grades, and always closes it.
 *
 * @returns as `closeProtocolLoop`
 * @throws GradingError from the preflight, before any real call
 */
export async function evaluateProtocol(options: ProtocolEvaluateOptions): Promise<ProtocolEvaluateResult> {
  const { asking, ...loop } = options;
  const { openEvaluator = createEvaluator } = asking;
  const spec = forProtocol(asking.evaluator);
  const evaluator = await openEvaluator(spec);
  const warnings: Problem[] = [];
  const meter = new CallMeter(asking);
  let usage = meter.start();
  try {
    const { cache: folder } = asking;
    const onWarning = (warning: Problem) => void warnings.push(warning);
    const kept = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
    // Grading again requires new answers instead of cached ones.
    const cache = kept && loop.onConflict === 'overwrite' ? { ...kept, read: async () => null } : kept;
    const scoreWith = openScoring(evaluator, { ...asking, evaluator: spec }, { cache, meter });
    const result = await closeProtocolLoop({
      ...loop,
      scoreWith: async (sets, take) => {
        const [first] = sets.flatMap((prompts) => payloadsFor(spec)(prompts, spec.taskModel));
        const { signal } = asking;
        const found = await tryOut(evaluator, {
          example: first?.example ?? null,
          taskModel: spec.taskModel,
          meter,
          ...(signal && { signal }),
        });
        if (found) throw errorOf(found);
        usage = meter.start();
        await scoreWith(sets, take);
      },
    });
    const errors = sumUnpaid(result.errors, 'the command');
    return { ...result, errors, usage: usage(), warnings };
  } finally {
    await evaluator.close();
  }
}

/** Makes a judge score on the protocol's own scale, and puts the protocol's questions before the user's objective. */
function forProtocol(spec: EvaluatorSpec): EvaluatorSpec {
  if (spec.kind !== 'judge') return spec;
  const objective = [describeQuestions(), ...(spec.objective === null ? [] : [spec.objective])].join('\n\n');
  return { ...spec, scale: 'grade', objective };
}

function payloadsFor({ kind }: EvaluatorSpec): typeof buildPayloads {
  return kind === 'judge' ? buildJudgePayloads : buildPayloads;
}

function openScoring(
  evaluator: Evaluator,
  { evaluator: spec, concurrency, retries, throttleMs, signal, now, onProgress }: AskingOptions,
  { cache, meter }: { readonly cache: EvaluationCache | null; readonly meter: CallMeter },
) {
  return scoreWithEvaluator({
    ...{ evaluator, meter },
    // A judge already scores on the protocol's scale.
    range: spec.kind === 'judge' ? 'any' : spec.range,
    payloadsOf: payloadsFor(spec),
    taskModel: spec.taskModel,
    signal,
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttleMs !== undefined && { throttleMs }),
    ...(now && { now }),
    ...(cache && { cache }),
    ...(onProgress && { onProgress: ({ done, total }) => onProgress(done, total, 'prompts') }),
  });
}

/** How to send the prompts to the evaluator, which the caller opens and closes. */
type EvaluatorScoring = Omit<AskEvaluatorOptions, 'payloads' | 'refuse' | 'onOutcome'> & {
  readonly range: ScoreRange;
  /** Name of the task model in each payload; null: none. */
  readonly taskModel?: string | null;
  /** The payloads for one prompt set; default: the prompts themselves. */
  readonly payloadsOf?: typeof buildPayloads;
  readonly now?: () => Date;
};

/**
 * Scores with an evaluator: one call per prompt. A schema is passed on as soon as all of its prompts are answered; if a
 * call fails, the schema gets a problem instead of scores.
 */
function scoreWithEvaluator(scoring: EvaluatorScoring): ScoreWith {
  const { range, taskModel = null, payloadsOf = buildPayloads, now = () => new Date(), ...asking } = scoring;
  return async (sets, take) => {
    const { version } = readPackageIdentity();
    const calls = sets.flatMap((prompts) =>
      payloadsOf(prompts, taskModel).map((payload, at) => ({ prompts, payload, at })),
    );
    const answers = new Map<ProtocolPrompts, DatedOutcome[]>();
    await askEvaluator({
      ...asking,
      now,
      payloads: calls.map(({ payload }) => payload),
      refuse: ({ score }) => refuseScore(score, asking.evaluator, range),
      onOutcome(outcome, index) {
        const call = calls[index];
        if (!call) throw new Error(`call ${index} was not made`);
        const { prompts, at } = call;
        const known = answers.get(prompts) ?? [];
        known[at] = outcome;
        answers.set(prompts, known);
        if (known.filter(Boolean).length < prompts.prompts.length) return;
        answers.delete(prompts);
        const { schemaIdSlug, schemaPath } = prompts;
        const split = splitOutcomes(known, schemaPath);
        if ('problems' in split) take({ schemaIdSlug, ...split });
        else {
          const { identity } = asking.evaluator;
          const { evaluations } = split;
          take({
            schemaIdSlug,
            scores: buildScores({ prompts, evaluations, range, identity, version, at: now() }),
          });
        }
      },
    });
  };
}

/** Returns EVR-003 for a finite number outside 1 to 5. */
function refuseScore(score: number, { identity }: Evaluator, range: ScoreRange): Problem | null {
  if (scaleScore(score, 'scale-1-5', range) !== null) return null;
  return problem('EVR-003', undefined, { evaluator: identity.name, found: String(score) });
}

function splitOutcomes(
  outcomes: readonly DatedOutcome[],
  file: string,
): { readonly evaluations: readonly DatedEvaluation[] } | { readonly problems: readonly Problem[] } {
  const problems = outcomes.flatMap((outcome) =>
    'problem' in outcome ? [{ ...outcome.problem, where: { file, ...outcome.problem.where } }] : [],
  );
  if (problems.length > 0) return { problems };
  return {
    evaluations: outcomes.flatMap((outcome) => ('evaluation' in outcome ? [outcome] : [])),
  };
}

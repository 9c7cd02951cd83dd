import { type EvaluationCache, openEvaluationCache } from '../../adapters/evaluation-cache.js';
import { createEvaluator } from '../../adapters/evaluators/create-evaluator.js';
import { describeQuestions } from '../../engine/protocol-v1/eval-prompts.js';
import { buildJudgePayloads, buildPayloads } from '../../engine/protocol-v1/evaluations.js';
import type { Evaluator, EvaluatorSpec } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { errorOf } from '../../tables/error-codes.js';
import { tryOut } from '../ask-evaluator/try-out.js';
import type { AskingOptions } from '../evaluate/options.js';
import { closeProtocolLoop, type ProtocolLoopOptions, type ProtocolLoopResult } from './close-loop.js';
import { scoreWithEvaluator } from './score-with-evaluator.js';

export interface ProtocolEvaluateOptions extends Omit<ProtocolLoopOptions, 'scoreWith'> {
  readonly asking: AskingOptions;
}

export interface ProtocolEvaluateResult extends ProtocolLoopResult {
  /** What there is to say of the cache. */
  readonly warnings: readonly Problem[];
}

/**
 * Scoring protocol v1 with a command, a service or a judge in the grader's place: opens it, tries it out before the first
 * real call, grades, and closes it whatever comes of that.
 *
 * @returns as `closeProtocolLoop`
 * @throws GradingError of the preflight, before anything real was asked
 */
export async function evaluateProtocol(options: ProtocolEvaluateOptions): Promise<ProtocolEvaluateResult> {
  const { asking, ...loop } = options;
  const { openEvaluator = createEvaluator } = asking;
  const spec = forProtocol(asking.evaluator);
  const evaluator = await openEvaluator(spec);
  const warnings: Problem[] = [];
  try {
    const { cache: folder } = asking;
    const onWarning = (warning: Problem) => void warnings.push(warning);
    const kept = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
    // Who grades anew wants new answers, and not those of a cache.
    const cache = kept && loop.onConflict === 'overwrite' ? { ...kept, read: async () => null } : kept;
    const scoreWith = openScoring(evaluator, { ...asking, evaluator: spec }, cache);
    const result = await closeProtocolLoop({
      ...loop,
      scoreWith: async (sets, take) => {
        const [first] = sets.flatMap((prompts) => payloadsFor(spec)(prompts, spec.taskModel));
        const { signal } = asking;
        const found = await tryOut(evaluator, {
          example: first?.example ?? null,
          taskModel: spec.taskModel,
          ...(signal && { signal }),
        });
        if (found) throw errorOf(found);
        await scoreWith(sets, take);
      },
    });
    return { ...result, warnings };
  } finally {
    await evaluator.close();
  }
}

/** A judge scores on the protocol's own scale, and looks at what the protocol asks before what the user adds. */
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
  cache: EvaluationCache | null,
) {
  return scoreWithEvaluator({
    evaluator,
    // What a judge says on the protocol's scale is taken as it is.
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

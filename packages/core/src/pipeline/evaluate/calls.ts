import { buildPayload } from '../../engine/evaluator/build-payload.js';
import type { AreaPart } from '../../engine/evaluator/build-scores.js';
import { cutPrompt } from '../../engine/evaluator/cut-prompt.js';
import { scaleScore } from '../../engine/evaluator/scale-score.js';
import { readSideInfo } from '../../engine/evaluator/side-info.js';
import { withStableFence } from '../../engine/evaluator/stable-fence.js';
import type {
  Evaluation,
  Evaluator,
  EvaluatorFailure,
  EvaluatorPayload,
  Judge,
  ScoreRange,
} from '../../model/evaluator.js';
import type { AreaPrompt, PromptQuestion } from '../../model/prompts.js';
import { fatal, problem } from '../../tables/error-codes.js';
import type { AskedItem } from './journal.js';
import { takeJudgement } from './judgement.js';
import type { OpenRun } from './open-run.js';

export type CallOutcome = { readonly part: AreaPart } | EvaluatorFailure;

/** One thing an evaluator is asked, and how. */
export interface Call extends AskedItem {
  /** All that is sent, for an estimate. */
  readonly text: string;
  /** What the evaluator is handed; null where a judge answers a whole prompt. */
  readonly payload: EvaluatorPayload | null;
  /** What an answer depends on, beside the evaluator. */
  readonly sent: unknown;
  ask(signal?: AbortSignal): Promise<CallOutcome>;
}

export interface Asked {
  readonly evaluator: Evaluator;
  readonly range: ScoreRange;
  readonly taskModel: string | null;
}

export function isJudge(evaluator: Evaluator): evaluator is Judge {
  return 'answerPrompt' in evaluator;
}

/** Every call a run is answered with, in the order of its prompts: a judge's one for each prompt, others' for each question. */
export function planCalls(run: OpenRun, asked: Asked): Call[] {
  const { evaluator } = asked;
  return run.prompts.prompts.flatMap((prompt) =>
    isJudge(evaluator) ? [promptCall(run, prompt, evaluator)] : questionCalls(run, prompt, asked),
  );
}

function promptCall(run: OpenRun, prompt: AreaPrompt, judge: Judge): Call {
  const { outputSchema } = prompt;
  const asked = { prompt: withStableFence(prompt.prompt), outputSchema };
  return {
    prompt: prompt.id,
    question: null,
    text: asked.prompt + JSON.stringify(outputSchema),
    payload: null,
    sent: asked,
    ask: async (signal) => {
      const take = (answer: unknown) => takeJudgement(run, prompt, answer, judge.identity);
      const refuse = (answer: unknown) => {
        const taken = take(answer);
        return 'problem' in taken ? taken : null;
      };
      const outcome = await judge.answerPrompt(asked, { refuse, ...(signal && { signal }) });
      return 'problem' in outcome ? outcome : take(outcome.answer);
    },
  };
}

/** One call per question; the question stands in the candidate as a grader reads it, and in the example as data. */
function questionCalls(run: OpenRun, prompt: AreaPrompt, { evaluator, range, taskModel }: Asked): Call[] {
  const parts = cutPrompt(
    withStableFence(prompt.prompt),
    prompt.questions.map(({ questionId }) => questionId),
  );
  if ('missing' in parts) {
    const args = { prompt: prompt.id, part: parts.missing, target: run.target.name };
    throw fatal('EVR-005', undefined, args);
  }
  const { area, subject, schemaHash, persona } = prompt;
  return prompt.questions.map((question) => {
    const { questionId, dimension, scoreType } = question;
    const payload = buildPayload({
      candidate: parts.candidates.get(questionId) ?? '',
      taskModel,
      example: {
        questionId,
        area,
        subject,
        dimension,
        scoreType,
        persona,
        schemaHash,
        artefact: parts.artefact,
      },
    });
    return {
      prompt: prompt.id,
      question: questionId,
      text: JSON.stringify(payload),
      payload,
      sent: payload,
      ask: async (signal) => {
        const outcome = await evaluator.evaluate(payload, signal ? { signal } : {});
        return 'problem' in outcome ? outcome : takeScore(outcome.evaluation, question, evaluator, range);
      },
    };
  });
}

function takeScore(
  { score: given, sideInfo }: Evaluation,
  { questionId, scoreType }: PromptQuestion,
  { identity: { name } }: Evaluator,
  range: ScoreRange,
): CallOutcome {
  const score = scaleScore(given, scoreType, range);
  if (score === null) {
    const args = { evaluator: name, found: String(given) };
    return { problem: problem('EVR-003', undefined, args), retry: true };
  }
  const { reasoning, evidence } = readSideInfo(sideInfo);
  const answer = {
    questionId,
    score,
    reasoning: reasoning ?? `${name} scored this ${given} and gave no reasoning.`,
    ...(evidence !== undefined && { evidence }),
  };
  return { part: { answers: [answer], improvementHints: [] } };
}

import type {
  CommandSpec,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorPayload,
  Judge,
  JudgeSpec,
} from '../../../src/evaluators/logic/evaluator.js';
import { problem } from '../../../src/problems/error-codes.js';
import { isRecord } from '../../../src/values/is-record.js';

/** Required parts of a spec for an evaluator made by hand. */
export const SPEC: CommandSpec = {
  kind: 'command',
  argv: ['grade'],
  cwd: null,
  timeoutMs: 1000,
  range: 'unit',
  taskModel: null,
};

export type Answering = (
  payload: EvaluatorPayload,
  calls: number,
) => EvaluationOutcome | Promise<EvaluationOutcome>;

export interface FakeEvaluator extends Evaluator {
  /** Every payload it got, without the preflight. */
  readonly asked: EvaluatorPayload[];
  readonly closed: boolean;
}

export const scored = (score: number, sideInfo: Record<string, unknown> = {}): EvaluationOutcome => ({
  evaluation: { score, sideInfo },
});

export const broken = (retry = false): EvaluatorFailure => ({
  problem: problem('EVL-009', undefined, { evaluator: 'fake', shown: 'no JSON' }),
  retry,
});

export const isPreflight = ({ candidate }: EvaluatorPayload) =>
  candidate === '__optimize_anything_preflight__';

/** An evaluator in this process: answers as configured, 0.9 by default. */
export function fakeEvaluator(
  answering: Answering = () => scored(0.9, { reasoning: 'it is good' }),
  { name = 'fake', version = '3.1' }: { name?: string; version?: string } = {},
): FakeEvaluator {
  const asked: EvaluatorPayload[] = [];
  let closed = false;
  return {
    identity: { kind: 'script', name, version, harness: 'evaluator-command' },
    cacheKey: `${name} ${version}`,
    asked,
    get closed() {
      return closed;
    },
    evaluate: async (payload) => {
      if (!isPreflight(payload)) asked.push(payload);
      return answering(payload, asked.length);
    },
    check: async () => null,
    close: async () => {
      closed = true;
    },
  };
}

/** An answer as the output schema of a prompt demands: every question in its order; boolean ones pass. */
export function judgement(outputSchema: Readonly<Record<string, unknown>>, score = 4.5) {
  const { properties } = outputSchema as unknown as {
    properties: {
      answers: { prefixItems: { $ref: string; properties: { questionId: { const: string } } }[] };
    };
  };
  return {
    area: 'something else',
    answers: properties.answers.prefixItems.map(({ $ref, properties: { questionId } }) => ({
      questionId: questionId.const,
      score: $ref.endsWith('boolean') ? 'pass' : score,
      reasoning: 'as the judge sees it',
    })),
    improvementHints: [{ targetField: 'description', suggestion: 'say more', priority: 'low' }],
  };
}

/** A judge that answers whole prompts from their output schema, or fails. Each answer takes 10 tokens, 2 of them out. */
export function fakeJudge(
  answer: (outputSchema: Readonly<Record<string, unknown>>, calls: number) => unknown,
): Judge & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    ...fakeEvaluator(),
    identity: { kind: 'llm', name: 'judge', version: '1', harness: 'llm-judge', model: 'openai/some-model' },
    prompts,
    answerPrompt: async ({ prompt, outputSchema }, { onTokens }) => {
      prompts.push(prompt);
      const given = answer(outputSchema, prompts.length);
      if (isRecord(given) && 'problem' in given) return given as unknown as EvaluatorFailure;
      onTokens?.({ in: 8, out: 2, isEstimated: false });
      return { answer: given };
    },
  };
}

/** Required parts of a spec for a judge made by hand. */
export function judgeSpec(samples: number): JudgeSpec {
  const { argv: _, cwd: __, ...common } = SPEC;
  const asked = { model: 'openai/some-model', apiBase: null, objective: null, intake: null, samples };
  return { ...common, kind: 'judge', ...asked };
}

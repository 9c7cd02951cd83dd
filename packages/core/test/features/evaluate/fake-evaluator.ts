import type {
  CommandSpec,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorPayload,
  Judge,
} from '../../../src/evaluators/logic/evaluator.js';
import { problem } from '../../../src/problems/error-codes.js';

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

/** A judge that answers whole prompts from their output schema. */
export function fakeJudge(
  answer: (outputSchema: Readonly<Record<string, unknown>>, calls: number) => unknown,
): Judge & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    ...fakeEvaluator(),
    identity: { kind: 'llm', name: 'judge', version: '1', harness: 'llm-judge', model: 'openai/some-model' },
    prompts,
    answerPrompt: async ({ prompt, outputSchema }) => {
      prompts.push(prompt);
      return { answer: answer(outputSchema, prompts.length) };
    },
  };
}

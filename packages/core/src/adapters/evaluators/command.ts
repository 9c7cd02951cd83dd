import { resolve } from 'node:path';
import { checkEvaluation } from '../../engine/evaluator/check-evaluation.js';
import { stringifyExact } from '../../engine/evaluator/exact-json.js';
import { createRedactor } from '../../engine/redact.js';
import type { CommandSpec, EvaluationOutcome, Evaluator, EvaluatorPayload } from '../../model/evaluator.js';
import { problem } from '../../tables/error-codes.js';
import { listEnvironmentSecrets } from '../process/environment-secrets.js';
import { sweepProcesses } from '../process/process-tree.js';
import { checkCommand } from './command/check.js';
import { describeCommandFailure } from './command/failure.js';
import { identifyCommand, keyOfCommand, watchVersion } from './command/identity.js';
import { runCommand } from './command/run-command.js';
import { readAnswer } from './read-answer.js';

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Seed 004. */
const TASK_MODEL = 'OPTIMIZE_ANYTHING_TASK_MODEL';

export interface CommandOptions {
  /** In place of the names of program and script. */
  readonly name?: string;
  /** In place of the hash of the script. */
  readonly version?: string;
  /** Handed on to the command as a whole; this process' own by default. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * A program as evaluator (seed 004): started anew for every call, without a shell; the payload is JSON on its
 * standard input, its whole standard output is one JSON document with a score. A call leaves no process behind.
 *
 * @returns outcomes with EVL-001 … EVL-016, and EVL-050 once its file has changed; nothing is run before the first call
 */
export function createCommandEvaluator(
  spec: CommandSpec,
  { env = process.env, ...named }: CommandOptions = {},
): Evaluator {
  const command = { argv: spec.argv, cwd: resolve(spec.cwd ?? '.'), env };
  const identity = identifyCommand(command, named);
  // A version of the caller's own does not follow the file.
  const changedVersion = named.version === undefined ? watchVersion(command, identity.version) : () => null;
  const redactor = createRedactor(listEnvironmentSecrets(env));
  const closing = new AbortController();
  const running = new Set<Promise<EvaluationOutcome>>();

  /** EVL-050: the program is another one by now than the answers are signed with. */
  function findChange(): EvaluationOutcome | null {
    const now = changedVersion();
    if (now === null) return null;
    const args = { evaluator: identity.name, before: identity.version, now };
    return { problem: problem('EVL-050', undefined, args), retry: false };
  }

  async function call(payload: EvaluatorPayload, signal?: AbortSignal): Promise<EvaluationOutcome> {
    const changed = findChange();
    if (changed) return changed;
    const outcome = await answer(payload, signal);
    // It may have been started with the one file and named after the other.
    return 'evaluation' in outcome ? (findChange() ?? outcome) : outcome;
  }

  async function answer(payload: EvaluatorPayload, signal?: AbortSignal): Promise<EvaluationOutcome> {
    const taskModel = payload.task_model ?? spec.taskModel;
    const end = await runCommand({
      ...command,
      env: { ...env, ...(taskModel !== null && { [TASK_MODEL]: taskModel }) },
      input: stringifyExact(payload),
      timeoutMs: spec.timeoutMs,
      limit: MAX_ANSWER_BYTES,
      signals: signal ? [signal, closing.signal] : [closing.signal],
    });
    const evaluator = identity.name;
    if (end.how !== 'answered') {
      const { timeoutMs } = spec;
      return describeCommandFailure(end, {
        evaluator,
        command,
        timeoutMs,
        limit: MAX_ANSWER_BYTES,
        redactor,
      });
    }
    const read = readAnswer(end.stdout, redactor);
    if ('value' in read) return checkEvaluation(read.value, spec.range, evaluator);
    return { problem: problem('EVL-009', undefined, { evaluator, shown: read.shown }), retry: true };
  }

  return {
    identity,
    cacheKey: keyOfCommand(command, spec),
    evaluate(payload, { signal }) {
      const outcome = call(payload, signal).finally(() => running.delete(outcome));
      running.add(outcome);
      return outcome;
    },
    check: async () => checkCommand(command),
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await sweepProcesses();
    },
  };
}

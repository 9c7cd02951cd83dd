import { resolve } from 'node:path';
import { createRedactor, type Redactor } from '../keys/logic/redact.js';
import { listEnvironmentSecrets } from '../keys/logic/secrets.js';
import { type ErrorCode, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { sweepProcesses } from '../processes/process-tree.js';
import { showStandardError } from '../processes/standard-error.js';
import { stringifyExact } from '../values/exact-json.js';
import { isRecord } from '../values/is-record.js';
import {
  checkCommand,
  checkPlace,
  identifyCommand,
  keyOfCommand,
  type PlacedCommand,
  watchVersion,
} from './command/command-line.js';
import { openPersistentCommand } from './command/persistent-command.js';
import { type CommandCall, type CommandEnd, runCommand } from './command/run-command.js';
import { checkEvaluation } from './logic/check-evaluation.js';
import type {
  CommandSpec,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorPayload,
} from './logic/evaluator.js';
import { readAnswer } from './read-answer.js';

/** The system lacked a resource; this may be temporary. */
const PASSING = /^(EAGAIN|EMFILE|ENFILE|ENOMEM)$/;

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Seed 004. */
const TASK_MODEL = 'OPTIMIZE_ANYTHING_TASK_MODEL';

type Failed = Exclude<CommandEnd, { readonly how: 'answered' }>;

/** The reason why a command gave no answer, as text without secrets. */
function describeCommandFailure(
  end: Failed,
  {
    evaluator,
    command,
    spec: { timeoutMs, persistent = false },
    redactor,
  }: {
    readonly evaluator: string;
    readonly command: PlacedCommand;
    readonly spec: CommandSpec;
    readonly redactor: Redactor;
  },
): EvaluatorFailure {
  switch (end.how) {
    case 'not-started':
      return { problem: describeStart(end.cause, evaluator, command), retry: PASSING.test(end.cause) };
    case 'called-off':
      return { problem: problem('EVL-016', undefined, { evaluator }), retry: false };
    case 'timed-out':
      return failure(persistent ? 'EVL-072' : 'EVL-005', { evaluator, seconds: timeoutMs / 1000 });
    case 'too-long':
      return failure('EVL-008', { evaluator, limit: MAX_ANSWER_BYTES });
    case 'several-lines':
      return failure('EVL-071', { evaluator });
    case 'failed':
      return failure(persistent ? 'EVL-070' : 'EVL-006', {
        evaluator,
        exitCode: end.exitCode,
        stderr: showStandardError(end.stderr, redactor),
      });
    case 'killed':
      return failure('EVL-007', {
        evaluator,
        signal: end.signal,
        stderr: showStandardError(end.stderr, redactor),
      });
  }
}

/** An answer without the number of its call; undefined if it has another one or none. */
function answerTo(value: unknown, number: number): unknown {
  if (!isRecord(value)) return undefined;
  const { call, ...answer } = value;
  return call === number ? answer : undefined;
}

function failure(code: ErrorCode, args: NonNullable<Problem['args']>): EvaluatorFailure {
  return { problem: problem(code, undefined, args), retry: true };
}

/** The system uses one code for many causes; most of them can be told apart. */
function describeStart(cause: string, evaluator: string, command: PlacedCommand): Problem {
  const [program] = command.argv;
  switch (cause) {
    case 'ENOENT':
      // If the folder and the program exist, what is missing is the interpreter named in the program's first line (#!).
      return (
        checkPlace(command) ??
        problem('EVL-003', undefined, { program, cause: 'ENOENT for the interpreter in its first line' })
      );
    case 'EACCES':
    case 'ENOEXEC':
      return checkPlace(command) ?? problem('EVL-003', undefined, { program, cause });
    default:
      return problem('EVL-015', undefined, { evaluator, cause });
  }
}

export interface CommandOptions {
  /** Used instead of the names of the program and the script. */
  readonly name?: string;
  /** Used instead of the script's hash. */
  readonly version?: string;
  /** Environment of the command; default: this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Uses a program as an evaluator (seed 004). It is started for every call, without a shell; it gets the payload as JSON
 * on standard input, and its whole standard output is one JSON document with a score. A call leaves no process behind.
 * A persistent program is not started again: it answers one line of JSON for each line of JSON.
 *
 * @returns outcomes with EVL-001 … EVL-016, EVL-050 once its file has changed, and EVL-070 … EVL-072 if it is
 *   persistent; nothing runs before the first call
 */
export function createCommandEvaluator(
  spec: CommandSpec,
  { env = process.env, ...named }: CommandOptions = {},
): Evaluator {
  const command = { argv: spec.argv, cwd: resolve(spec.cwd ?? '.'), env };
  const identity = identifyCommand(command, named);
  // A version given by the caller does not depend on the file.
  const changedVersion = named.version === undefined ? watchVersion(command, identity.version) : () => null;
  const redactor = createRedactor(listEnvironmentSecrets(env));
  const closing = new AbortController();
  const running = new Set<Promise<EvaluationOutcome>>();

  /** EVL-050 if the program is no longer the one that its answers are attributed to. */
  function findChange(): EvaluationOutcome | null {
    const now = changedVersion();
    if (now === null) return null;
    const args = { evaluator: identity.name, before: identity.version, now };
    return { problem: problem('EVL-050', undefined, args), retry: false };
  }

  const envFor = (taskModel: string | null) => ({
    ...env,
    ...(taskModel !== null && { [TASK_MODEL]: taskModel }),
  });
  const persistent = spec.persistent
    ? openPersistentCommand({ ...command, env: envFor(spec.taskModel) })
    : null;

  let calls = 0;

  async function call(payload: EvaluatorPayload, signal?: AbortSignal): Promise<EvaluationOutcome> {
    const changed = findChange();
    if (changed) return changed;
    calls += 1;
    const number = persistent ? calls : null;
    const given = {
      input: stringifyExact(number === null ? payload : { ...payload, call: number }),
      timeoutMs: spec.timeoutMs,
      limit: MAX_ANSWER_BYTES,
      signals: signal ? [signal, closing.signal] : [closing.signal],
    };
    const { end, giveBack } = persistent
      ? await persistent.ask(given)
      : await runOnce({ ...given, taskModel: payload.task_model ?? spec.taskModel });
    const { outcome, isJson } = await read(end, number);
    // The command may have been started from one version of its file and identified by another.
    const changedSince = 'evaluation' in outcome ? findChange() : null;
    // A line that is not JSON may not have been meant as an answer.
    await giveBack(isJson && changedSince === null);
    return changedSince ?? outcome;
  }

  async function runOnce({ taskModel, ...given }: CommandCall & { readonly taskModel: string | null }) {
    const end = await runCommand({ ...command, env: envFor(taskModel), ...given });
    return { end, giveBack: async () => undefined };
  }

  /** @param number what the answer of a persistent program has to repeat: a late line answers an earlier call */
  async function read(
    end: CommandEnd,
    number: number | null,
  ): Promise<{ readonly outcome: EvaluationOutcome; readonly isJson: boolean }> {
    const evaluator = identity.name;
    if (end.how !== 'answered') {
      return { outcome: describeCommandFailure(end, { evaluator, command, spec, redactor }), isJson: false };
    }
    const answer = await readAnswer(end.stdout, redactor);
    if (answer === 'too-large') return { outcome: failure('EVL-054', { evaluator }), isJson: false };
    if ('value' in answer) {
      const value = number === null ? answer.value : answerTo(answer.value, number);
      if (value === undefined) return { outcome: failure('EVL-071', { evaluator }), isJson: false };
      return { outcome: checkEvaluation(value, spec.range, evaluator), isJson: true };
    }
    return { outcome: failure(answer.code, { evaluator, shown: answer.shown }), isJson: false };
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
      await persistent?.close();
      await sweepProcesses();
    },
  };
}

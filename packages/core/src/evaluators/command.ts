import { resolve } from 'node:path';
import { createRedactor, type Redactor } from '../keys/logic/redact.js';
import { listEnvironmentSecrets } from '../keys/logic/secrets.js';
import { type ErrorCode, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { sweepProcesses } from '../processes/process-tree.js';
import { showStandardError } from '../processes/standard-error.js';
import { stringifyExact } from '../values/exact-json.js';
import {
  checkCommand,
  checkPlace,
  identifyCommand,
  keyOfCommand,
  type PlacedCommand,
  watchVersion,
} from './command/command-line.js';
import { type CommandEnd, runCommand } from './command/run-command.js';
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

type Failed = Exclude<CommandEnd, { readonly how: 'answered' }>;

/** The reason why a command gave no answer, as text without secrets. */
function describeCommandFailure(
  end: Failed,
  {
    evaluator,
    command,
    timeoutMs,
    limit,
    redactor,
  }: {
    readonly evaluator: string;
    readonly command: PlacedCommand;
    readonly timeoutMs: number;
    /** Maximum number of bytes on standard output. */
    readonly limit: number;
    readonly redactor: Redactor;
  },
): EvaluatorFailure {
  switch (end.how) {
    case 'not-started':
      return { problem: describeStart(end.cause, evaluator, command), retry: PASSING.test(end.cause) };
    case 'called-off':
      return { problem: problem('EVL-016', undefined, { evaluator }), retry: false };
    case 'timed-out':
      return failure('EVL-005', { evaluator, seconds: timeoutMs / 1000 });
    case 'too-long':
      return failure('EVL-008', { evaluator, limit });
    case 'failed':
      return failure('EVL-006', {
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

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Seed 004. */
const TASK_MODEL = 'OPTIMIZE_ANYTHING_TASK_MODEL';

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
 *
 * @returns outcomes with EVL-001 … EVL-016, and EVL-050 once its file has changed; nothing runs before the first call
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

  async function call(payload: EvaluatorPayload, signal?: AbortSignal): Promise<EvaluationOutcome> {
    const changed = findChange();
    if (changed) return changed;
    const outcome = await answer(payload, signal);
    // The command may have been started from one version of its file and identified by another.
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
    const read = await readAnswer(end.stdout, redactor);
    if (read === 'too-large') return failure('EVL-054', { evaluator });
    if ('value' in read) return checkEvaluation(read.value, spec.range, evaluator);
    return failure(read.code, { evaluator, shown: read.shown });
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

import { readFileSync } from 'node:fs';
import { type EvaluatorSpec, fatal, type Intake, parseIntake } from '@flowmcp/grading-core/commands';
import type { Option } from 'commander';
import { UnusableInput } from '../terminal/run-action.js';
import {
  type AskingFlags,
  EVALUATOR_SOURCES,
  type EvaluatorFlags,
  FOR_ANY_EVALUATOR,
  type QueueFlags,
} from './evaluator-options.js';
import { type Refuse, readHeaderValues } from './header-values.js';

const DEFAULT_TIMEOUT_MS = 30_000;
/** Most samples of a judge that is asked until its letter is likely enough. */
const DEFAULT_MAX = 9;

/**
 * Reads the evaluator from the flags.
 *
 * @param command the command's name in help: `evaluator run`
 * @returns null if no evaluator is given
 * @throws GradingError CLI-001 (more than one evaluator, or an option that the chosen one would ignore),
 * CLI-002 (an invalid header; its value is not shown), CLI-003 (no intake file)
 * @throws UnusableInput with every error in an intake
 */
export async function readEvaluatorSpec(
  flags: EvaluatorFlags,
  command: string,
): Promise<EvaluatorSpec | null> {
  const help = `flowmcp ${command} --help`;
  const misused = findMisuse(flags);
  if (misused !== null) throw fatal('CLI-001', undefined, { reason: misused, help });
  const refuse: Refuse = (reason) => fatal('CLI-002', undefined, { reason, help });
  const common = {
    timeoutMs: flags.evaluatorTimeout ?? DEFAULT_TIMEOUT_MS,
    range: flags.scoreRange ?? 'unit',
    taskModel: flags.taskModel ?? null,
  } as const;
  if (flags.evaluatorCommand !== undefined) {
    const [program = '', ...args] = flags.evaluatorCommand;
    return {
      ...{ kind: 'command', argv: [program, ...args], cwd: flags.evaluatorCwd ?? null, ...common },
      ...(flags.persistent && { persistent: true }),
    };
  }
  if (flags.evaluatorUrl !== undefined) {
    return { kind: 'http', url: flags.evaluatorUrl, headers: readHeaders(flags, refuse), ...common };
  }
  if (flags.judgeModel === undefined) return null;
  return { ...(await readJudge(flags.judgeModel, flags, refuse)), ...common };
}

/**
 * Like {@link readEvaluatorSpec}, for commands that require an evaluator.
 *
 * @throws GradingError CLI-001 also if none is given
 */
export async function requireEvaluatorSpec(flags: EvaluatorFlags, command: string): Promise<EvaluatorSpec> {
  const spec = await readEvaluatorSpec(flags, command);
  if (spec !== null) return spec;
  const reason = `exactly one of ${listOf(EVALUATOR_SOURCES.map(({ option }) => option))} was expected, found none`;
  throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
}

/** Checks for more than one evaluator, and for options that would be ignored. */
function findMisuse(flags: EvaluatorFlags): string | null {
  const isGiven = (option: Option) => option.attributeName() in flags;
  const sources = EVALUATOR_SOURCES.filter(({ option }) => isGiven(option));
  const [source] = sources;
  if (sources.length > 1) {
    const all = EVALUATOR_SOURCES.map(({ option }) => option);
    return `exactly one of ${listOf(all)} was expected, found ${listOf(sources.map(({ option }) => option))}`;
  }
  const foreign = EVALUATOR_SOURCES.filter((other) => other !== source);
  for (const { option, own, ofGrading } of foreign) {
    const idle = [...own, ...ofGrading].filter(isGiven);
    if (idle.length > 0) return `${listOf(idle)} can only be used with ${option.long}`;
  }
  const idle = source ? [] : FOR_ANY_EVALUATOR.filter(isGiven);
  return idle.length > 0 ? `${listOf(idle)} can only be used with an evaluator` : findMisusedUntil(flags);
}

function findMisusedUntil({ judgeSamples, judgeUntil, judgeMax }: EvaluatorFlags): string | null {
  if (judgeUntil === undefined) {
    return judgeMax === undefined ? null : '--judge-max can only be used with --judge-until';
  }
  if (judgeSamples !== undefined) return 'one of --judge-samples and --judge-until was expected, found both';
  return judgeMax === 1 ? '--judge-max takes 2 or more: one sample gives no chance' : null;
}

function listOf(options: readonly Option[]): string {
  return options.map(({ long }) => long).join(', ');
}

function readHeaders({ evaluatorHeader = [] }: EvaluatorFlags, refuse: Refuse): Record<string, string> {
  return readHeaderValues(evaluatorHeader, '--evaluator-header', { literal: true, refuse });
}

async function readJudge(model: string, flags: EvaluatorFlags, refuse: Refuse) {
  const { apiBase = null, judgeObjective: objective = null, judgeSamples = 1, judgeUntil: until } = flags;
  const intake = await readIntake(flags, refuse);
  const asked =
    until === undefined ? { samples: judgeSamples } : { samples: flags.judgeMax ?? DEFAULT_MAX, until };
  return { kind: 'judge', model, apiBase, objective, intake, ...asked } as const;
}

async function readIntake(
  { intakeJson, intakeFile }: EvaluatorFlags,
  refuse: Refuse,
): Promise<Intake | null> {
  if (intakeJson !== undefined && intakeFile !== undefined) {
    throw refuse('one of --intake-json and --intake-file was expected, found both');
  }
  const text = intakeFile === undefined ? intakeJson : readIntakeFile(intakeFile);
  if (text === undefined) return null;
  const parsed = await parseIntake(text, intakeFile ?? '--intake-json');
  if ('problems' in parsed) throw new UnusableInput(parsed.problems);
  return parsed.intake;
}

function readIntakeFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw fatal('CLI-003', undefined, { file, reason: String(error.code) });
  }
}

/**
 * Converts flags into options for repeated calls of an evaluator; the use case has defaults for flags left out.
 *
 * @param command the command's name in help: `grading evaluate`
 * @throws GradingError CLI-001 for a budget that cannot be kept, and for options that a queue cannot serve
 */
export function askingOptions(flags: AskingFlags & EvaluatorFlags & QueueFlags, command: string) {
  const { concurrency, retries, throttle, cache, maxCalls, maxTokens } = flags;
  const refuse = (reason: string) =>
    fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
  if (maxTokens !== undefined && flags.judgeModel === undefined) {
    throw refuse('--max-tokens can only be used with --judge-model: other evaluators report no tokens');
  }
  if (flags.queue !== undefined && (maxCalls !== undefined || maxTokens !== undefined)) {
    throw refuse(
      '--max-calls and --max-tokens cannot be used with --queue: workers retry calls by themselves',
    );
  }
  if (flags.queue !== undefined && flags.judgeUntil !== undefined) {
    throw refuse('--judge-until cannot be used with --queue: give a number of samples with --judge-samples');
  }
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttle !== undefined && { throttleMs: throttle }),
    ...(cache !== undefined && { cache }),
    ...(maxCalls !== undefined && { maxCalls }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
}

/**
 * Options that have no effect on a judge here, because the prompts of a grading already determine the subject
 * and the form of the answer.
 */
const OF_NO_USE_TO_A_JUDGE: readonly (readonly [keyof EvaluatorFlags, string])[] = [
  ['judgeObjective', '--judge-objective'],
  ['intakeJson', '--intake-json'],
  ['intakeFile', '--intake-file'],
  ['taskModel', '--task-model'],
  ['scoreRange', '--score-range'],
];

/**
 * Determines from the flags which evaluator does the grading.
 *
 * @param command the command's name in help: `grading evaluate`
 * @throws GradingError whatever `requireEvaluatorSpec` throws, and CLI-001 for options that have no effect here
 */
export async function readGradingEvaluator(flags: EvaluatorFlags, command: string): Promise<EvaluatorSpec> {
  const spec = await requireEvaluatorSpec(flags, command);
  const idle = OF_NO_USE_TO_A_JUDGE.filter(([name]) => name in flags).map(([, option]) => option);
  if (spec.kind === 'judge' && idle.length > 0) {
    const reason = `${idle.join(', ')} cannot be used with --judge-model here: the prompts say what is judged and how to answer`;
    throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
  }
  return spec;
}

import { type EvaluatorSpec, fatal } from '@flowmcp/grading-core/commands';
import type { EvaluatorFlags } from './evaluator-options.js';
import { requireEvaluatorSpec } from './evaluator-spec.js';

/** Options without effect for a judge here: the prompts of a grading set the subject and the form of the answer. */
const OF_NO_USE_TO_A_JUDGE: readonly (readonly [keyof EvaluatorFlags, string])[] = [
  ['judgeObjective', '--judge-objective'],
  ['intakeJson', '--intake-json'],
  ['intakeFile', '--intake-file'],
  ['taskModel', '--task-model'],
  ['scoreRange', '--score-range'],
];

/**
 * Reads the evaluator that grades from the flags.
 *
 * @param command its name in help: `grading evaluate`
 * @throws GradingError as `requireEvaluatorSpec`, and CLI-001 for options without effect here
 */
export async function readGradingEvaluator(flags: EvaluatorFlags, command: string): Promise<EvaluatorSpec> {
  const spec = await requireEvaluatorSpec(flags, command);
  const idle = OF_NO_USE_TO_A_JUDGE.filter(([name]) => name in flags).map(([, option]) => option);
  if (spec.kind === 'judge' && idle.length > 0) {
    const reason = `${idle.join(', ')} can not be used with --judge-model here: the prompts say what is judged, and how it is answered`;
    throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
  }
  return spec;
}

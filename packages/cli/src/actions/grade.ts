import { consumeProtocolScores, emitProtocolPrompts, evaluateProtocol } from '@flowmcp/grading-core/commands';
import type { GradeFlags } from '../commands/grade.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { describeGraded, describePromptSets, describeSkipped } from '../render/grade.js';
import { formatProblems } from '../render/problems.js';
import { askingOptions } from './asking-options.js';
import { requireEvaluatorSpec } from './evaluator-spec.js';
import { runAction } from './run-action.js';

/** `flowmcp grade --emit-prompts`. */
export function emitPromptSets(schemas: readonly string[], { workdir, onConflict, json }: GradeFlags) {
  return runAction({
    json,
    run: () => emitProtocolPrompts({ schemas, workdir, onConflict }),
    show: (result) => {
      printResult(describePromptSets(result));
      if (result.warnings.length > 0) printTalk(formatProblems(result.warnings));
    },
  });
}

/** `flowmcp grade --consume-scores`. */
export function consumeReports(
  schemas: readonly string[],
  scores: string,
  { workdir, reportsDir, json }: GradeFlags,
) {
  return runAction({
    json,
    run: () => consumeProtocolScores({ schemas, scores, workdir, reportsDir }),
    show: (result) => printResult(describeGraded(result)),
  });
}

/** `flowmcp grade` with an evaluator: both halves in one go. */
export function evaluateSchemas(schemas: readonly string[], flags: GradeFlags) {
  const { workdir, reportsDir, onConflict, json } = flags;
  return runAction({
    json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, 'grade');
      return withProgress((onProgress) => {
        const asking = {
          evaluator,
          onProgress,
          ...askingOptions(flags),
        };
        return evaluateProtocol({ schemas, workdir, reportsDir, onConflict, asking });
      });
    },
    show: (result) => {
      printResult(describeGraded(result));
      if (result.skipped.length > 0) printTalk(describeSkipped(result));
      if (result.warnings.length > 0) printTalk(formatProblems(result.warnings));
    },
  });
}

import { consumeProtocolScores } from '@flowmcp/grading-core/features/protocol-v1/consume-scores';
import { emitProtocolPrompts } from '@flowmcp/grading-core/features/protocol-v1/emit-prompts';
import { describeUsage } from '../asking/describe-usage.js';
import type { AskingFlags, EvaluatorFlags } from '../asking/evaluator-options.js';
import { askingOptions, requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { schemasSpecOf } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { describeGraded, describePromptSets, describeSkipped } from './render.js';

export interface GradeFlags extends EvaluatorFlags, AskingFlags, RulesFlags {
  readonly emitPrompts?: boolean;
  readonly consumeScores?: string;
  readonly workdir?: string;
  readonly reportsDir?: string;
  readonly onConflict: 'skip' | 'overwrite' | 'abort';
  readonly json?: boolean;
}

/** `flowmcp grade --emit-prompts`. */
export function emitPromptSets(schemas: readonly string[], { workdir, onConflict, json }: GradeFlags) {
  return runAction({
    json,
    run: () => emitProtocolPrompts({ schemas, workdir, onConflict }),
    show: (result) => {
      printResult(describePromptSets(result));
      printProblems(result.warnings);
    },
  });
}

/** `flowmcp grade --consume-scores`. */
export function consumeReports(schemas: readonly string[], scores: string, flags: GradeFlags) {
  const { workdir, reportsDir, json } = flags;
  return runAction({
    json,
    run: () => {
      const schemasSpec = schemasSpecOf(flags);
      return consumeProtocolScores({ schemas, scores, workdir, reportsDir, schemasSpec });
    },
    show: (result) => printResult(describeGraded(result)),
  });
}

/** `flowmcp grade` with an evaluator: emits the prompts and consumes the scores in one command. */
export function evaluateSchemas(schemas: readonly string[], flags: GradeFlags) {
  const { workdir, reportsDir, onConflict, json } = flags;
  return runAction({
    json,
    run: async () => {
      const schemasSpec = schemasSpecOf(flags);
      const evaluator = await requireEvaluatorSpec(flags, 'grade');
      const { evaluateProtocol } = await import(
        '@flowmcp/grading-core/features/protocol-v1/evaluate-schemas'
      );
      return withProgress((onProgress) => {
        const asking = {
          evaluator,
          onProgress,
          ...askingOptions(flags, 'grade'),
        };
        return evaluateProtocol({ schemas, workdir, reportsDir, onConflict, schemasSpec, asking });
      });
    },
    show: (result) => {
      printResult(describeGraded(result));
      if (result.usage.tokens) printTalk(describeUsage(result.usage));
      if (result.skipped.length > 0) printTalk(describeSkipped(result));
      printProblems(result.warnings);
    },
  });
}

import { consumeProtocolScores, emitProtocolPrompts } from '@flowmcp/grading-core/commands';
import type { GradeFlags } from '../commands/grade.js';
import { printResult, printTalk } from '../output.js';
import { describeGraded, describePromptSets } from '../render/grade.js';
import { formatProblems } from '../render/problems.js';
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

import { isUtf8 } from 'node:buffer';
import { fatal, MAX_PAYLOAD_BYTES } from '@flowmcp/grading-core/commands';
import { runEvaluator } from '@flowmcp/grading-core/features/evaluate/dataset-run/evaluator-run';
import { askingOptions } from '../asking/asking-options.js';
import type { AskingFlags } from '../asking/evaluator-options.js';
import { requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { withProgress } from '../terminal/progress.js';
import { readBytes, shownName } from '../terminal/read-bytes.js';
import { runAction } from '../terminal/run-action.js';
import type { EvaluatorCheckFlags } from './check.js';
import { describeResults, describeSummary } from './render.js';

export interface EvaluatorRunFlags extends EvaluatorCheckFlags, AskingFlags {
  readonly candidate: string;
  readonly valset?: string;
  readonly out?: string;
  readonly resume?: boolean;
}

/** `flowmcp evaluator run`. */
export function runTheEvaluator(flags: EvaluatorRunFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, 'evaluator run');
      const candidate = await readCandidate(flags.candidate);
      const { dataset, valset, out, resume } = flags;
      const inputs = [flags.candidate, ...(flags.intakeFile === undefined ? [] : [flags.intakeFile])];
      const sets = dataset === undefined ? null : { train: dataset, validation: valset ?? null };
      return withProgress((show) =>
        runEvaluator({
          ...{ evaluator, candidate, sets, out, resume, inputs, ...askingOptions(flags) },
          onProgress: ({ done, total, failed }) =>
            show(done, total, failed > 0 ? `example, ${failed} failed` : 'example'),
        }),
      );
    },
    show: ({ results, summary, errors, warnings }) => {
      if (warnings.length > 0) printTalk(formatProblems(warnings));
      if (results.length === 0) return;
      const isKept = flags.out !== undefined && !errors.some(({ code }) => code === 'DST-011');
      if (!isKept) printResult(describeResults(results));
      printResult(describeSummary(results.length, summary));
    },
  });
}

async function readCandidate(file: string): Promise<string> {
  const bytes = await readBytes(file, MAX_PAYLOAD_BYTES);
  const refuse = (reason: string) => fatal('CLI-003', undefined, { file: shownName(file), reason });
  if (bytes === null) throw refuse(`more than ${MAX_PAYLOAD_BYTES} bytes`);
  if (!isUtf8(bytes)) throw refuse('its bytes are not UTF-8');
  return bytes.toString('utf8');
}

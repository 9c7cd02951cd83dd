import { relative } from 'node:path';
import { sayScore } from '@flowmcp/grading-core/commands';
import {
  consumeProtocolScores,
  type ProtocolConsumeResult,
} from '@flowmcp/grading-core/features/protocol-v1/consume-scores';
import {
  emitProtocolPrompts,
  type ProtocolEmitResult,
} from '@flowmcp/grading-core/features/protocol-v1/emit-prompts';
import type { ProtocolEvaluateResult } from '@flowmcp/grading-core/features/protocol-v1/evaluate-schemas';
import { describeUsage } from '../asking/describe-usage.js';
import type { AskingFlags, EvaluatorFlags } from '../asking/evaluator-options.js';
import { askingOptions, requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { schemasSpecOf } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { counted } from '../terminal/layout.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';

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

/** If there are more schemas than this, they are summarized. */
const SHOWN_ONE_BY_ONE = 10;

type Graded = ProtocolConsumeResult['results'][number];

/** Lists the prompts that were written and those that already existed. */
function describePromptSets({ results, summary }: ProtocolEmitResult): string {
  const { emitted, skipped, failed } = summary;
  const shown = results.length > SHOWN_ONE_BY_ONE ? [] : results;
  return [
    ...shown.map((one) => `${one.skipped ? '=' : '+'} ${one.schemaId}  ${shownPath(one.promptsPath)}`),
    [
      `${counted(emitted, 'prompt set')} written`,
      ...(skipped > 0 ? [`${skipped} kept`] : []),
      ...(failed > 0 ? [`${counted(failed, 'schema')} left out`] : []),
    ].join(', '),
  ].join('\n');
}

/** Lists the grade of each schema, or only the lowest grades if there are many schemas. */
function describeGraded({ results, summary }: Pick<ProtocolConsumeResult, 'results' | 'summary'>): string {
  const { graded, failed, mean, grades } = summary;
  const isMany = results.length > SHOWN_ONE_BY_ONE;
  const shown = isMany ? lowest(results) : results;
  const letters = Object.entries(grades).filter(([, count]) => count > 0);
  return [
    ...(isMany ? [`the ${SHOWN_ONE_BY_ONE} lowest:`] : []),
    ...shown.map(describeOne),
    [
      `${counted(graded, 'schema')} graded`,
      ...letters.map(([letter, count]) => `${letter} ${count}`),
      ...(mean === null ? [] : [`mean ${sayScore(mean)}`]),
      ...(failed > 0 ? [`${failed} without a grade`] : []),
    ].join(', '),
  ].join('\n');
}

/** Says how many schemas were skipped, and how to include them. */
function describeSkipped({ skipped }: ProtocolEvaluateResult): string {
  const reports = skipped.length === 1 ? 'has a report' : 'have a report';
  return `${counted(skipped.length, 'schema')} left out: ${reports} on the current content; use --on-conflict overwrite to ask again`;
}

/** The results with the lowest grades, sorted by grade and then by score. */
function lowest(results: readonly Graded[]): Graded[] {
  const order = (a: Graded, b: Graded) =>
    a.grade === b.grade ? a.score - b.score : a.grade < b.grade ? 1 : -1;
  return [...results].sort(order).slice(0, SHOWN_ONE_BY_ONE);
}

function describeOne({ schemaId, grade, score, reportPath, validationErrors }: Graded): string {
  const [first] = validationErrors;
  return [
    `${grade}  ${sayScore(score)}  ${schemaId}  ${shownPath(reportPath)}`,
    ...(first === undefined
      ? []
      : [`   validation failed with ${counted(validationErrors.length, 'error')}, so it is an F: ${first}`]),
  ].join('\n');
}

/** Shows a path below the current folder relative to that folder, and any other path unchanged. */
function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}

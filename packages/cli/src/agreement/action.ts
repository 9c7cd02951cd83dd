import { sayScore } from '@flowmcp/grading-core/commands';
import { ENOUGH_ANSWERS } from '@flowmcp/grading-core/features/agreement/logic/compare-graders';
import { sayAlpha } from '@flowmcp/grading-core/features/agreement/logic/krippendorff';
import { compareOpinions, type RunAgreement } from '@flowmcp/grading-core/features/agreement/run';
import colours from 'picocolors';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { counted, wrap } from '../terminal/layout.js';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

/** `flowmcp grading agreement`. */
export function showAgreement(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: () =>
      compareOpinions({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading agreement'),
      }),
    show: ({ results, errors }) => {
      if (results.length > 0) printResult(results.map(renderAgreement).join('\n\n'));
      else if (errors.length === 0) printResult('There are no second opinions yet.');
    },
  });
}

const WIDTH = 80;
/** Differences that are shown; the JSON output contains all of them. */
const SHOWN = 10;

/** How far the graders of one run agree, and where they are furthest apart. */
export function renderAgreement(found: RunAgreement): string {
  const { target, taskId, graders, answers, same, withinOne, meanDifference, alpha, interval, yesNo } = found;
  const names = graders.map(
    ({ name, kind, model }) => `${name} (${[kind, model].filter(Boolean).join(', ')})`,
  );
  const range = interval
    ? `, between ${sayAlpha(interval[0])} and ${sayAlpha(interval[1])} in 95 of 100 draws`
    : '';
  const [first, ...others] = names;
  return [
    `${colours.bold(target)}: run ${taskId}`,
    `  ${first} handed in; ${others.join(' and ')} gave ${others.length === 1 ? 'a second opinion' : 'second opinions'}`,
    `  ${counted(answers, 'score')} from 1 to 5: ${same} the same, ${withinOne} at most 1 apart${
      meanDifference === null ? '' : `, opinions ${signed(meanDifference)} on average`
    }`,
    `  alpha ${alpha === null ? saidNothing(answers) : `${sayAlpha(alpha)}${range}`}`,
    ...(yesNo.answers > 0
      ? [
          `  ${counted(yesNo.answers, 'yes-or-no answer')}: ${yesNo.same} the same; alpha ${
            yesNo.alpha === null ? saidNothing(yesNo.answers) : sayAlpha(yesNo.alpha)
          }`,
        ]
      : []),
    ...renderDifferences(found),
  ].join('\n');
}

/** Why there is no alpha. */
function saidNothing(answers: number): string {
  return answers < ENOUGH_ANSWERS
    ? `-: too few answers, it takes ${ENOUGH_ANSWERS}`
    : '-: all answers are the same';
}

function renderDifferences({ differing, graders }: RunAgreement): string[] {
  if (differing.length === 0) return [];
  const rest = differing.length - SHOWN;
  return [
    '',
    '  widest differences:',
    ...differing
      .slice(0, SHOWN)
      .flatMap(({ prompt, question, scores }) => [
        `  ${prompt}, ${question}`,
        ...scores.map(
          ({ grader, score, reasoning }) =>
            `    ${wrap(`${graders[grader]?.name} ${score}: ${reasoning}`, WIDTH, 6)}`,
        ),
      ]),
    ...(rest > 0 ? [`  ${rest} more: --json lists all`] : []),
  ];
}

function signed(difference: number): string {
  return `${difference > 0 ? '+' : ''}${sayScore(difference)}`;
}

import { sayScore } from '@flowmcp/grading-core/commands';
import { ENOUGH_ANSWERS } from '@flowmcp/grading-core/features/agreement/logic/compare-graders';
import { sayAlpha } from '@flowmcp/grading-core/features/agreement/logic/krippendorff';
import type { RunAgreement } from '@flowmcp/grading-core/features/agreement/run';
import colours from 'picocolors';
import { counted, wrap } from '../terminal/layout.js';

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

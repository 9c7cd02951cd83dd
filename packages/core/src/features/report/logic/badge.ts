import { drawBadge, type GradeMark } from '../../../documents/badge.js';
import type { PastRetention } from '../../../grade/ageing.js';
import { sayPastRetention } from '../../../grade/ageing.js';
import type { ReportTarget } from './grading-report.js';
import { type GradingReportSource, showTarget } from './source.js';
import { markOf, rankOf, sayCoverage, sayReader, targetStatusOf } from './standing.js';
import { createTally } from './tally.js';

/** A badge for one target, or for the worst of several. */
export async function* renderGradingBadge(source: GradingReportSource): AsyncGenerator<string> {
  let worst: (Pick<ReportTarget, 'target' | 'grade' | 'persona'> & Standing) | undefined;
  const tally = createTally(source.book);
  const aged: PastRetention[] = [];
  for await (const found of source.targets) {
    const shown = showTarget(found);
    const { target, grade, persona } = shown;
    const status = targetStatusOf(shown);
    tally.add(shown);
    if (shown.pastRetention) aged.push({ pastRetention: shown.pastRetention });
    if (!worst || rankOf(grade) < rankOf(worst.grade)) worst = { target, status, grade, persona };
  }
  const { targets: count, coverage } = tally.sum();
  const said = source.failures.length > 0 && count > 0 ? INCOMPLETE : sayStanding(worst);
  const about = worst && count === 1 ? worst.target : `${count} targets`;
  const which = worst && count > 1 && said !== INCOMPLETE ? `, the worst is ${worst.target}` : '';
  const notes = [
    ...(coverage.inPart > 0 ? [`partly judged, lowest ${sayCoverage({ coverage: coverage.least })}`] : []),
    ...(worst && count === 1 ? [sayReader(worst)] : []),
    ...sayPastRetention(aged, source.book.grading.ageingDays),
  ].filter((note) => note !== '');
  yield drawBadge({
    label: 'FlowMCP grade',
    ...said,
    title: `FlowMCP grade of ${about}: ${[`${said.message}${which}`, ...notes].join('; ')}`,
  });
}

const INCOMPLETE = { message: 'incomplete', mark: 'none' } satisfies { message: string; mark: GradeMark };

type Standing = Pick<ReportTarget, 'grade'> & { readonly status: ReturnType<typeof targetStatusOf> };

function sayStanding(found: Standing | undefined): {
  readonly message: string;
  readonly mark: GradeMark;
} {
  if (!found || found.status === 'waiting') return { message: 'not graded', mark: 'none' };
  const { status, grade } = found;
  const mark = markOf(grade);
  if (status === 'rejected') return { message: 'rejected', mark };
  if (mark === 'none') return { message: grade ?? status, mark };
  return { message: status === 'operational' ? `${grade}` : `${grade} · ${status}`, mark };
}

import type { ReportTarget } from '../../model/grading-report.js';
import { drawBadge } from '../badge.js';
import type { GradeMark } from '../grade-colours.js';
import { type GradingReportSource, showTarget } from './source.js';
import { markOf, rankOf } from './standing.js';

/** A badge for one target, or for the worst of several. */
export async function* renderGradingBadge(source: GradingReportSource): AsyncGenerator<string> {
  let worst: Pick<ReportTarget, 'target' | 'status' | 'grade'> | undefined;
  let count = 0;
  for await (const found of source.targets) {
    const { target, status, grade } = showTarget(found);
    count += 1;
    if (!worst || rankOf(grade) < rankOf(worst.grade)) worst = { target, status, grade };
  }
  const said = source.failures.length > 0 && count > 0 ? INCOMPLETE : sayStanding(worst);
  const about = worst && count === 1 ? worst.target : `${count} targets`;
  const which = worst && count > 1 && said !== INCOMPLETE ? `, the worst is ${worst.target}` : '';
  yield drawBadge({
    label: 'FlowMCP grade',
    ...said,
    title: `FlowMCP grade of ${about}: ${said.message}${which}`,
  });
}

const INCOMPLETE = { message: 'incomplete', mark: 'none' } satisfies { message: string; mark: GradeMark };

function sayStanding(found: Pick<ReportTarget, 'status' | 'grade'> | undefined): {
  readonly message: string;
  readonly mark: GradeMark;
} {
  if (!found) return { message: 'not graded', mark: 'none' };
  const { status, grade } = found;
  const mark = markOf(grade);
  if (status === 'rejected') return { message: 'rejected', mark };
  if (mark === 'none') return { message: grade ?? status, mark };
  return { message: status === 'operational' ? `${grade}` : `${grade} · ${status}`, mark };
}

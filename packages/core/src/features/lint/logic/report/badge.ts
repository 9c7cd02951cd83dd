import { drawBadge, type GradeMark } from '../../../../documents/badge.js';
import type { LintReport } from '../../../../rules/mcp/lint.js';
import type { LintRenderContext } from './context.js';
import { type ShownTarget, showTargets } from './shown.js';

/**
 * A badge for all targets together: the worst of their grades, or no grade if a target, or a part of one, could not be
 * judged.
 */
export function renderLintBadge(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  const worst = targets
    .flatMap(({ report }) => report ?? [])
    .reduce<LintReport | undefined>(
      (low, report) => (low && low.score <= report.score ? low : report),
      undefined,
    );
  const about = targets.length === 1 ? (targets[0]?.target ?? '') : `${targets.length} targets`;
  const said = sayGrade(targets, worst);
  return drawBadge({
    label: 'MCP lint',
    ...said,
    title: `MCP lint of ${about}: ${said.message}${targets.length > 1 && said.mark !== 'none' ? ' at the worst' : ''}`,
  });
}

function sayGrade(
  targets: readonly ShownTarget[],
  worst: LintReport | undefined,
): { readonly message: string; readonly mark: GradeMark } {
  if (worst === undefined) return { message: 'not judged', mark: 'none' };
  const whole = targets.every(({ report, failures }) => report && failures.length === 0);
  if (!whole) return { message: 'incomplete', mark: 'none' };
  return { message: `${worst.grade} · ${worst.score}`, mark: worst.grade };
}

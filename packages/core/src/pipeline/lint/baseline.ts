import { readCheckedJson } from '../../adapters/checked-json-file.js';
import { writeResultText } from '../../adapters/result-file.js';
import { mcpPlayground1 } from '../../catalogue/lint/mcp-playground-1/rule-set.js';
import { acceptIssues } from '../../engine/lint/accept-issues.js';
import { formatJson } from '../../island/documents.js';
import type { LintBaselineEntry, LintReport } from '../../model/lint.js';
import { lintBaselineFile } from '../../model/lint-baseline.js';
import { fatal, problem } from '../../tables/error-codes.js';
import type { LintProblem } from './options.js';

/**
 * Entries of a baseline file.
 *
 * @throws GradingError LNT-010, LNT-011 where it can not be used
 */
export function readBaselineEntries(file: string): readonly LintBaselineEntry[] {
  const { ruleset, accepted } = readCheckedJson(file, lintBaselineFile, 'LNT-010');
  if (ruleset !== mcpPlayground1.id) {
    throw fatal('LNT-011', { file }, { found: ruleset, expected: mcpPlayground1.id });
  }
  return accepted;
}

/** Writes the entries that accept what the reports hold. */
export async function updateBaseline(
  file: string,
  update: {
    readonly before: readonly LintBaselineEntry[];
    readonly reports: readonly LintReport[];
    readonly today: string;
  },
): Promise<{ readonly entries: readonly LintBaselineEntry[]; readonly problems: readonly LintProblem[] }> {
  const entries = acceptIssues(update.before, update.reports, update.today);
  const text = formatJson({ ruleset: mcpPlayground1.id, accepted: entries });
  const unwritten = await writeResultText(file, text, 'LNT-003');
  return { entries, problems: unwritten ? [{ target: file, ...unwritten }] : [] };
}

/**
 * What of a baseline needs somebody's attention: LNT-012 for entries that nothing matches, LNT-013 for those whose day
 * has passed. What a target that could not be read as a whole no longer shows may still be there.
 */
export function reviewBaseline(
  entries: readonly LintBaselineEntry[],
  reports: readonly LintReport[],
  today: string,
): LintProblem[] {
  return reports.flatMap(({ target, diff, incomplete }): LintProblem[] => {
    const stale = diff?.stale ?? [];
    const expired = entries.filter(
      (entry) =>
        entry.target === target &&
        entry.expires !== undefined &&
        today > entry.expires &&
        !stale.includes(entry),
    );
    return [
      ...(incomplete ? [] : stale).map(({ rule, subject }) => ({
        target,
        ...problem('LNT-012', undefined, { rule, subject }),
      })),
      ...expired.map(({ rule, subject, expires = '' }) => ({
        target,
        ...problem('LNT-013', undefined, { rule, subject, expires }),
      })),
    ];
  });
}

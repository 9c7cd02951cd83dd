import { existsSync } from 'node:fs';
import { z } from 'zod';
import { oneLine } from '../../documents/quoted-text.js';
import { readCheckedJson } from '../../files/checked-json-file.js';
import { writeResultText } from '../../files/result-file.js';
import { formatJson } from '../../island/documents.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { LintBaselineEntry, LintDiff, LintReport } from '../../rules/mcp/lint.js';
import { defaultRuleSet } from '../../rules/mcp/rule-sets.js';
import { acceptIssues, compareWithBaseline, groupEntries, hasExpired } from './logic/baseline.js';
import type { LintProblem, LintResult } from './options.js';

const text = z.string().min(1);

/** Issues of linted servers that were reviewed and accepted. */
export const lintBaselineFile = z.strictObject({
  /** Id of the rule set whose rules the entries name. */
  ruleset: text,
  accepted: z.array(
    z.strictObject({
      target: text,
      rule: text,
      subject: text,
      reason: text.exactOptional(),
      expires: z.iso.date('a day such as 2027-01-31 was expected').exactOptional(),
    }),
  ),
});

type Entries = readonly LintBaselineEntry[];

/**
 * The issues accepted so far.
 *
 * @param isWritten whether the file will be written at the end; if so, it may still be missing, which means that nothing
 *   has been accepted
 * @throws GradingError LNT-014 (missing file), LNT-010 and LNT-011 (unusable file)
 */
export function readAccepted(file: string, isWritten: boolean): Entries {
  if (!existsSync(file)) {
    if (isWritten) return [];
    throw fatal('LNT-014', { file });
  }
  const { ruleset, accepted } = readCheckedJson(file, lintBaselineFile, 'LNT-010');
  if (ruleset === defaultRuleSet.id) return accepted;
  throw fatal('LNT-011', { file }, { found: ruleset, expected: defaultRuleSet.id });
}

export interface Comparison {
  readonly before: Entries;
  readonly reports: readonly LintReport[];
  /** Day, `2027-01-31`. */
  readonly today: string;
  /** File in which to accept all current issues; null: accept none. */
  readonly writeTo: string | null;
}

/**
 * Compares reports with the accepted issues; if `writeTo` is given, all current issues are accepted and written first.
 */
export async function compareReports({
  before,
  reports,
  today,
  writeTo,
}: Comparison): Promise<Pick<LintResult, 'results' | 'errors' | 'warnings'>> {
  // Without any report, write nothing: a file that accepts nothing would look as if no issue had been found.
  const isWritten = writeTo !== null && reports.length > 0;
  const accepted = isWritten ? acceptIssues(before, reports, today) : before;
  const unwritten = isWritten ? await writeAccepted(writeTo, accepted) : null;
  const byTarget = groupEntries(accepted, ({ target }) => target);
  const compared = reports.map((report) => {
    const entries = byTarget.get(report.target) ?? [];
    const diff = compareWithBaseline(report.issues, entries, today);
    return { report: { ...report, diff }, warnings: reviewEntries(report, { entries, diff, today }) };
  });
  return {
    results: compared.map(({ report }) => report),
    errors: isWritten && unwritten ? [{ target: writeTo, ...unwritten }] : [],
    warnings: compared.flatMap(({ warnings }) => warnings),
  };
}

function writeAccepted(file: string, accepted: Entries) {
  return writeResultText(file, formatJson({ ruleset: defaultRuleSet.id, accepted }), 'LNT-003');
}

/**
 * Returns LNT-012 for entries that match no issue, and LNT-013 for entries whose last day has passed. An incomplete
 * report cannot prove that an entry is stale: the issue may be in the part that could not be read.
 */
function reviewEntries(
  { target, incomplete }: LintReport,
  { entries, diff, today }: { readonly entries: Entries; readonly diff: LintDiff; readonly today: string },
): LintProblem[] {
  const stale = new Set(diff.stale);
  const expired = entries.filter((entry) => hasExpired(entry, today) && !stale.has(entry));
  return [
    ...(incomplete ? [] : diff.stale).map(({ rule, subject }) => ({
      target,
      ...problem('LNT-012', undefined, { rule, subject: oneLine(subject) }),
    })),
    ...expired.map(({ rule, subject, expires = '' }) => ({
      target,
      ...problem('LNT-013', undefined, { rule, subject: oneLine(subject), expires }),
    })),
  ];
}

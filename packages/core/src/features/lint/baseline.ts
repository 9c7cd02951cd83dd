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
  /** Capabilities that were declared to the servers. */
  capabilities: z.array(text).exactOptional(),
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

/** What a baseline says. */
export interface Accepted {
  readonly entries: Entries;
  readonly capabilities: readonly string[];
}

/**
 * What was accepted so far.
 *
 * @param isWritten whether the file will be written at the end; if so, it may still be missing, which means that nothing
 *   has been accepted
 * @throws GradingError LNT-014 (missing file), LNT-010 and LNT-011 (unusable file)
 */
export function readAccepted(file: string, isWritten: boolean): Accepted {
  if (!existsSync(file)) {
    if (isWritten) return { entries: [], capabilities: [] };
    throw fatal('LNT-014', { file });
  }
  const { ruleset, accepted, capabilities = [] } = readCheckedJson(file, lintBaselineFile, 'LNT-010');
  if (ruleset === defaultRuleSet.id) return { entries: accepted, capabilities };
  throw fatal('LNT-011', { file }, { found: ruleset, expected: defaultRuleSet.id });
}

export interface Comparison {
  /** The baseline. */
  readonly file: string;
  /** Whether all current issues are accepted and written to the file first. */
  readonly isUpdated: boolean;
  readonly before: Accepted;
  readonly reports: readonly LintReport[];
  /** Capabilities declared in this run. */
  readonly capabilities: readonly string[];
  /** Day, `2027-01-31`. */
  readonly today: string;
}

/** Compares reports with the accepted issues. */
export async function compareReports({
  file,
  isUpdated,
  before,
  reports,
  capabilities,
  today,
}: Comparison): Promise<Pick<LintResult, 'results' | 'errors' | 'warnings'>> {
  // Without any report, write nothing: a file that accepts nothing would look as if no issue had been found.
  const isWritten = isUpdated && reports.length > 0;
  const accepted = isWritten
    ? { entries: acceptIssues(before.entries, reports, today), capabilities }
    : before;
  const unwritten = isWritten ? await writeAccepted(file, accepted) : null;
  const byTarget = groupEntries(accepted.entries, ({ target }) => target);
  const compared = reports.map((report) => {
    const entries = byTarget.get(report.target) ?? [];
    const diff = compareWithBaseline(report.issues, entries, today);
    return { report: { ...report, diff }, warnings: reviewEntries(report, { entries, diff, today }) };
  });
  return {
    results: compared.map(({ report }) => report),
    errors: unwritten ? [{ target: file, ...unwritten }] : [],
    warnings: [
      ...compareCapabilities(file, accepted.capabilities, capabilities),
      ...compared.flatMap(({ warnings }) => warnings),
    ],
  };
}

function writeAccepted(file: string, { entries, capabilities }: Accepted) {
  const declared = capabilities.length > 0 && { capabilities };
  const content = { ruleset: defaultRuleSet.id, ...declared, accepted: entries };
  return writeResultText(file, formatJson(content), 'LNT-003');
}

/** Returns LNT-053 if the baseline comes from a run that declared other capabilities. */
function compareCapabilities(file: string, before: readonly string[], now: readonly string[]): LintProblem[] {
  const [found, expected] = [before, now].map((names) => [...names].sort().join(', ') || 'no capability');
  if (found === expected || found === undefined || expected === undefined) return [];
  return [{ target: file, ...problem('LNT-053', undefined, { found: oneLine(found), expected }) }];
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

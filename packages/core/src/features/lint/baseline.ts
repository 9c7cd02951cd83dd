import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { oneLine } from '../../documents/quoted-text.js';
import { readCheckedJson } from '../../files/checked-json-file.js';
import { writeResultText } from '../../files/result-file.js';
import { formatJson } from '../../island/documents.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { LintBaselineEntry, LintDiff, LintReport } from '../../rules/mcp/lint-report.js';
import { ruleSets } from '../../rules/mcp/rule-sets.js';
import { TEXT_HASH } from '../../spec/hash.js';
import { groupBy } from '../../values/group-by.js';
import { isInOtherText, sayOtherText } from './logic/adjust.js';
import { acceptIssues, compareWithBaseline, hasExpired } from './logic/baseline.js';
import type { NamedReport } from './logic/config.js';
import { nameFile } from './name-target.js';
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
      text: z.string().regex(TEXT_HASH, 'sha256: and 32 hexadecimal digits were expected').exactOptional(),
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
 * @param run.ruleset id of the rule set of this run
 * @param run.isWritten whether the file will be written at the end; if so, it may still be missing, which means that
 *   nothing has been accepted
 * @throws GradingError LNT-014 (missing file), LNT-010 and LNT-011 (unusable file)
 */
export function readAccepted(
  file: string,
  { ruleset, isWritten }: { readonly ruleset: string; readonly isWritten: boolean },
): Accepted {
  if (!existsSync(file)) {
    if (isWritten) return { entries: [], capabilities: [] };
    throw fatal('LNT-014', { file });
  }
  const { ruleset: found, accepted, capabilities = [] } = readCheckedJson(file, lintBaselineFile, 'LNT-010');
  if (found === ruleset) return { entries: accepted, capabilities };
  const isKnown = ruleSets.some(({ id }) => id === found);
  const fit = isKnown ? `--rules ${found} fits it` : 'this version of the tool does not have that set';
  throw fatal('LNT-011', { file }, { found, expected: ruleset, fit });
}

export interface Comparison {
  /** The baseline. */
  readonly file: string;
  /** Whether all current issues are accepted and written to the file first. */
  readonly isUpdated: boolean;
  /** Id of the rule set of the reports. */
  readonly ruleset: string;
  readonly before: Accepted;
  readonly reports: readonly NamedReport[];
  /** Capabilities declared in this run. */
  readonly capabilities: readonly string[];
  /** Folder that the names of targets are relative to. */
  readonly folder: string;
  /** Day, `2027-01-31`. */
  readonly today: string;
}

/** Compares reports with the accepted issues. */
export async function compareReports({
  file,
  isUpdated,
  ruleset,
  before,
  reports,
  capabilities,
  folder,
  today,
}: Comparison): Promise<Pick<LintResult, 'results' | 'errors' | 'warnings'>> {
  // Without any report, write nothing: a file that accepts nothing would look as if no issue had been found.
  const isWritten = isUpdated && reports.length > 0;
  const known = nameTargets(before.entries, reports, folder);
  const named = reports.map(({ name, report }) => ({ ...report, target: name }));
  const accepted = isWritten
    ? { entries: acceptIssues(known, named, today), capabilities }
    : { ...before, entries: known };
  const unwritten = isWritten ? await writeAccepted(file, ruleset, accepted) : null;
  const byTarget = groupBy(accepted.entries, ({ target }) => target);
  const compared = reports.map(({ name, report }) => {
    const entries = byTarget.get(name) ?? [];
    const issues = report.issues.map((issue) =>
      isInOtherText(issue, entries) ? sayOtherText(issue) : issue,
    );
    const diff = compareWithBaseline(issues, entries, today);
    return { report: { ...report, issues, diff }, warnings: reviewEntries(report, { entries, diff, today }) };
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

function writeAccepted(file: string, ruleset: string, { entries, capabilities }: Accepted) {
  const declared = capabilities.length > 0 && { capabilities };
  return writeResultText(file, formatJson({ ruleset, ...declared, accepted: entries }), 'LNT-003');
}

/**
 * Gives each entry the name of the target that it means: entries written by hand, or before names were relative to a
 * folder, may have another spelling.
 */
function nameTargets(entries: Entries, reports: readonly NamedReport[], folder: string): Entries {
  const names = new Set(reports.map(({ name }) => name));
  return entries.map((entry) => {
    const { target } = entry;
    const file = nameFile(target, folder, folder);
    const spellings = [target, file, nameFile(target, folder)];
    const isBelow = isAbsolute(target) && !file.startsWith('../') && !isAbsolute(file);
    const name = spellings.find((one) => names.has(one)) ?? (isBelow ? file : target);
    return { ...entry, target: name };
  });
}

/** Returns LNT-053 if the baseline comes from a run that declared other capabilities. */
function compareCapabilities(file: string, before: readonly string[], now: readonly string[]): LintProblem[] {
  const [found, expected] = [before, now].map((names) => [...names].sort().join(', ') || 'no capability');
  if (found === expected || found === undefined || expected === undefined) return [];
  return [{ target: file, ...problem('LNT-053', undefined, { found: oneLine(found), expected }) }];
}

/**
 * Returns LNT-012 for entries that match no issue, LNT-060 and LNT-061 for those that accept a trap or suspect in no text
 * or another one, and LNT-013 for entries whose last day has passed. An incomplete report cannot prove that an entry is stale: the issue may be in the part that could not be read.
 */
function reviewEntries(
  { target, incomplete }: LintReport,
  { entries, diff, today }: { readonly entries: Entries; readonly diff: LintDiff; readonly today: string },
): LintProblem[] {
  const { stale, changed = [] } = diff;
  const gone = new Set(stale);
  const expired = entries.filter((entry) => hasExpired(entry, today) && !gone.has(entry));
  return [
    ...changed.map(({ rule, subject, text, found }) => ({
      target,
      ...problem(text === undefined ? 'LNT-060' : 'LNT-061', undefined, {
        ...{ rule, subject: oneLine(subject), text: found },
      }),
    })),
    ...(incomplete ? [] : stale).map(({ rule, subject }) => ({
      target,
      ...problem('LNT-012', undefined, { rule, subject: oneLine(subject) }),
    })),
    ...expired.map(({ rule, subject, expires = '' }) => ({
      target,
      ...problem('LNT-013', undefined, { rule, subject: oneLine(subject), expires }),
    })),
  ];
}

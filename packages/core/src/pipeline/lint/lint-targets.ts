import { existsSync } from 'node:fs';
import { writeSnapshotFile } from '../../adapters/mcp/snapshot-file.js';
import { checkResultFile } from '../../adapters/result-file.js';
import { judgeGates } from '../../engine/lint/judge-gates.js';
import { buildLintReport } from '../../engine/lint/report.js';
import type { LintBaselineEntry, LintedServer } from '../../model/lint.js';
import { errorOf, fatal, problem } from '../../tables/error-codes.js';
import { readBaselineEntries, reviewBaseline, updateBaseline } from './baseline.js';
import type { LintOptions, LintProblem, LintResult } from './options.js';
import { resolveLintTargets } from './resolve-targets.js';
import { takeServers } from './take-server.js';

/**
 * Grades MCP servers by what they say of themselves: asked live, read from snapshots, or projected from FlowMCP schemas.
 * A target that can not be judged is an error and has no grade; it hides none of the others.
 *
 * @throws GradingError before anything is asked or written: LNT-002, LNT-003 (a file that can not be written), LNT-010
 *   and LNT-011 (a baseline that can not be used)
 */
export async function lintTargets(options: LintOptions): Promise<LintResult> {
  const { saveSnapshot, failOn = 'error', now = () => new Date() } = options;
  const today = now().toISOString().slice(0, 10);
  const { targets, problems } = resolveLintTargets(options);
  if (saveSnapshot !== undefined && targets.length > 1) {
    throw fatal('LNT-002', undefined, { count: targets.length });
  }
  const before = await prepareFiles(options);

  const taken = await takeServers(targets, options);
  const servers = taken.flatMap(({ server }) => server ?? []);
  const errors: LintProblem[] = [...problems, ...taken.flatMap((one) => one.problems)];
  if (saveSnapshot !== undefined) errors.push(...(await saveServers(saveSnapshot, servers)));

  const build = (baseline?: readonly LintBaselineEntry[]) =>
    servers.map((server) => buildLintReport(server, { baseline, today }));
  let accepted = before;
  if (options.updateBaseline && options.baseline !== undefined) {
    const updated = await updateBaseline(options.baseline, { before: before ?? [], reports: build(), today });
    accepted = updated.entries;
    errors.push(...updated.problems);
  }
  const results = build(accepted);
  for (const report of results) {
    const gates = judgeGates(report, { ...options, failOn });
    errors.push(...gates.map((known) => ({ target: report.target, ...known })));
  }
  const warnings = reviewBaseline(accepted ?? [], results, today);
  return { status: errors.length === 0, results, errors, warnings };
}

/** Sees to it that what is to be written has somewhere to go, and reads what is accepted. */
async function prepareFiles({
  saveSnapshot,
  baseline,
  updateBaseline: isUpdated = false,
}: LintOptions): Promise<readonly LintBaselineEntry[] | undefined> {
  for (const file of [saveSnapshot, isUpdated ? baseline : undefined]) {
    const unwritable = file === undefined ? null : await checkResultFile(file, 'LNT-003');
    if (unwritable) throw errorOf(unwritable);
  }
  if (baseline === undefined || (isUpdated && !existsSync(baseline))) return undefined;
  return readBaselineEntries(baseline);
}

/** Nothing is saved of a server that could be read in part only: its file would look complete. */
async function saveServers(file: string, servers: readonly LintedServer[]): Promise<LintProblem[]> {
  const problems: LintProblem[] = [];
  for (const { target, snapshot, incomplete } of servers) {
    const unsaved =
      incomplete.length > 0 ? problem('LNT-004', { file }) : await writeSnapshotFile(file, snapshot);
    if (unsaved) problems.push({ target, ...unsaved });
  }
  return problems;
}

import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { hideFolders, type ReportFolders } from '../../documents/shown-path.js';
import { mapTexts } from '../../documents/visible-text.js';
import { readOwnPackage } from '../../files/own-package.js';
import { checkResultFile, MODULE, writeResultParts } from '../../files/result-file.js';
import { entriesOf } from '../../grade/gate/baseline.js';
import type { Island } from '../../island/island.js';
import { hasTrials } from '../../island/list-namespace.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem } from '../../problems/problem.js';
import { versionsOf } from '../../spec/books/registered.js';
import { type BarOptions, checkReachable, hasBar, policyOf, readBaseline } from '../../target/gate.js';
import { isWhole, type Target } from '../../target/logic/target.js';
import { type NamedTargets, resolveTargets } from '../../target/targets.js';
import { codeOf } from '../../values/system-error.js';
import type { ReportSummary, ReportTarget } from './logic/grading-report.js';
import { type GradingFormat, renderGrading } from './logic/render.js';
import { createTally } from './logic/tally.js';
import { readReportTarget } from './read-target.js';

export interface ReportOptions extends NamedTargets, BarOptions {
  readonly format: GradingFormat;
  /** Receives the report part by part. */
  readonly write: (part: string) => Promise<void> | void;
  /** File that receives the report instead of `write`. */
  readonly out?: string | undefined;
  /**
   * Folder with one subfolder of sources per namespace. Places point to the sources whose content is what was graded.
   */
  readonly sources?: string | undefined;
  /** Absolute folders; each is removed from paths that lie below it. */
  readonly folders: ReportFolders;
  /** Open the written file with the system's default program. */
  readonly open?: boolean | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface ReportResult {
  readonly status: boolean;
  readonly format: GradingFormat;
  /** The written file; null if the report went to `write`, or was not written. */
  readonly out: string | null;
  readonly summary: ReportSummary;
  readonly warnings: readonly Problem[];
  readonly errors: readonly Problem[];
}

/**
 * Reports on targets: statuses, grades and their reasons, findings, and the history of each node. Each target is read,
 * drawn and released before the next.
 *
 * @returns `errors` with TGT-… and other codes for targets that could not be read; all other targets are reported
 * @throws GradingError before anything is read: RPT-001 (an output file that cannot be written), CLI-006 (an output
 *   file that is also read), RPT-002 (sources that are not a folder), GAT-021 … GAT-023 (an unusable minimum grade or
 *   baseline)
 */
export async function reportGrades(options: ReportOptions): Promise<ReportResult> {
  const { island, format, write, out, folders, now = island.now } = options;
  const inputs = [
    { folder: island.root },
    ...(options.baseline === undefined ? [] : [options.baseline]),
    // A report may be written among the sources, because only modules are read there.
    ...(options.sources === undefined ? [] : [{ folder: options.sources, only: MODULE }]),
  ];
  const unwritable = out === undefined ? null : await checkResultFile(out, 'RPT-001', inputs);
  if (unwritable) throw errorOf(unwritable);
  const sources = options.sources === undefined ? null : requireFolder(options.sources);
  const policy = policyOf(hasBar(options) ? options : { ...options, minGrade: 'B' }, {
    now: now(),
    grading: island.book.grading,
  });
  const entryFor = entriesOf(readBaseline(options.baseline, policy)?.nodes ?? null);
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  checkReachable(resolved.targets, policy);
  const whole = new Set(resolved.targets.filter(isWhole).map(({ folder }) => folder));
  const { onProgress } = options;
  const reading = createReading(resolved.targets, resolved.problems, {
    ...{ island: island.believing(), sources, folders, now: now() },
    gate: { policy, entryFor, isGated: (name) => whole.has(name) },
    ...(onProgress && { onProgress }),
  });
  const { errors } = reading;
  let written: string | null = null;
  if (resolved.targets.length > 0) {
    const parts = renderGrading(format, {
      tool: { name: 'flowmcp', version: readOwnPackage().version },
      versions: versionsOf(island.book),
      book: island.book,
      generatedAt: now().toISOString(),
      targets: reading.read(),
      failures: errors,
      folders,
    });
    if (out === undefined) for await (const part of parts) await write(part);
    const unwritten = out === undefined ? null : await writeResultParts(out, parts, 'RPT-001');
    if (unwritten) errors.push(unwritten);
    else if (out !== undefined) {
      written = out;
      if (options.open) errors.push(...(await openWritten(out)));
    }
  }
  return {
    status: errors.length === 0,
    format,
    out: written,
    summary: reading.summary(),
    warnings: reading.warnings(),
    errors,
  };
}

/** Reads targets one by one and counts what each contains as it is read, because targets are not kept. */
function createReading(
  targets: readonly Target[],
  problems: readonly Problem[],
  {
    island,
    sources,
    folders,
    now,
    gate,
    onProgress = () => undefined,
  }: Pick<ReportOptions, 'island' | 'folders' | 'onProgress'> & {
    readonly sources: string | null;
    readonly now: Date;
    readonly gate: Parameters<typeof readReportTarget>[2]['gate'];
  },
) {
  const errors: Problem[] = [...problems];
  const unread: Problem[] = [];
  const tally = createTally(island.book);
  const sought = { schemas: 0, missing: 0 };
  const readOne = async (target: Target): Promise<ReportTarget | null> => {
    try {
      const found = readReportTarget(island, target, { sources, folders, now, gate });
      const report = await addTrials(found.report, island, target);
      sought.schemas += found.sought.schemas;
      sought.missing += found.sought.missing;
      unread.push(...report.warnings);
      tally.add(report);
      return mapTexts(report, (text) => withoutFolders(text, island.root, folders));
    } catch (error) {
      if (!(error instanceof GradingError)) throw error;
      errors.push(error.problem);
      return null;
    }
  };
  return {
    errors,
    summary: tally.sum,
    warnings: () => [...unread, ...(sought.missing > 0 ? [problem('RPT-003', undefined, sought)] : [])],
    async *read(): AsyncGenerator<ReportTarget> {
      for (const [at, target] of targets.entries()) {
        onProgress(at, targets.length, target.name);
        const report = await readOne(target);
        if (report) yield report;
        // Reading is synchronous: without a pause, it could not be interrupted.
        await new Promise(setImmediate);
      }
      onProgress(targets.length, targets.length, '');
    },
  };
}

/** Adds what trials show; without any, nothing is loaded or read for them. */
async function addTrials(report: ReportTarget, island: Island, target: Target): Promise<ReportTarget> {
  if (!hasTrials(island, target)) return report;
  const { readStandingTrials, trialsOfNode } = await import('../../trials/read-standing.js');
  const standing = await readStandingTrials(island, target);
  const trials = standing.trials.map(({ shown, report: { outcomes, confusion } }) => ({
    ...{ ...shown, outcomes, confusion },
  }));
  const nodes = report.nodes.map((node) => {
    const own = trialsOfNode(node.node, standing);
    return own.length > 0 ? { ...node, trials: own } : node;
  });
  const warnings = [...report.warnings, ...standing.problems];
  return { ...report, nodes, ...(trials.length > 0 && isWhole(target) && { trials }), warnings };
}

/** Removes folders from a text: graders may have named the folders in which they worked. */
function withoutFolders(text: string, root: string, folders: ReportFolders): string {
  return hideFolders(hideFolders(text, { root, home: '' }), folders);
}

/** @throws GradingError RPT-002 */
function requireFolder(folder: string): string {
  const refuse = (reason: string) => fatal('RPT-002', { file: folder }, { reason });
  try {
    if (statSync(folder).isDirectory()) return resolve(folder);
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    throw refuse(reason);
  }
  throw refuse('it is not a folder');
}

async function openWritten(file: string): Promise<Problem[]> {
  const reason = await openFile(resolve(file));
  return reason === null ? [] : [problem('RPT-004', { file }, { reason })];
}

/** The program with which each system opens a file; no shell reads the name. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
const OTHER = ['xdg-open'] as const;

/**
 * Opens a file with the system's default program, and does not wait for it.
 *
 * @param file absolute, so that it cannot be taken for an option
 * @returns why no program could be started; null if one was
 */
export function openFile(file: string): Promise<string | null> {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER;
  return new Promise((resolve, reject) => {
    const started = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
    started.once('spawn', () => {
      started.unref();
      resolve(null);
    });
    started.once('error', (error) => {
      const code = codeOf(error);
      if (code === undefined) reject(error);
      else resolve(`${program}: ${code}`);
    });
  });
}

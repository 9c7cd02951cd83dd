import { dirname, join, resolve } from 'node:path';
import { formatJson } from '../../island/documents.js';
import { type Files, nodeFiles } from '../../island/files.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { parseJsonDocument } from '../../values/read-json.js';
import { codeOf } from '../../values/system-error.js';
import { formatPointer } from '../../values/value-path.js';
import {
  type ProtocolPrompts,
  type ProtocolReport,
  type ProtocolState,
  protocolState,
} from './logic/protocol-v1.js';
import { reportName } from './logic/state.js';

/** Default folders for prompts and reports, relative to the current folder. */
const DEFAULT_WORKDIR = 'proofs/grade-work';
const DEFAULT_REPORTS_DIR = 'proofs/grade-reports';

/** Folders that one run of the protocol reads and writes. */
export interface Workfolders {
  /** Default `proofs/grade-work`. */
  readonly workdir?: string | undefined;
  /** Default `proofs/grade-reports`. */
  readonly reportsDir?: string | undefined;
  /** Default: the disk. */
  readonly files?: Files | undefined;
}

/** The files of scoring protocol v1: reports stay for good, everything else can be made again. */
export class Workfolder {
  readonly workdir: string;
  readonly reportsDir: string;
  readonly #files: Files;

  constructor({
    workdir = DEFAULT_WORKDIR,
    reportsDir = DEFAULT_REPORTS_DIR,
    files = nodeFiles,
  }: Workfolders) {
    this.workdir = resolve(workdir);
    this.reportsDir = resolve(reportsDir);
    this.#files = files;
  }

  promptsPath(slug: string): string {
    return join(this.workdir, slug, 'prompts.json');
  }

  statePath(slug: string): string {
    return join(this.workdir, slug, 'state.json');
  }

  scoresPath(slug: string): string {
    return join(this.workdir, slug, 'scores.json');
  }

  /** null if no prompts were emitted; the reason as text if the state is damaged. */
  readState(slug: string): ProtocolState | string | null {
    const bytes = this.#files.read(this.statePath(slug));
    if (bytes === null) return null;
    const document = parseJsonDocument(bytes, 'GRP-003');
    if ('code' in document) return describeProblem(document).message;
    const result = protocolState.safeParse(document.json);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    return `${formatPointer(issue?.path ?? [])} has the wrong shape`;
  }

  /** Writes the prompts first: the state asserts that all of them exist. */
  writePrompts(prompts: ProtocolPrompts, state: ProtocolState): void {
    this.#replace(this.promptsPath(state.schemaIdSlug), prompts);
    this.writeState(state);
  }

  writeState(state: ProtocolState): void {
    this.#replace(this.statePath(state.schemaIdSlug), state);
  }

  writeScores(slug: string, scores: unknown): void {
    this.#replace(this.scoresPath(slug), scores);
  }

  #replace(path: string, document: unknown): void {
    this.#files.makeFolders([dirname(path)], dirname(path));
    this.#files.replace(path, formatJson(document), 'quick');
  }

  /** Writes a report under the first free name of its day, and returns that name. */
  createReport(report: ProtocolReport): string {
    const text = formatJson(report);
    const date = new Date(report.timestamps.reportedAt);
    const folders = this.#files.makeFolders([this.reportsDir], this.reportsDir);
    for (let nth = 1; ; nth += 1) {
      const path = join(this.reportsDir, reportName({ slug: report.schemaIdSlug, date, nth }));
      if (this.#files.createAll([{ path, bytes: text }], folders)[0]) return path;
    }
  }
}

/** Runs an operation on a file; a disk error becomes a problem with the file's path. */
export function onDisk<T>(file: string, work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return problem('GRP-017', { file }, { reason });
  }
}

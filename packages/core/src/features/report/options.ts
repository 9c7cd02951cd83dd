import type { ReportFolders } from '../../documents/shown-path.js';
import type { Problem } from '../../problems/problem.js';
import type { BarOptions } from '../../target/gate.js';
import type { NamedTargets } from '../../target/targets.js';
import type { ReportSummary } from './logic/grading-report.js';
import type { GradingFormat } from './logic/render.js';

export interface ReportOptions extends NamedTargets, BarOptions {
  readonly format: GradingFormat;
  /** Receives the report part by part. */
  readonly write: (part: string) => Promise<void> | void;
  /** File to write instead. */
  readonly out?: string | undefined;
  /** Folder with a subfolder per namespace: places point into its schemas if these have the graded content. */
  readonly sources?: string | undefined;
  /** Absolute folders that are cut from the paths below them. */
  readonly folders: ReportFolders;
  /** Open the written file with the system's default program. */
  readonly open?: boolean | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface ReportResult {
  readonly status: boolean;
  readonly format: GradingFormat;
  /** The written file; null if the report went to `write`. */
  readonly out: string | null;
  readonly summary: ReportSummary;
  readonly warnings: readonly Problem[];
  readonly errors: readonly Problem[];
}

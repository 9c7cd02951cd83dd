import type { ReportFolders } from '../../documents/shown-path.js';
import type { Problem } from '../../problems/problem.js';
import type { NamedTargets } from '../../target/each-target.js';
import type { BarOptions } from '../../target/gate-options.js';
import type { ReportSummary } from './logic/grading-report.js';
import type { GradingFormat } from './logic/render.js';

export interface ReportOptions extends NamedTargets, BarOptions {
  readonly format: GradingFormat;
  /** Takes the report in parts, one after the other. */
  readonly write: (part: string) => Promise<void> | void;
  /** File that is written instead. */
  readonly out?: string | undefined;
  /** Folder with a folder for each namespace: places are those in its schemas, where they have the graded content. */
  readonly sources?: string | undefined;
  /** Absolute folders: what is below them is shown without them. */
  readonly folders: ReportFolders;
  /** Show the file that was written, with what the system shows such files with. */
  readonly open?: boolean | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface ReportResult {
  readonly status: boolean;
  readonly format: GradingFormat;
  /** File that was written; null where the report went to `write`. */
  readonly out: string | null;
  readonly summary: ReportSummary;
  readonly warnings: readonly Problem[];
  readonly errors: readonly Problem[];
}

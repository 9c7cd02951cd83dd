import type { Problem } from '../../problems/problem.js';
import type { LintReport } from '../../rules/mcp/lint.js';
import type { LintGates } from './logic/judge-gates.js';
import type { McpHeader } from './logic/mcp-target.js';

export interface LintOptions extends Partial<LintGates> {
  /** Addresses of servers; schema files, provider folders, folders of such folders. */
  readonly targets?: readonly string[];
  /** Snapshot files. */
  readonly snapshots?: readonly string[];
  /** A server to start: program and arguments. */
  readonly stdio?: StdioServer | undefined;
  /** Write what the server said there. */
  readonly saveSnapshot?: string | undefined;
  /** File the caller is going to write the report to: refused where the run reads it. */
  readonly out?: string | undefined;
  /** Of each request to an address. */
  readonly headers?: readonly McpHeader[];
  /** Hosts whose addresses may be private. */
  readonly allowHosts?: readonly string[];
  /** For one server, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Servers asked at a time, 4 by default. */
  readonly concurrency?: number | undefined;
  /** File of what is accepted. */
  readonly baseline?: string | undefined;
  /** Accept all there is now: write it to `baseline`. */
  readonly updateBaseline?: boolean | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface StdioServer {
  readonly command: readonly [string, ...string[]];
  /** What it gets besides what a program needs to start. */
  readonly env: Readonly<Record<string, string>>;
}

/** A problem, and the target it is one of. */
export interface LintProblem extends Problem {
  /** As in its report; of a file that could not be written: the file. */
  readonly target: string;
}

export interface LintResult {
  /** Every target was judged, all of it, and no gate says no. */
  readonly status: boolean;
  /** One for each target that could be judged, in the order given; schema files of a folder in code-unit order. */
  readonly results: readonly LintReport[];
  /** Why a target could not be judged (IMP, SRC, VAL, MCP codes, LNT-001), or not all of it (MCP-020), files that were not written (LNT-003, LNT-004), gates (LNT-02x). */
  readonly errors: readonly LintProblem[];
  /** Entries of the baseline that nothing matches any more (LNT-012), or whose day has passed (LNT-013). */
  readonly warnings: readonly LintProblem[];
}

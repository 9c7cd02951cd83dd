import type { Problem } from '../../problems/problem.js';
import type { LintReport } from '../../rules/mcp/lint.js';
import type { LintGates } from './logic/judge-gates.js';
import type { Capability, McpHeader } from './mcp/query.js';

export interface LintOptions extends Partial<LintGates> {
  /** Each target is a server's address, a schema file, a provider folder, or a folder of provider folders. */
  readonly targets?: readonly string[];
  /** Snapshot files. */
  readonly snapshots?: readonly string[];
  /** A server to start: program and arguments. */
  readonly stdio?: StdioServer | undefined;
  /** File to save the server's answers to. */
  readonly saveSnapshot?: string | undefined;
  /** File to which the caller will write the report; it is refused if the run also reads it. */
  readonly out?: string | undefined;
  /** Headers to send with each request to an address. */
  readonly headers?: readonly McpHeader[];
  /** Hosts whose addresses may be private. */
  readonly allowHosts?: readonly string[];
  /** Capabilities to declare to servers: some offer more tools to clients that have them. Nothing is done with them. */
  readonly capabilities?: readonly Capability[] | undefined;
  /** Folders to name to servers that ask for roots; only with the capability `roots`. */
  readonly roots?: readonly string[];
  /** Client configurations whose servers are linted. */
  readonly servers?: readonly string[] | undefined;
  /** Id of the lint rule set; by default that of the configuration, else `mcp-playground/1`. */
  readonly ruleSet?: string | undefined;
  /** Configuration file. What the other options say comes first. */
  readonly config?: string | undefined;
  /** Time limit for one server, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of servers queried at the same time, 4 by default. */
  readonly concurrency?: number | undefined;
  /** File of accepted issues. */
  readonly baseline?: string | undefined;
  /** Accept all current issues: write them to `baseline`. */
  readonly updateBaseline?: boolean | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface StdioServer {
  readonly command: readonly [string, ...string[]];
  /** Environment variables in addition to those that a program needs to start. */
  readonly env: Readonly<Record<string, string>>;
}

/** A problem and the target it belongs to. */
export interface LintProblem extends Problem {
  /** The name of the target as in its report; for a file that could not be written, the path of that file. */
  readonly target: string;
}

export interface LintResult {
  /** Whether every target was judged completely and no gate failed. */
  readonly status: boolean;
  /** One for each target that could be judged, in the given order; schema files of a folder in code-unit order. */
  readonly results: readonly LintReport[];
  /**
   * Why a target could not be judged (IMP, SRC, VAL, MCP codes, LNT-001) or not completely (MCP-020, LNT-046), which files were
   * not written (LNT-003, LNT-004), and which gates failed (LNT-02x).
   */
  readonly errors: readonly LintProblem[];
  /**
   * Files that are no schemas (SRC-012), schemas that were passed over (IMP-022), unusable lists (LST-101), entries of
   * a baseline or a configuration that no longer match any issue (LNT-012, LNT-049) or whose last day has passed (LNT-013,
   * LNT-048), and a baseline that was written with other capabilities (LNT-053).
   */
  readonly warnings: readonly LintProblem[];
}

import type { Problem } from '../../problems/problem.js';
import type { LintReport } from '../../rules/mcp/lint-report.js';
import type { LintGates } from './logic/judge-gates.js';
import type { Capability, McpHeader } from './mcp/query.js';
import type { SecondLookOptions } from './second-look.js';

export interface LintOptions extends Partial<LintGates> {
  /** Each target is a server's address, a schema file, a provider folder, or a folder of provider folders. */
  readonly targets?: readonly string[];
  /** Snapshot files. */
  readonly snapshots?: readonly string[];
  /** Client configurations: `mcp.json` for all servers of a file, `mcp.json#github` for one. */
  readonly servers?: readonly string[] | undefined;
  /** Servers of client configurations whose programs may be started; true: all. */
  readonly start?: true | readonly string[] | undefined;
  /** Values for `${NAME}` and `${env:NAME}` in client configurations. */
  readonly env?: Readonly<Record<string, string>>;
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
  /** A model that takes a second look at texts; only with a rule set that scores by shares. */
  readonly secondLook?: Omit<SecondLookOptions, 'onWarning'> | undefined;
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
  /**
   * One for each target that could be judged, in the given order; schema files of a folder in code-unit order, servers of a
   * configuration in the order of the file.
   */
  readonly results: readonly LintReport[];
  /**
   * Why a target could not be judged (IMP, SRC, VAL, MCP codes, LNT-001, LNT-044, LNT-045, LNT-050, LNT-051) or not
   * completely (MCP-020, LNT-046, LNT-054), which files were not written (LNT-003, LNT-004), and which gates failed
   * (LNT-02x, LNT-040).
   */
  readonly errors: readonly LintProblem[];
  /**
   * Files that are no schemas (SRC-012), schemas that were passed over (IMP-022), unusable lists (LST-101), disabled servers
   * (LNT-055), entries of a baseline or a configuration that no longer match any issue (LNT-012, LNT-049) or whose last
   * day has passed (LNT-013, LNT-048), entries that accept a trap or suspect in no text or in another one (LNT-058 to
   * LNT-061), and a baseline that was written with other capabilities (LNT-053).
   */
  readonly warnings: readonly LintProblem[];
}

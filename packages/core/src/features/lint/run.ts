import { parseAllowedHosts } from '../../net/hosts.js';
import type { LintedServer } from '../../rules/mcp/lint-report.js';
import type { LintOptions, LintProblem } from './options.js';
import { resolveLintTargets } from './resolve-targets.js';
import { takeServers } from './take-server.js';

/** What says which servers are read, and how. */
export type ServerSources = Pick<
  LintOptions,
  'targets' | 'snapshots' | 'stdio' | 'headers' | 'allowHosts' | 'timeoutMs'
>;

/** A server as other features get it: exactly as lint reads it. */
export interface ServerSource {
  readonly server: LintedServer;
  /** The schema file that became this server, and its provider folder if the user named that; null for any other server. */
  readonly schema: { readonly file: string; readonly folder: string | null } | null;
}

/**
 * Reads servers for another feature: from schema files, snapshots, addresses and programs. None of their tools is called.
 *
 * @returns the servers in the given order, and what lint reports about targets that could not be read, or only in part
 * @throws GradingError NET-020 for an allowed host that is not a host
 */
export async function readServers(
  sources: ServerSources,
): Promise<{ readonly servers: readonly ServerSource[]; readonly problems: readonly LintProblem[] }> {
  // Refuse unusable hosts before any server is started.
  parseAllowedHosts(sources.allowHosts ?? []);
  const { targets, problems } = await resolveLintTargets(sources);
  const taken = await takeServers(targets, sources, (server, target): ServerSource => {
    const schema = target.kind === 'schema' ? { file: target.file, folder: target.folder } : null;
    return { server, schema };
  });
  return {
    servers: taken.flatMap(({ made }) => made ?? []),
    problems: [...problems, ...taken.flatMap((one) => one.problems)],
  };
}

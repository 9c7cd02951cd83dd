import { fatal } from '@flowmcp/grading-core/commands';
import { type Refuse, readHeaderValues } from './header-values.js';
import { isAddress, type ServerFlags } from './server-options.js';

/**
 * Reads what the flags say about servers.
 *
 * @param command the command's name in help
 * @throws GradingError CLI-002 for a header or a variable that cannot be used
 */
export function readServerFlags(targets: readonly string[], flags: ServerFlags, command: string) {
  const refuse: Refuse = (reason) =>
    fatal('CLI-002', undefined, { reason, help: `flowmcp ${command} --help` });
  const headers = Object.entries(
    readHeaderValues(flags.header ?? [], '--header', { literal: false, refuse }),
  ).map(([name, value]) => ({ name, value }));
  if (headers.length > 0) requireOneOrigin(targets, refuse);
  const env = Object.fromEntries((flags.env ?? []).map((name) => [name, requireVariable(name, refuse)]));
  const { snapshot: snapshots = [], allowHost: allowHosts = [], timeout: timeoutMs, stdio } = flags;
  return {
    ...{ targets, snapshots, headers, allowHosts, timeoutMs, env },
    stdio: stdio && { command: stdio, env },
  };
}

/** Refuses headers for several servers: a header meant for one server must not reach another. */
function requireOneOrigin(targets: readonly string[], refuse: Refuse): void {
  const addresses = targets.filter((one) => isAddress(one) && URL.canParse(one));
  const origins = new Set(addresses.map((one) => new URL(one).origin));
  if (origins.size > 1) {
    throw refuse(`--header would go to ${origins.size} different servers; lint them one by one`);
  }
}

function requireVariable(name: string, refuse: Refuse): string {
  const value = process.env[name];
  if (value === undefined) throw refuse(`--env ${name}: there is no such environment variable`);
  return value;
}

import { resolve } from 'node:path';
import { listEnvironmentSecrets } from '../../../keys/environment-secrets.js';
import { listSecrets } from '../../../keys/secret-values.js';
import { acceptUrl, nameOf } from '../../../net/accept-url.js';
import { parseAllowedHosts } from '../../../net/allowed-hosts.js';
import { findHeaderFault } from '../../../net/header-fault.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { McpOptions, McpTarget } from '../logic/mcp-target.js';
import type { Asking, Fault } from './fault.js';
import { createGuardedHttp, type Network } from './guarded-http.js';
import type { Link } from './link.js';
import { nameCommand } from './name-command.js';
import { createSseLink } from './sse-link.js';
import { createStdioLink } from './stdio-link.js';
import { createStreamableLink } from './streamable-link.js';

/** One way to connect to a server. */
export interface WayIn {
  /** Whether to try the revision without a handshake first. */
  readonly mayDiscover: boolean;
  createLink(): Link;
}

/** The ways to connect to a target, tried in turn. */
export interface WaysIn {
  readonly ways: readonly WayIn[];
  /** Checks whether a fault justifies trying the next way. */
  leadsOn(fault: Fault): boolean;
  /** Which failure to report if all ways have failed. */
  readonly telling: 'first' | 'last';
  dispose(): Promise<void>;
}

/** A target that is ready to connect to. */
export interface PreparedTarget {
  /** Name of the target in messages and reports. */
  readonly name: string;
  readonly secrets: readonly string[];
  findWays(asking: Asking): WaysIn;
}

/** Statuses with which a server that only supports HTTP with SSE may answer a POST. */
const OLDER_STATUSES = [400, 404, 405, 406, 415, 501];

/** Variables a program needs to be found and started; the user has to name all others. */
const INHERITED = process.platform === 'win32' ? ['PATH', 'PATHEXT', 'SYSTEMROOT', 'TEMP'] : ['PATH'];

/** @returns MCP-013 or MCP-014 for an unusable address or header */
export function prepareHttp(
  { url: text, headers }: Extract<McpTarget, { readonly kind: 'http' }>,
  { allowHosts }: McpOptions,
  network: Network,
): PreparedTarget | Problem {
  const accepted = acceptUrl(text);
  if ('reason' in accepted) {
    return problem('MCP-013', undefined, { url: accepted.shown, reason: accepted.reason });
  }
  for (const [at, header] of headers.entries()) {
    const fault = findHeaderFault(header, at + 1);
    if (fault) return problem('MCP-014', undefined, { ...fault });
  }
  const { url } = accepted;
  const own = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const allowed = parseAllowedHosts(allowHosts);
  return {
    name: nameOf(url),
    secrets: listSecrets(own, url.searchParams),
    findWays(asking) {
      const http = createGuardedHttp(asking, { allowed, headers: own, origin: url.origin, network });
      return {
        ways: [
          { mayDiscover: true, createLink: () => createStreamableLink({ http, url, asking }) },
          { mayDiscover: false, createLink: () => createSseLink({ http, url, asking }) },
        ],
        leadsOn: ({ status }) => status !== undefined && OLDER_STATUSES.includes(status),
        telling: 'first',
        dispose: () => http.close(),
      };
    },
  };
}

export function prepareStdio({
  command,
  env: named,
  cwd = '.',
}: Extract<McpTarget, { readonly kind: 'stdio' }>): PreparedTarget {
  const { name, secrets } = nameCommand(command);
  const inherited = INHERITED.flatMap((key) => {
    const value = process.env[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const env = { ...Object.fromEntries(inherited), ...named };
  return {
    name,
    secrets: [...secrets, ...listEnvironmentSecrets(named)],
    findWays(asking) {
      const createLink = () => createStdioLink({ command, cwd: resolve(cwd), env, asking });
      return {
        ways: [
          { mayDiscover: true, createLink },
          { mayDiscover: false, createLink },
        ],
        // Some servers end when a message arrives before their handshake.
        leadsOn: ({ problem: { code } }) => code === 'MCP-011',
        telling: 'last',
        dispose: async () => undefined,
      };
    },
  };
}

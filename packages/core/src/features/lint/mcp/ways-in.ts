import { resolve } from 'node:path';
import { nameCommand } from '../../../keys/logic/command-name.js';
import { listGivenSecrets, listSecrets } from '../../../keys/logic/secrets.js';
import { findHeaderFault } from '../../../net/headers.js';
import { parseAllowedHosts } from '../../../net/hosts.js';
import { acceptUrl, nameOf } from '../../../net/url.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { createGuardedHttp, type Network } from './guarded-http.js';
import { SseLink, StreamableLink } from './http-links.js';
import type { Asking, Fault, Link } from './link.js';
import type { McpOptions, McpTarget } from './query.js';
import { createStdioLink } from './stdio-link.js';

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

/** Statuses that a server may return for a POST if it only supports HTTP with SSE. */
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
          { mayDiscover: true, createLink: () => new StreamableLink({ http, url, asking }) },
          { mayDiscover: false, createLink: () => new SseLink({ http, url, asking }) },
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
    secrets: [...secrets, ...listGivenSecrets(Object.entries(named))],
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

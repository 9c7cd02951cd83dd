import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { listServer, type Surroundings } from '../../../../src/features/lint/mcp/list-server.js';
import type { McpOptions, McpTarget } from '../../../../src/features/lint/mcp/query.js';
import { describeProblem } from '../../../../src/problems/error-codes.js';
import type { Problem } from '../../../../src/problems/problem.js';
import type { LintedServer } from '../../../../src/rules/mcp/lint-report.js';

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));

/** A server from fixtures/mcp-servers, as a program. */
export function fixture(
  name: string,
  ...args: readonly string[]
): Extract<McpTarget, { readonly kind: 'stdio' }> {
  const file = join(ROOT, 'fixtures/mcp-servers', `${name}.mjs`);
  return { kind: 'stdio', command: [process.execPath, file, ...args], env: {} };
}

/** The program of a published server, from its package. */
export function publishedServer(name: string): string {
  const folder = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const [file = ''] = Object.values(bin);
  return join(folder, dirname(file), file.slice(dirname(file).length));
}

export async function ask(
  target: McpTarget,
  options: Partial<McpOptions> = {},
  surroundings: Surroundings = {},
) {
  return listServer(target, { allowHosts: [], ...options }, surroundings);
}

export function serverOf(outcome: LintedServer | Problem): LintedServer {
  if ('code' in outcome) expect.fail(`${outcome.code}: ${describeProblem(outcome).message}`);
  return outcome;
}

export function problemOf(outcome: LintedServer | Problem): Problem & { message: string } {
  if (!('code' in outcome)) expect.fail(`a server came: ${JSON.stringify(outcome).slice(0, 500)}`);
  return { ...outcome, message: describeProblem(outcome).message };
}

export function reasonFor(outcome: LintedServer | Problem, list: string): string | undefined {
  return serverOf(outcome).incomplete.find((one) => one.list === list)?.reason;
}

/** Reasons why a part, or everything, could not be read. */
export function wordsOf(outcome: LintedServer | Problem): string | undefined {
  return 'code' in outcome ? describeProblem(outcome).message : outcome.incomplete[0]?.reason;
}

/** Processes whose command line contains a text. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

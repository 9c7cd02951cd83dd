import type { LintedServer } from '../../../rules/mcp/lint-report.js';
import { isRecord } from '../../../values/is-record.js';

/**
 * For each server of a client configuration, the tools of the others: one model sees them all, and a text of one server
 * may speak of another's tool.
 *
 * @returns by server, lower-case names of tools with the target of the first other server that has them
 */
export function findForeignTools(
  servers: readonly { readonly file: string; readonly server: LintedServer }[],
): ReadonlyMap<LintedServer, ReadonlyMap<string, string>> {
  const named = servers.map(({ file, server }) => ({ file, server, tools: toolNames(server) }));
  return new Map(
    named.map((one) => {
      const others = named.filter(({ file, server }) => file === one.file && server !== one.server);
      const pairs = others.flatMap(({ server, tools }) =>
        tools.map((tool) => [tool, server.target] as const),
      );
      // Of equal names in a list, a map keeps the last.
      return [one.server, new Map(pairs.reverse())];
    }),
  );
}

function toolNames({ snapshot: { tools } }: LintedServer): string[] {
  return tools.flatMap((tool) =>
    isRecord(tool) && typeof tool.name === 'string' ? [tool.name.toLowerCase()] : [],
  );
}

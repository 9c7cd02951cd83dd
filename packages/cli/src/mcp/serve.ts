import { once } from 'node:events';
import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { openWorkplace } from '../options/workplace.js';
import { printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { loadSkills } from './resources.js';
import { openRoots } from './roots.js';
import { buildServer } from './server.js';
import type { McpFlags } from './tool.js';

/**
 * `flowmcp grading mcp`: answers on stdin and stdout until the client closes them.
 *
 * @param version of this program, as the server reports it
 */
export function serve(flags: McpFlags, version: string) {
  return runAction({
    json: false,
    run: async () => {
      const wire = reserveStdout();
      const roots = openRoots(flags.root);
      // A config.json or an island that cannot be used ends the command now, and not the first call.
      const open = () => openWorkplace(flags);
      open();
      const skills = await loadSkills();
      const transport = new StdioServerTransport(process.stdin, wire);
      const closed = once(process.stdin, 'close');
      const handle = serveStdio(() => buildServer({ version, flags, roots, open }, skills), {
        transport,
        onerror: (error) => printTalk(`mcp: ${error.message}`),
      });
      await closed;
      await handle.close();
      return { status: true, errors: [] };
    },
    show: () => undefined,
  });
}

/**
 * Keeps stdout for the protocol. Whatever else writes there, a library or a forgotten console.log, goes to stderr: one
 * stray line would end the connection.
 */
function reserveStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Uint8Array, _, done) => {
      write(chunk, (error) => done(error));
    },
  });
}

import { MAX_PAYLOAD_BYTES } from '@flowmcp/grading-core/commands';
import { serveSchema } from '@flowmcp/grading-core/features/evaluate/serve-schema';
import { printJson } from '../terminal/output.js';
import { readBytes } from '../terminal/read-bytes.js';
import { runAction } from '../terminal/run-action.js';

/**
 * `flowmcp evaluator serve-schema`: prints an answer as JSON on stdout, or a message on stderr with exit code
 * 2.
 */
export function serveOneSchema() {
  return runAction({
    json: false,
    run: async () => {
      const bytes = await readBytes('-', MAX_PAYLOAD_BYTES);
      // Print here, because a program reads the answer, and `show` would get strings changed for display.
      printJson(await serveSchema(bytes, new Date()));
      return { status: true, errors: [] };
    },
    show: () => undefined,
  });
}

import { MAX_PAYLOAD_BYTES } from '@flowmcp/grading-core/commands';
import { serveSchema } from '@flowmcp/grading-core/features/evaluate/serve-schema/serve-schema';
import { printJson } from '../terminal/output.js';
import { readBytes } from '../terminal/read-bytes.js';
import { runAction } from '../terminal/run-action.js';

/** `flowmcp evaluator serve-schema`: an answer is JSON on stdout; without one there are words on stderr and exit code 2. */
export function serveOneSchema() {
  return runAction({
    json: false,
    run: async () => {
      const bytes = await readBytes('-', MAX_PAYLOAD_BYTES);
      // For a program: not a result that is shown.
      printJson(await serveSchema(bytes, new Date()));
      return { status: true, errors: [] };
    },
    show: () => undefined,
  });
}

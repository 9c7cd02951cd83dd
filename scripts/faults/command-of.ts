import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url));

/** What node is started with to run the command line: as built, or from its source. */
export function commandOf(built: boolean): readonly string[] {
  if (!built) {
    const tsx = createRequire(import.meta.url).resolve('tsx');
    return ['--import', tsx, '--conditions=flowmcp-source', SOURCE];
  }
  if (!existsSync(BUILT)) throw new Error('the command line is not built; run npm run build');
  return [BUILT];
}

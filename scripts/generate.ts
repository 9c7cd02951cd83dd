// Writes everything that is derived from the sources and committed; with --check it writes nothing and
// exits 1 when a file is stale.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { listStale, planDocuments, planFindingRegistry, planRegistry } from './generate/plan.js';
import { ROOT } from './source-files.js';

const check = process.argv.includes('--check');

const staleRegistry = listStale([planRegistry(), planFindingRegistry()]);
// The documents are made from the catalogue, so its registries have to be right before they are imported.
if (!check) write(staleRegistry);
const staleDocuments = listStale(await planDocuments());
if (!check) write(staleDocuments);

const stale = [...staleRegistry, ...staleDocuments];
for (const { path } of stale) console.log(check ? `stale: ${path}` : `written: ${path}`);
if (check && stale.length > 0) console.error('Run: npm run generate');
process.exitCode = check && stale.length > 0 ? 1 : 0;

function write(files: readonly { path: string; text: string }[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(`${ROOT}${path}`), { recursive: true });
    writeFileSync(`${ROOT}${path}`, text);
  }
}

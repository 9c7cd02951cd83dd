// Writes everything that is derived from the sources and committed. With --check it writes nothing and exits
// 1 when a file is stale; with --only <path> it writes just that document.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  listStale,
  planBookRegistry,
  planDeterministicRegistry,
  planDocuments,
  planFindingRegistry,
  planGateRegistries,
  planLintRegistries,
  planRegistry,
  planSelectionFindingRegistry,
} from './generate/plan.js';
import { ROOT } from './source-files.js';

const { check, only } = parseArgs({
  options: { check: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values;

const staleRegistry = listStale([
  planBookRegistry(),
  planRegistry(),
  planDeterministicRegistry(),
  planFindingRegistry(),
  planSelectionFindingRegistry(),
  ...planGateRegistries(),
  ...planLintRegistries(),
]);
// The documents are made from the catalogue, so its registries have to be right before they are imported.
if (!check) write(staleRegistry);
const documents = (await planDocuments()).filter(({ path }) => only === undefined || path === only);
if (documents.length === 0) throw new Error(`--only ${only}: no such generated document`);
const staleDocuments = listStale(documents);
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

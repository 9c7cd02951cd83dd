// Runs the generator and fails when it changed anything: a generated file is never stale in a commit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { filesBelow, ROOT } from './source-files.js';

const GENERATED_FOLDERS = ['docs/catalog', 'spec/schemas'];

function readGenerated(): Map<string, string> {
  const named = ['packages/core/src', 'packages/cli/src']
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => /\.generated\.[a-z.]+$/.test(file));
  const files = [...named, ...GENERATED_FOLDERS.flatMap((folder) => filesBelow(folder))];
  return new Map(files.map((file) => [file, readFileSync(`${ROOT}${file}`, 'utf8')]));
}

const before = readGenerated();
const generator = ['--import', 'tsx', '--conditions=source', `${ROOT}scripts/generate.ts`];
const run = spawnSync(process.execPath, generator, { cwd: ROOT, stdio: 'inherit' });
if (run.error) throw run.error;
if (run.status !== 0) process.exit(run.status ?? 1);

const after = readGenerated();
const stale = [...new Set([...before.keys(), ...after.keys()])]
  .filter((file) => before.get(file) !== after.get(file))
  .sort();
for (const file of stale) console.error(`${file}: was stale, now written anew; commit it`);
if (stale.length === 0) console.log(`${after.size} generated files are fresh`);
process.exitCode = stale.length > 0 ? 1 : 0;

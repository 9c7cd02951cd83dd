// Installs the workspace when it is missing or behind the lockfile; does nothing in ~70 ms otherwise.
// Chained into every npm script by hand: "pre" scripts are skipped where ignore-scripts is set.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function read(path) {
  try {
    return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

// pnpm leaves a copy of the lockfile behind only when an install has finished.
if (read('pnpm-lock.yaml') !== read('node_modules/.pnpm/lock.yaml')) {
  const { packageManager } = JSON.parse(read('package.json'));
  const args = [
    '--yes',
    packageManager,
    'install',
    '--frozen-lockfile',
    '--config.confirmModulesPurge=false',
  ];
  const run = spawnSync('npx', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (run.error) throw run.error;
  process.exit(run.status ?? 1);
}

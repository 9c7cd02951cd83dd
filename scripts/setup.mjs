// Installs the workspace if it is missing or older than the lockfile; does nothing in ~70 ms otherwise.
// Chained into every npm script by hand, because ignore-scripts skips "pre" scripts.
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

// pnpm leaves a copy of the lockfile only after a complete install.
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

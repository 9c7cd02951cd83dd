// Installs the workspace if it is missing or older than the lockfile, and makes the library scripts of the sandbox if they
// are missing or older than what they are made of; does nothing in ~70 ms otherwise.
// Chained into every npm script by hand, because ignore-scripts skips "pre" scripts.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function read(path) {
  return ifThere(() => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

function timeOf(path) {
  return ifThere(() => statSync(new URL(`../${path}`, import.meta.url)).mtimeMs) ?? 0;
}

function ifThere(look) {
  try {
    return look();
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Says what it does and nothing else, on stderr; what a failing program printed is shown. */
function run(what, ...words) {
  process.stderr.write(`${what} … `);
  const result = spawnSync('npx', words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (result.error) throw result.error;
  process.stderr.write(result.status === 0 ? 'done\n' : `failed\n${result.stdout}${result.stderr}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

// pnpm leaves a copy of the lockfile only after a complete install.
if (read('pnpm-lock.yaml') !== read('node_modules/.pnpm/lock.yaml')) {
  const { packageManager } = JSON.parse(read('package.json'));
  run(
    'Installing the dependencies',
    '--yes',
    packageManager,
    'install',
    '--frozen-lockfile',
    '--config.confirmModulesPurge=false',
  );
}

/** When the scripts were made; 0 if one that the index lists is missing. */
function timeOfScripts() {
  const index = read('packages/core/libraries/index.json') ?? '';
  const names = [...index.matchAll(/"name": ?"([^"]+)"/g)].map(([, name]) => name.replaceAll('/', '__'));
  return Math.min(
    ...['index.json', ...names.map((name) => `${name}.js`)].map((file) =>
      timeOf(`packages/core/libraries/${file}`),
    ),
  );
}

const made = timeOfScripts();
const parts = ['bundle-libraries.ts', 'shims/crypto.ts', 'shims/zlib.ts'].map(
  (name) => `scripts/bundle/${name}`,
);
if (['pnpm-lock.yaml', ...parts].some((path) => timeOf(path) > made))
  run('Bundling the libraries of the sandbox', 'tsx', 'scripts/bundle-libraries.ts');

// What a user installs is the tarball, not the checkout: packs both packages, lints them, installs them into
// an empty folder and runs them there. Needs `npm run build` first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const cliPackage = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));

function run(cwd, program, ...args) {
  const result = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}`);
    throw new Error(`${program} ${args.join(' ')} ended with ${result.status}`);
  }
  return result.stdout;
}

function expect(holds, message) {
  if (!holds) throw new Error(message);
}

function checkContents(tarball) {
  const files = run(root, 'tar', '-tzf', tarball).split('\n');
  expect(files.includes('package/LICENSE'), `${basename(tarball)} has no LICENSE`);
  const strays = files.filter((file) => /\/(src|test)\/|\.tsbuildinfo$/.test(file));
  expect(strays.length === 0, `${basename(tarball)} ships ${strays.join(', ')}`);
}

/** Uses the core as a stranger would: by its name, as a plain ES module. */
const probe = `
import { errorCodes } from '@flowmcp/grading-core';
const codes = Object.keys(errorCodes);
if (codes.length === 0) throw new Error('the core exports no error code');
console.log(codes.length);
`;

const scratch = mkdtempSync(join(tmpdir(), 'flowmcp-packages-'));
try {
  run(root, 'npx', '--yes', packageManager, '-r', 'pack', '--pack-destination', scratch);
  const tarballs = readdirSync(scratch)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(scratch, file))
    .sort();
  expect(tarballs.length === 2, `expected two tarballs, got ${tarballs.length}`);

  for (const tarball of tarballs) {
    checkContents(tarball);
    run(root, 'npx', 'publint', 'run', tarball, '--strict');
    console.log(`${basename(tarball)}: contents and publint good`);
  }
  // The cli package has a bin and nothing to import, so there are no types to judge.
  const [core] = tarballs.filter((file) => basename(file).includes('grading-core'));
  run(root, 'npx', 'attw', core, '--profile', 'esm-only');
  console.log(`${basename(core)}: types resolve (attw)`);

  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(scratch, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs);
  const version = run(scratch, 'npx', '--no-install', 'flowmcp', '--version').trim();
  expect(
    version === cliPackage.version,
    `flowmcp --version says ${version}, the package is ${cliPackage.version}`,
  );
  writeFileSync(join(scratch, 'probe.js'), probe);
  const codes = run(scratch, process.execPath, 'probe.js').trim();
  console.log(`installed from the tarballs: flowmcp ${version} runs, the core exports ${codes} error codes`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

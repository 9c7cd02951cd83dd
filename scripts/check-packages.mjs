// Users install the tarball, not the checkout: packs both packages, lints them, installs them into empty folders and runs
// them there. With a folder as argument the tarballs are left in it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const cliPackage = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));

function start(cwd, program, ...args) {
  const result = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.error) throw result.error;
  return result;
}

function run(cwd, program, ...args) {
  const result = start(cwd, program, ...args);
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
  const scripts = files.filter((file) => /\/libraries\/[^/]+\.js$/.test(file));
  expect(scripts.length > 0, `${basename(tarball)} has no libraries for the sandbox`);
}

const programs = join(root, 'packages/core/test/programs');
const provider = join(root, 'fixtures/providers/tidewatch');

/** The strictest settings a user's compiler can have; they also check the types of our dependencies. */
function strictest(outDir) {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023'],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      outDir,
    },
    files: ['readme.ts'],
  };
}

/**
 * Uses the core as a stranger would: by its name, from the tarball, with the names of the reference's README.
 */
function runPrograms(folder) {
  copyFileSync(join(programs, 'readme.mjs'), join(folder, 'readme.mjs'));
  copyFileSync(join(programs, 'readme.ts'), join(folder, 'readme.ts'));
  const schema = join(provider, 'tides.mjs');
  const island = join(folder, 'work');
  mkdirSync(island);
  const plain = run(folder, process.execPath, 'readme.mjs', schema, provider, island).trim();
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strictest('built')));
  run(root, 'npx', 'tsc', '-p', folder);
  const typed = run(folder, process.execPath, 'built/readme.js', schema, island).trim();
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
  expect(plain === 'B B', `readme.mjs says "${plain}"`);
  expect(typed === `B B group-bound ${version}`, `readme.ts says "${typed}"`);
}

/** Installs into a new, empty folder, so that the package finds only what it brings along. */
function install(name, tarball, ...flags) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...flags, tarball);
  return folder;
}

/** Another package has a command `flowmcp` as well: installed beside it, ours is refused and theirs stays. */
function checkNameTaken(tarball) {
  const other = join(scratch, 'other');
  mkdirSync(other);
  writeFileSync(
    join(other, 'package.json'),
    JSON.stringify({ name: 'other', version: '1.0.0', bin: { flowmcp: 'run.js' } }),
  );
  writeFileSync(join(other, 'run.js'), '#!/usr/bin/env node\n');
  const globally = [
    'install',
    '-g',
    '--prefix',
    join(scratch, 'global'),
    '--offline',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  run(scratch, 'npm', ...globally, run(other, 'npm', 'pack', '--pack-destination', scratch).trim());
  const { status, stderr } = start(scratch, 'npm', ...globally, tarball);
  expect(status !== 0 && stderr.includes('EEXIST'), `beside another flowmcp, npm says ${status}: ${stderr}`);
}

/** The command is bundled: runs one command for each kind of library in it (decision 0059). */
function checkCommand(tarball, folder) {
  const notices = run(root, 'tar', '-xzOf', tarball, 'package/dist/THIRD-PARTY-NOTICES.txt');
  expect(
    /^commander \d/m.test(notices) && /^ethers \d/m.test(notices),
    `${basename(tarball)} does not tell the licences of what is bundled`,
  );
  const flowmcp = (...words) => run(folder, 'npx', '--no-install', 'flowmcp', ...words).trim();
  const typed = start(folder, 'npx', '--no-install', 'flowmcp-grading', 'grading', 'state', 'nobody').stderr;
  expect(typed.includes('flowmcp-grading grading import'), `flowmcp-grading recommends: ${typed}`);
  flowmcp('grading', 'import', provider);
  flowmcp('grading', 'state', '--all');
  const computed = join(folder, 'computed.mjs');
  const plain = readFileSync(join(provider, 'tides.mjs'), 'utf8');
  const source = `${plain.replace('export const main =', 'const plain =')}\nexport const main = Object.assign({}, plain);\n`;
  writeFileSync(computed, source);
  flowmcp('validate', computed, '--evaluate', 'sandbox');
  const version = flowmcp('--version');
  expect(
    version === cliPackage.version,
    `flowmcp --version says ${version}, the package is ${cliPackage.version}`,
  );
  return version;
}

/** Commands that stay up, and what they answer when they are asked; each is ended after that. */
const SERVERS = [
  {
    words: ['grading', 'review', 'cranedesk', '--by', 'ada'],
    /** Its first line is a link to its page. */
    async ask(line) {
      const { status } = await fetch(await line());
      return status === 200 ? undefined : `answers its link with ${status}`;
    },
  },
  {
    words: ['grading', 'mcp'],
    async ask(line, input) {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'check', version: '1' },
      };
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      return JSON.parse(await line()).result?.serverInfo ? undefined : 'does not answer initialize';
    },
  },
];

/** Starts each server of the installed command on a sample with an open run, and asks it. */
async function checkServers(folder) {
  const island = join(folder, 'island');
  cpSync(join(root, 'fixtures/islands/open-run/island'), island, { recursive: true });
  const bin = join(folder, 'node_modules', cliPackage.name, cliPackage.bin['flowmcp-grading']);
  for (const { words, ask } of SERVERS) {
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: folder,
      env: { ...process.env, FLOWMCP_GRADING_DATA: island },
      stdio: 'pipe',
    });
    const ended = once(child, 'close');
    let talk = '';
    child.stderr.on('data', (chunk) => {
      talk += chunk;
    });
    try {
      const output = createInterface({ input: child.stdout });
      const died = ended.then(([code]) => {
        throw new Error(`${words.join(' ')} ended with ${code}: ${talk}`);
      });
      const line = () => Promise.race([once(output, 'line').then(([text]) => text), died]);
      const wrong = await ask(line, child.stdin);
      expect(wrong === undefined, `${words.join(' ')} ${wrong}`);
    } finally {
      child.kill();
      await ended;
    }
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'flowmcp-packages-'));
try {
  // The core as pnpm packs it, which knows its publishConfig.exports; the command as the README says.
  run(join(root, 'packages/core'), 'npx', '--yes', packageManager, 'pack', '--pack-destination', scratch);
  run(root, 'npm', 'pack', './packages/cli', '--pack-destination', scratch);
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
  // The cli package has a bin and nothing to import, so it has no types to check.
  const [core] = tarballs.filter((file) => basename(file).includes('grading-core'));
  run(root, 'npx', 'attw', core, '--profile', 'esm-only');
  console.log(`${basename(core)}: types resolve (attw)`);

  const [command] = tarballs.filter((tarball) => tarball !== core);
  const version = checkCommand(command, install('command', command));
  await checkServers(join(scratch, 'command'));
  checkCommand(command, install('offline, in a path with blanks', command, '--offline', '--ignore-scripts'));
  checkNameTaken(command);
  console.log(`${basename(command)}: flowmcp ${version} runs from its tarball alone`);
  runPrograms(install('core', core));
  console.log(`${basename(core)}: the programs of the README run`);
  const [, , keep] = process.argv;
  if (keep) for (const tarball of tarballs) copyFileSync(tarball, join(keep, basename(tarball)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

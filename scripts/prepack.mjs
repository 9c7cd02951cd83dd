// Before npm or pnpm packs a package, whose folder is the working directory: builds it, and copies what stands in the root
// of the checkout. The copies are ignored by git.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCommand = basename(process.cwd()) === 'cli';
const built = isCommand ? 'dist/bin.js' : 'dist/index.js';

// npm reads the names of the tarballs from standard output.
const { status } = spawnSync('npm', ['run', '-s', 'build'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
});
if (status !== 0 || !existsSync(built)) {
  console.error(`Nothing to pack: ${built} was not built. Run "npm run build" in ${root} to see why.`);
  process.exit(1);
}

for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(`${root}${file}`, file);
// A registry shows this page alone, so its links go to the repository. Of the README it shows what users need first.
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const home = repository.url.replace(/^git\+|\.git$/g, '');
const [page, folder] = isCommand
  ? [readFirstPart(`${root}README.md`), '']
  : [readFileSync(`${root}docs/api.md`, 'utf8'), 'docs/'];
const linked = page.replace(/\]\((?![a-z]+:|#)([^)]+)/g, `](${home}/blob/main/${folder}$1`);
writeFileSync('README.md', linked.replace(/\.png\)/g, '.png?raw=true)'));
if (isCommand) {
  for (const folder of ['skills', 'docs']) rmSync(folder, { recursive: true, force: true });
  cpSync(`${root}skills`, 'skills', { recursive: true });
  const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  for (const name of pages) cpSync(`${root}docs/${name}`, `docs/${name}`);
}

function readFirstPart(file) {
  const [part, rest] = readFileSync(file, 'utf8').split('## From a checkout\n');
  if (rest === undefined)
    throw new Error(`${file}: the page of the package ends at "From a checkout", which is missing`);
  return `${part}More: <${home}#readme>\n`;
}

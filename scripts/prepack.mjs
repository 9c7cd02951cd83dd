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
// A registry shows this page alone, so its links go to the repository.
const page = readFileSync(`${root}docs/${isCommand ? 'package-readme' : 'api'}.md`, 'utf8');
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const docs = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/docs/`;
writeFileSync('README.md', page.replace(/\]\((?![a-z]+:|#)/g, `](${docs}`));
if (isCommand) {
  for (const folder of ['skills', 'docs']) rmSync(folder, { recursive: true, force: true });
  cpSync(`${root}skills`, 'skills', { recursive: true });
  for (const page of readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'))) {
    if (page !== 'package-readme.md') cpSync(`${root}docs/${page}`, `docs/${page}`);
  }
}

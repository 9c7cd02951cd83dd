// Before a release: compares its tag, the only argument, with the version of every package in the working directory. A tag
// that names another version would put a tarball under the wrong name for good.
import { readdirSync, readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const wrong = readdirSync('packages')
  .map((folder) => `packages/${folder}/package.json`)
  .map((file) => ({ file, version: JSON.parse(readFileSync(file, 'utf8')).version }))
  .filter(({ version }) => tag !== `v${version}`);
for (const { file, version } of wrong) {
  console.error(`${file} has version ${version}, the tag is "${tag}": expected v${version}`);
}
if (wrong.length > 0) {
  console.error('Delete the tag, set the version of both packages, commit, and tag again.');
  process.exitCode = 1;
}

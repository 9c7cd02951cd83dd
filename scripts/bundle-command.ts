// Writes packages/cli/dist, the command as its users get it: it needs no other files, and at start it reads only what
// one command needs. Run after `tsc -b`, which checks the types but emits none of this (decision 0059).
import { bundleCommand, LIBRARIES_FOLDER, TYPES_FOLDER } from './bundle/bundle-command.js';
import { replaceFolder } from './bundle/replace-folder.js';
import { ROOT } from './source-files.js';

const dist = `${ROOT}packages/cli/dist`;
const { files, libraries } = await bundleCommand();
replaceFolder(`${dist}/${LIBRARIES_FOLDER}`, libraries);
replaceFolder(dist, files, { keep: [TYPES_FOLDER, LIBRARIES_FOLDER] });
for (const [folder, all] of [
  ['packages/cli/dist', files],
  ['its libraries', libraries],
] as const) {
  const bytes = all.reduce((sum, { text }) => sum + text.length, 0);
  console.log(`${folder}: ${all.length} files, ${Math.round(bytes / 1024)} KiB`);
}

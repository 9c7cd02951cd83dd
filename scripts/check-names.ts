// Checks that file names are kebab-case and say what a file contains: a catch-all file only ever grows.
import { basename } from 'node:path';
import { listSourceFiles } from './source-files.js';

const DRAWERS = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'manager', 'service', 'base'];
/** The shapes that several documents share. */
const EXCEPTION = 'packages/core/src/spec/common.ts';
/** Parts joined by `-` or `.`; a part may start or end in capitals (Q-single-test-01, selection-skills-L1). */
const KEBAB = /^(?!.*[a-z][A-Z])[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*$/;

const problems = listSourceFiles().flatMap((file) => {
  const name = basename(file).replace(/\.(ts|tsx|mjs)$/, '');
  if (!KEBAB.test(name)) return [`${file}: file names are kebab-case`];
  if (file === EXCEPTION || !name.split(/[-.]/).some((part) => DRAWERS.includes(part))) return [];
  return [`${file}: name it for what it holds, not "${name}"`];
});
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;

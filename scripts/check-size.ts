// Rejects source files that are too long to grasp, and prints how long source files usually are.
import { readFileSync } from 'node:fs';
import { listSourceFiles, ROOT } from './source-files.js';

const MOST_LINES = 400;

const sizes = listSourceFiles()
  .map((file) => ({ file, lines: readFileSync(`${ROOT}${file}`, 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines);
const quantile = (part: number) => sizes[Math.floor((sizes.length - 1) * part)]?.lines;

console.log(
  `${sizes.length} source files: median ${quantile(0.5)} lines, p90 ${quantile(0.9)}, longest ${quantile(1)}`,
);
const tooLong = sizes.filter(({ lines }) => lines > MOST_LINES);
for (const { file, lines } of tooLong) {
  console.error(`${file}: ${lines} lines, at most ${MOST_LINES}: split it by what its parts hold`);
}
process.exitCode = tooLong.length > 0 ? 1 : 0;

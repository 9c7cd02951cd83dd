// Refuses words in comments and Markdown that read like a translation. Strings are not covered: prompts and golden
// cases depend on them. Refuses, strings included, commands that fetch a package by a name that is not ours, and, where
// grades are shown, scores that sayScore does not format.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findRegistryNames } from './registry-names.js';
import { ROOT } from './source-files.js';

const INSTEAD: readonly (readonly [found: RegExp, write: string])[] = [
  [/\bcan not\b(?! only)/i, 'cannot'],
  [/\b(let|lets|letting) go\b/i, 'release, drop or give up'],
  [/\bmanieth\b/i, 'a number, such as "the third"'],
  [/\bin the place of\b/i, 'instead of'],
  [/\botherwise than\b/i, 'differently from'],
  [/\bsays? no\b(?! more)/i, 'fails or refuses'],
  [/\b(asks?|asked) after\b/i, 'asks about'],
  [/\bknows? (nothing )?of\b/i, 'has, supports or ignores'],
  [/\btells? of\b/i, 'reports'],
  [/\bwhat of\b/i, 'which part of'],
  [/(?<![\w-])anew(?![\w-])/i, 'again'],
];
/** Files that are made from strings, or that contain invented text. */
const OTHERS =
  /^(docs\/catalog|fixtures|packages\/[^/]+\/test)\/|^scripts\/(check-words|registry-names\.test)\.ts$|\.generated\.ts$/;
/** Where grades are shown, but for coordinates, the data of a trend, and alpha. */
const SHOWS_SCORES =
  /^packages\/(cli\/src\/(agreement|explain|gate|grade|history|plan|report|review|run|state)|core\/src\/features\/(agreement|explain|gate|history|report|state))\/(?!.*(charts|trend|krippendorff)\.ts$)/;
/** The part of a line that is a comment. */
const COMMENT = /^\s*\/?\*.*|(?:^|\s)(?:\/\/|\/\*).*/;

const files = execFileSync(
  'git',
  ['ls-files', '*.md', '*.yml', 'packages/*/src/*', 'skills', 'scripts/*.ts', 'scripts/*.sh', 'bench/*.ts'],
  { cwd: ROOT, encoding: 'utf8' },
).split('\n');
const problems = files
  .filter((file) => file !== '' && !OTHERS.test(file))
  .flatMap((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8')
      .split('\n')
      .flatMap((line, at) => findProblems(file, line).map((found) => `${file}:${at + 1}: ${found}`)),
  );

function findProblems(file: string, line: string): string[] {
  const text = file.endsWith('.md') ? line : (COMMENT.exec(line)?.[0] ?? '');
  return [
    ...INSTEAD.flatMap(([pattern, write]) => {
      const found = pattern.exec(text)?.[0];
      return found === undefined ? [] : [`write ${write}, not "${found}"`];
    }),
    ...(SHOWS_SCORES.test(file) && line.includes('.toFixed(')
      ? ['format a score with sayScore, not toFixed']
      : []),
    ...findRegistryNames(line).map((found) => `install the tarball; "${found}" fetches a stranger's package`),
  ];
}

for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;

// Refuses words in comments and Markdown that read like a translation. Strings are not covered: prompts and golden
// cases depend on them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  /^(docs\/catalog|fixtures|packages\/[^/]+\/test)\/|^scripts\/check-words\.ts$|\.generated\.ts$/;
/** The part of a line that is a comment. */
const COMMENT = /^\s*\/?\*.*|(?:^|\s)(?:\/\/|\/\*).*/;

const files = execFileSync(
  'git',
  ['ls-files', '*.md', 'packages/*/src/*.ts', 'packages/*/src/*.tsx', 'scripts/*.ts', 'bench/*.ts'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
).split('\n');
const problems = files
  .filter((file) => file !== '' && !OTHERS.test(file))
  .flatMap((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const text = file.endsWith('.md') ? line : (COMMENT.exec(line)?.[0] ?? '');
        return INSTEAD.flatMap(([pattern, write]) => {
          const found = pattern.exec(text)?.[0];
          return found === undefined ? [] : [`${file}:${at + 1}: write ${write}, not "${found}"`];
        });
      }),
  );
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;

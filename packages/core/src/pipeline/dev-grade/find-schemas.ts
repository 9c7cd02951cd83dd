import { relative, resolve, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { statsOf } from '../../adapters/schema-source/find-files.js';
import { byCodeUnit } from '../../model/code-unit-order.js';
import type { Problem } from '../../model/problem.js';
import { codeOf } from '../../model/system-error.js';
import { problem } from '../../tables/error-codes.js';

/** Folders that hold something else than schemas, whatever they are called inside. */
const NO_SCHEMAS = new Set(['node_modules', 'resources', 'selections', 'skills', 'tests']);
const OPTIONS = { absolute: true, onlyFiles: true, followSymbolicLinks: false } as const;

/**
 * Schema files by what a person names: files, folders, and patterns that no shell has expanded. A file that is named
 * itself is taken as it is; of folders and patterns the .mjs files, without the places where other things lie (`skills`,
 * names beginning with `_` or `.`) below what was named.
 *
 * @returns absolute paths in code-unit order, each once; GRP-020 for a word that leads to none
 */
export function findSchemas(words: readonly string[]): {
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
} {
  const paths = new Set<string>();
  const problems: Problem[] = [];
  for (const word of new Set(words)) {
    const found = findByWord(word);
    if (typeof found === 'string') problems.push(problem('GRP-020', { file: word }, { found }));
    else if ('code' in found) problems.push(found);
    else for (const path of found) paths.add(path);
  }
  return { paths: [...paths].sort(byCodeUnit), problems };
}

function findByWord(word: string): readonly string[] | string | Problem {
  const stats = statsOf(word);
  try {
    // What lies on disk comes first: a name may hold brackets.
    if (typeof stats !== 'string') {
      if (stats.isFile()) return [resolve(word)];
      if (!stats.isDirectory()) return 'the path is neither a file nor a folder';
      const files = expand({ patterns: ['**/*.mjs'], cwd: word, base: resolve(word) });
      return files.length > 0 ? files : 'the folder holds no .mjs schema';
    }
    if (!fastGlob.isDynamicPattern(word)) return stats;
    const files = fastGlob
      .generateTasks(word)
      .flatMap(({ base, patterns, negative }) => expand({ patterns, ignore: negative, base: resolve(base) }));
    return files.length > 0 ? files : 'no .mjs schema fits the pattern';
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return problem('GRP-017', { file: word }, { reason });
  }
}

function expand({ patterns, ignore = [], cwd = '.', base }: Walk): string[] {
  const found = fastGlob.sync([...patterns], { ...OPTIONS, ignore: [...ignore], cwd: resolve(cwd) });
  return found.filter((path) => path.endsWith('.mjs') && isPlaceOfSchemas(relative(base, path)));
}

interface Walk {
  readonly patterns: readonly string[];
  readonly ignore?: readonly string[];
  /** What the patterns are relative to. */
  readonly cwd?: string;
  /** Folder below which places are looked at. */
  readonly base: string;
}

function isPlaceOfSchemas(below: string): boolean {
  return below.split(sep).every((part) => !/^[._]/.test(part) && !NO_SCHEMAS.has(part));
}

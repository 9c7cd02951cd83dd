import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Every hand-written source file in packages/<name>/src, scripts and bench, relative to the root, sorted by
 * code unit.
 */
export function listSourceFiles(): string[] {
  const roots = ['scripts', 'bench', ...readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/src`)];
  return roots
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.generated\.[a-z.]+$/.test(file))
    .sort();
}

/** Files below a folder of the repository, relative to its root; none if the folder does not exist. */
export function filesBelow(folder: string): string[] {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length).replaceAll('\\', '/'));
}

/** Every decision, by number: the page of docs/decisions that holds its section, and the title there. */
export function listDecisions(): Map<string, { page: string; title: string }> {
  const pages = filesBelow('docs/decisions').filter((file) => !file.endsWith('/README.md'));
  const sections = pages.flatMap((page) =>
    [...readFileSync(`${ROOT}${page}`, 'utf8').matchAll(/^<a id="(\d{4})"><\/a>\n\n## \1 (.+)$/gm)].map(
      ([, number = '', title = '']) => [number, { page, title }] as const,
    ),
  );
  return new Map(sections.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readEntries(folder: string) {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true });
}

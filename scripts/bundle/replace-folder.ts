import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Replaces the contents of a folder. New files are written before those that import them, and old ones are removed
 * last, so that a command that starts meanwhile finds all of its parts.
 */
export function replaceFolder(
  folder: string,
  files: readonly BundledFile[],
  { keep = [] }: { keep?: readonly string[] } = {},
): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    const half = join(folder, `${name}.part`);
    writeFileSync(half, text, { mode: name === 'bin.js' ? 0o755 : 0o644 });
    renameSync(half, join(folder, name));
  }
  const wanted = new Set([...files.map(({ name }) => name), ...keep]);
  for (const name of readdirSync(folder)) {
    if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}

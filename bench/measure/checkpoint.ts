import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that a command replaces; all others in an island are written once. */
const REPLACED = /(?:^|\/)(?:(?:index|state|prompts|lock-snapshot|summary)\.json|audit\.jsonl)$/;

/** Resolution of file times. */
const TICK_MS = 10;

/** The saved state of a folder, so that each run of an operation begins with the same files. */
export class Checkpoint {
  readonly #root: string;
  readonly #files: ReadonlyMap<string, Buffer | null>;

  constructor(root: string) {
    this.#root = root;
    const files = new Map<string, Buffer | null>();
    for (const path of filesBelow(root)) {
      files.set(path, REPLACED.test(path) ? readFileSync(join(root, path)) : null);
    }
    this.#files = files;
  }

  /**
   * Files that have been created or written since the given time, with their sizes.
   *
   * @param since wall-clock time, in milliseconds; the disk's clock may be a tick behind
   */
  changes(since: number): [path: string, bytes: number][] {
    return filesBelow(this.#root).flatMap((path): [string, number][] => {
      const { size, mtimeMs } = lstatSync(join(this.#root, path));
      return !this.#files.has(path) || mtimeMs > since - TICK_MS ? [[path, size]] : [];
    });
  }

  restore(): void {
    if (this.#files.size === 0) {
      rmSync(this.#root, { recursive: true, force: true });
      return;
    }
    const now = new Set(filesBelow(this.#root));
    for (const path of now) if (!this.#files.has(path)) rmSync(join(this.#root, path));
    for (const [path, bytes] of this.#files) {
      if (bytes === null || (now.has(path) && this.#isSame(path))) continue;
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), bytes, { mode: 0o600 });
    }
  }

  #isSame(path: string): boolean {
    const before = this.#files.get(path);
    return !before || before.equals(readFileSync(join(this.#root, path)));
  }
}

function filesBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  const found: string[] = [];
  const walk = (below: string) => {
    for (const item of readdirSync(join(root, below), { withFileTypes: true })) {
      const path = below === '' ? item.name : `${below}/${item.name}`;
      if (item.isDirectory()) walk(path);
      else found.push(path);
    }
  };
  walk('');
  return found;
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../values/system-error.js';

const run = promisify(execFile);

export interface FileBytes {
  readonly file: string;
  readonly bytes: Buffer;
}

/**
 * Finds the files that git could not restore, and why. A file is safe to write if the last commit of its work tree
 * holds the same bytes. They are compared here, which also sees what `git status` was set to overlook
 * (assume-unchanged, skip-worktree). Git is started once for each work tree.
 *
 * @returns file → reason, for files that git could not restore
 */
export async function findUncommitted(files: readonly FileBytes[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const trees = new Map<string, { path: string; known: FileBytes }[]>();
  const roots = new Map<string, string | null>();
  for (const known of files) {
    const real = realpathSync.native(known.file);
    const folder = dirname(real);
    const root = roots.get(folder) ?? findWorkTree(folder);
    roots.set(folder, root);
    if (root === null) reasons.set(known.file, 'it lies in no git work tree');
    else {
      const path = relative(root, real).split(sep).join('/');
      trees.set(root, [...(trees.get(root) ?? []), { path, known }]);
    }
  }
  for (const [root, members] of trees) {
    const ids = await readCommit(root, commonFolder(members.map(({ path }) => path)));
    for (const { path, known } of members) {
      const reason = typeof ids === 'string' ? ids : compare(known.bytes, ids.get(path));
      if (reason !== null) reasons.set(known.file, reason);
    }
  }
  return reasons;
}

/** The nearest folder above that has a `.git`, which is a file in a submodule or a linked work tree. */
function findWorkTree(folder: string): string | null {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here;
    if (dirname(here) === here) return null;
  }
}

/** The longest folder that contains all paths, with a slash at its end; empty for the root. */
function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (!others.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}

/**
 * The ids of the files in the last commit, by path below the root; a text if git cannot tell.
 *
 * The repository may come from anyone, and its configuration can name programs. `ls-tree` reads objects only: it runs no
 * hook and no filter, and asks no file system monitor. What it could start is the transport that fetches a missing
 * object, so fetching is off and no transport is allowed. Variables such as GIT_DIR, which a hook sets, would lead to another repository.
 */
async function readCommit(root: string, folder: string): Promise<ReadonlyMap<string, string> | string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = {
    ...Object.fromEntries(own),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
  };
  const args = ['-C', root, 'ls-tree', '-r', '-z', '--full-tree', 'HEAD'];
  try {
    const { stdout } = await run('git', folder === '' ? args : [...args, '--', folder], {
      env,
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    const ids = new Map<string, string>();
    for (const line of stdout.split('\0')) {
      const [, id, path] = /^\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
      if (id !== undefined && path !== undefined) ids.set(path, id);
    }
    return ids;
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return 'git was not found, so nothing shows that the file could be restored';
    const { stderr } = error as { stderr?: string };
    if (stderr === undefined) throw error;
    const lines = stderr.trim().split('\n');
    return `git cannot read the last commit (${lines.find((line) => line.startsWith('fatal:')) ?? lines[0]})`;
  }
}

function compare(bytes: Buffer, id: string | undefined): string | null {
  if (id === undefined) return 'it is not committed';
  // A work tree may have CRLF where the commit has LF, depending on a setting of git.
  const isSame =
    idOf(bytes, id) || idOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), id);
  return isSame ? null : 'it has changes that are not committed';
}

/** Whether git would give these bytes this id, which is a SHA-1 or a SHA-256. */
function idOf(bytes: Buffer, id: string): boolean {
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === id;
}

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFactLine } from '../../src/island/logic/audit.js';
import { factOf } from '../../src/island/logic/facts.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';

export interface TreeFile {
  readonly text: string;
  readonly mtimeNs: bigint;
  readonly mode: number;
}

/** What is no part of an island's content: the holder of a lock, recorded at every command, and what may be deleted. */
const NOT_CONTENT = new Set(['.lock', '.cache']);

/** Every file of a folder, by its path in it. */
export function readTree(root: string): Map<string, TreeFile> {
  const tree = new Map<string, TreeFile>();
  const walk = (folder: string) => {
    for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      if (NOT_CONTENT.has(path)) continue;
      if (item.isDirectory()) walk(path);
      // The destination of a link does not belong to the folder.
      else if (item.isFile()) tree.set(path, readTreeFile(join(root, path)));
    }
  };
  if (lstatSync(root, { throwIfNoEntry: false })) walk('');
  return new Map([...tree].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readTreeFile(path: string): TreeFile {
  const { mtimeNs, mode } = lstatSync(path, { bigint: true });
  return { text: readFileSync(path, 'latin1'), mtimeNs, mode: Number(mode) & 0o777 };
}

/**
 * Bytes only, for islands written at different times. For a journal, the facts it records: an interrupted command
 * leaves facts for the next one to adopt.
 */
export function contentOf(tree: ReadonlyMap<string, TreeFile>): Record<string, string> {
  return Object.fromEntries(
    [...tree].map(([path, { text }]) => [path, path.endsWith('/audit.jsonl') ? takenIn(text) : text]),
  );
}

function takenIn(journal: string): string {
  const lines = parseJournal(Buffer.from(journal, 'latin1')).lines.flatMap((line) =>
    isFactLine(line) ? [`${line.kind === 'veto'} ${factOf(line)} ${line.path} ${line.sha256}`] : [],
  );
  return lines.sort().join('\n');
}

/** Modes of every folder below the root, except the folders of locks. */
export function folderModes(root: string): Record<string, number> {
  const modes: Record<string, number> = {};
  const walk = (folder: string) => {
    modes[folder] = lstatSync(join(root, folder)).mode & 0o777;
    for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (item.isDirectory()) walk(folder === '' ? item.name : `${folder}/${item.name}`);
    }
  };
  walk('');
  return modes;
}

export function pathsOf(tree: ReadonlyMap<string, TreeFile>, part = ''): string[] {
  return [...tree.keys()].filter((path) => path.includes(part));
}

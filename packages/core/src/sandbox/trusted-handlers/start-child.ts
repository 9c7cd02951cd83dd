import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardMain } from '../guard-main.js';
import { TrustedChild } from './child.js';

/** Heap of the child, in MB. */
const HEAP_MB = 512;

/**
 * Starts a process under Node's permission model: it may read the folder of libraries, and neither write nor start
 * anything; its environment is empty. The network is not taken from it: a seat belt, no sandbox (decision 0049).
 *
 * @param mark what its own lines begin with
 */
export function startChild(folder: string, mark: string): ChildProcessWithoutNullStreams {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const reading = readable(folder).map((path) => `--allow-fs-read=${path}`);
  const flags = [permission, ...reading, '--no-warnings', `--max-old-space-size=${HEAP_MB}`];
  const source = `'use strict';
const __name = (target) => target;
const TrustedChild = ${TrustedChild.toString()};
new TrustedChild(require, (url) => import(url), ${JSON.stringify(mark)}, ${guardMain.toString()});
`;
  const child = spawn(process.execPath, [...flags, '-e', source], {
    cwd: dirname(process.execPath),
    env: {},
  });
  // A child that is gone is told of by its own event.
  child.stdin.on('error', () => undefined);
  return child;
}

/** The folder of libraries and nothing else; where it is a link, what it leads to too. */
function readable(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  try {
    return [...new Set([modules, realpathSync(modules)])].map((path) => join(path, '*'));
  } catch {
    // Nothing is installed: then there is nothing to read, and each library is told to be missing.
    return [join(modules, '*')];
  }
}

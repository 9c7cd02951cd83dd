import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardMain } from '../guard-main.js';
import { TrustedChild } from './child.js';

/** Heap of the child, in MB. */
const HEAP_MB = 512;

/**
 * Starts a process under Node's permission model: it may read the folder of libraries, but may not write or start
 * anything; its environment is empty. It keeps access to the network: a seat belt, not a sandbox (decision 0049).
 *
 * @param mark prefix of the child's own lines
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
  // The exit event reports a child that is gone.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Paths the child may read: the folder of libraries and, if it is a link, its destination. */
function readable(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  try {
    return [...new Set([modules, realpathSync(modules)])].map((path) => join(path, '*'));
  } catch {
    // Nothing is installed, so there is nothing to read; each library is later reported as missing.
    return [join(modules, '*')];
  }
}

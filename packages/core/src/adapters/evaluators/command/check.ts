import { delimiter, resolve } from 'node:path';
import type { Problem } from '../../../model/problem.js';
import { problem } from '../../../tables/error-codes.js';
import { isExecutable, isFile, isFolder, statOf } from './look-at-file.js';
import { findScript } from './script.js';

/** A command and its surroundings, as a call starts it. */
export interface PlacedCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * What speaks against a command without running it: its folder (EVL-001), its program (EVL-002, EVL-003), and for
 * well-known interpreters the script (EVL-004).
 */
export function checkCommand(command: PlacedCommand): Problem | null {
  const { argv, cwd } = command;
  if (!isFolder(cwd)) {
    const state = statOf(cwd) ? 'is no folder' : 'does not exist';
    return problem('EVL-001', { file: cwd }, { folder: cwd, state });
  }
  const program = findProgram(command);
  if ('problem' in program) return program.problem;
  const script = findScript(argv);
  if (typeof script === 'string' && !isFile(resolve(cwd, script))) {
    return problem('EVL-004', { file: script }, { program: argv[0], script });
  }
  return null;
}

/** The file of a command's program: a path is taken from the command's folder, a bare name is looked for on the PATH. */
export function findProgram({
  argv: [program],
  cwd,
  env,
}: PlacedCommand): { readonly file: string } | { readonly problem: Problem } {
  const isPath = program.includes('/');
  const folders = isPath ? [cwd] : (env.PATH ?? '').split(delimiter);
  const files = folders.map((folder) => resolve(cwd, folder, program)).filter(isFile);
  const file = files.find(isExecutable);
  if (file !== undefined) return { file };
  if (files.length > 0) return { problem: problem('EVL-003', undefined, { program, cause: 'EACCES' }) };
  const place = isPath ? `(looked for from ${cwd})` : 'on the PATH';
  return { problem: problem('EVL-002', undefined, { program, place }) };
}

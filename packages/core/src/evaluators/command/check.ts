import { delimiter, resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isExecutable, isFile, isFolder, statOf } from './look-at-file.js';
import { findScript } from './script.js';

/** A command and its environment, ready to start. */
export interface PlacedCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** How many characters of a command-line word a message shows. */
const SHOWN_OF_WORD = 200;

/**
 * Finds faults of a command without running it: its folder (EVL-001), its program (EVL-002, EVL-003), and for
 * well-known interpreters the script (EVL-004).
 */
export function checkCommand(command: PlacedCommand): Problem | null {
  return checkPlace(command) ?? checkScript(command);
}

/** Checks folder and program only. */
export function checkPlace(command: PlacedCommand): Problem | null {
  const { cwd } = command;
  if (!isFolder(cwd)) {
    const state = statOf(cwd) ? 'is no folder' : 'does not exist';
    return problem('EVL-001', { file: cwd }, { folder: cwd, state });
  }
  const program = findProgram(command);
  return 'problem' in program ? program.problem : null;
}

function checkScript({ argv, cwd }: PlacedCommand): Problem | null {
  const script = findScript(argv);
  if (typeof script !== 'string' || isFile(resolve(cwd, script))) return null;
  return problem('EVL-004', undefined, { program: argv[0], script: script.slice(0, SHOWN_OF_WORD) });
}

/** The file of a command's program: a path starts at the command's folder, a bare name is searched for on the PATH. */
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

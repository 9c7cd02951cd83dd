import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { canonicalJson, hashValue, sha256 } from '../../spec/hash.js';
import { codeOf } from '../../values/system-error.js';
import type { CommandSpec, EvaluatorIdentity } from '../logic/evaluator.js';

/** A command and its environment, ready to start. */
export interface PlacedCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Identifies a command. Its name consists of the names of its program and its script. Its version is the beginning of
 * the sha256 of its file: the script, or the program if it is given as a path. Without such a file, the version is
 * `unversioned`: only the name of a program on the PATH is known. The version does not cover files that a script loads.
 */
export function identifyCommand(
  command: PlacedCommand,
  named: { readonly name?: string | undefined; readonly version?: string | undefined },
): EvaluatorIdentity {
  const script = scriptOf(command);
  const words = [command.argv[0], ...(script === null ? [] : [script])];
  return {
    kind: 'script',
    name: named.name ?? words.map((word) => basename(word)).join(' '),
    version: named.version ?? versionOfFile(versionFileOf(command, script)),
    harness: 'evaluator-command',
  };
}

/** The file whose content determines the version of a command; null if there is none. */
function versionFileOf({ argv, cwd }: PlacedCommand, script: string | null): string | null {
  const isOwnFile = argv[0].includes('/') && findScript(argv) === undefined;
  const file = isOwnFile ? argv[0] : script;
  return file === null ? null : resolve(cwd, file);
}

function versionOfFile(file: string | null): string {
  const content = file === null ? null : contentOf(file);
  return content === null ? 'unversioned' : sha256(content).slice(0, 8);
}

/**
 * Watches the file that determines a command's version. It is read again only if its metadata has changed.
 *
 * @param known the version in the identity
 * @returns a function that returns the command's new version, or null while the known version is still current
 */
export function watchVersion(command: PlacedCommand, known: string): () => string | null {
  const file = versionFileOf(command, scriptOf(command));
  let seen = looksOf(file);
  let version = versionOfFile(file);
  return () => {
    const looks = looksOf(file);
    if (looks !== seen) version = versionOfFile(file);
    seen = looks;
    return version === known ? null : version;
  };
}

function looksOf(file: string | null): string | null {
  const found = file === null ? null : statOf(file);
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

/**
 * A key that is equal for commands with the same words, the same files and the same folder; it is a hash, because words
 * may contain secrets. It covers neither the environment nor files that the named files load.
 */
export function keyOfCommand(command: PlacedCommand, { range }: CommandSpec): string {
  const program = findProgram(command);
  const files = command.argv.slice(1).map((word) => fingerprint(resolve(command.cwd, word)));
  const parts = [
    command.argv,
    command.cwd,
    range,
    'file' in program ? fingerprint(program.file) : null,
    files,
  ];
  return `command:${hashValue(parts)}`;
}

/** Larger files are distinguished by size and time: they are data, and too large to read for every command. */
const READ_UP_TO = 16 * 1024 * 1024;

function fingerprint(file: string): string | null {
  const found = statOf(file);
  if (!found?.isFile()) return null;
  const content = found.size > READ_UP_TO ? null : contentOf(file);
  return content === null ? `${found.size}:${found.mtimeMs}` : sha256(content);
}

/**
 * A key that is equal on all machines for commands with the same words and files, wherever the files are: a word that
 * names a file is represented by the file's content.
 */
export function sharedKeyOfCommand({ argv: [program, ...words], cwd }: PlacedCommand): string {
  const parts = words.map((word) => {
    const file = resolve(cwd, word);
    return isFile(file) ? { content: sha256(contentOf(file) ?? '') } : word;
  });
  return `command:${sha256(canonicalJson([basename(program), parts]))}`;
}

/** Maximum number of characters of a command-line word that a message shows. */
const SHOWN_OF_WORD = 200;

/**
 * Finds problems with a command without running it: its folder (EVL-001), its program (EVL-002, EVL-003), and for
 * well-known interpreters the script (EVL-004).
 */
export function checkCommand(command: PlacedCommand): Problem | null {
  return checkPlace(command) ?? checkScript(command);
}

/** Checks only the folder and the program of a command. */
export function checkPlace(command: PlacedCommand): Problem | null {
  const { cwd } = command;
  if (!isFolder(cwd)) {
    const state = statOf(cwd) ? 'is not a folder' : 'does not exist';
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

/** The file of a command's program: a path is relative to the command's folder, a bare name is found on the PATH. */
function findProgram({
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
  const place = isPath ? `(searched from ${cwd})` : 'on the PATH';
  return { problem: problem('EVL-002', undefined, { program, place }) };
}

/** The script among the words, if it is a file: an interpreter's script, or the first argument of any other program. */
function scriptOf({ argv, cwd }: PlacedCommand): string | null {
  const known = findScript(argv);
  const isProgramFile = argv[0].includes('/') && known === undefined;
  const script = isProgramFile ? null : known === undefined ? argv[1] : known;
  return typeof script === 'string' && isFile(resolve(cwd, script)) ? script : null;
}

/** Programs that run a script, each with those of its options that take a value in a separate word. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  bash: ['-o', '-O', '+o', '+O', '--rcfile', '--init-file'],
  sh: ['-o', '+o'],
  zsh: ['-o', '+o'],
  python: ['-W', '-X'],
  node: [
    '-r',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '-C',
    '--conditions',
    '--env-file',
  ],
  ruby: ['-r', '-I', '-E', '-C'],
  perl: ['-I'],
};

/**
 * The code to run is in the words themselves, in a module or on standard input, so no word names a file (-c, -m, -x,
 * -e, also in `-lc`).
 */
const NO_SCRIPT = /^(?:-|-[A-Za-z]*[cmxe]|-p|--eval|--print)$|^--(?:eval|print)=/;

/**
 * The script in the words of a command, for interpreters with known command lines.
 *
 * @returns null if such an interpreter is given no script; undefined for any other program
 */
export function findScript([program, ...args]: readonly [string, ...string[]]): string | null | undefined {
  const name = basename(program).replace(/^python[\d.]+$/, 'python');
  if (!Object.hasOwn(INTERPRETERS, name)) return undefined;
  const valued = INTERPRETERS[name] ?? [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (NO_SCRIPT.test(word)) return null;
    if (word === '--') return args[at + 1] ?? null;
    if (valued.includes(word)) at++;
    else if (!/^[-+]./.test(word)) return word;
  }
  return null;
}

/** Stats of the file that a word of a command names; null if the word names no file, which is common. */
function statOf(path: string): Stats | null {
  return orNull(() => statSync(path));
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

function isExecutable(path: string): boolean {
  return orNull(() => accessSync(path, constants.X_OK)) !== null;
}

/** Content of a file; null if it cannot be read, since a program can be run even without read permission. */
function contentOf(path: string): Buffer | null {
  return orNull(() => readFileSync(path));
}

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

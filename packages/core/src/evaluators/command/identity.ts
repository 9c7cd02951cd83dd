import { basename, resolve } from 'node:path';
import { canonicalJson, hashValue, sha256 } from '../../spec/hash.js';
import type { CommandSpec, EvaluatorIdentity } from '../logic/evaluator.js';
import { findProgram, type PlacedCommand } from './check.js';
import { contentOf, isFile, statOf } from './look-at-file.js';
import { findScript } from './script.js';

/** Larger files are distinguished by size and time: they are data, and too large to read for every command. */
const READ_UP_TO = 16 * 1024 * 1024;

/**
 * Identifies a command. Its name is that of its program and of its script. Its version is the beginning of the sha256
 * of the decisive file – the script, or the program if that is given as a path –, otherwise `unversioned`: of a program
 * on the PATH only the name is known. The version does not cover files that a script loads.
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

/**
 * Equal for commands that run the same words on the same files in the same folder; only a hash, because words may
 * contain secrets. It covers neither the environment nor files loaded by the named files.
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

/**
 * Equal on all machines for commands with the same words and files, wherever the files are: a word that names a file
 * counts by its content.
 */
export function sharedKeyOfCommand({ argv: [program, ...words], cwd }: PlacedCommand): string {
  const parts = words.map((word) => {
    const file = resolve(cwd, word);
    return isFile(file) ? { content: sha256(contentOf(file) ?? '') } : word;
  });
  return `command:${sha256(canonicalJson([basename(program), parts]))}`;
}

/** The script among the words if it is a file: that of an interpreter, or the first word of any program. */
function scriptOf({ argv, cwd }: PlacedCommand): string | null {
  const known = findScript(argv);
  const isProgramFile = argv[0].includes('/') && known === undefined;
  const script = isProgramFile ? null : known === undefined ? argv[1] : known;
  return typeof script === 'string' && isFile(resolve(cwd, script)) ? script : null;
}

/**
 * Watches the decisive file of a command for changes. It is read again only if its metadata differ.
 *
 * @param known the version in the identity
 * @returns a function that returns the new version of the command; null while it is the known one
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

/** The file whose content is the version of a command; null if there is none. */
function versionFileOf({ argv, cwd }: PlacedCommand, script: string | null): string | null {
  const isOwnFile = argv[0].includes('/') && findScript(argv) === undefined;
  const file = isOwnFile ? argv[0] : script;
  return file === null ? null : resolve(cwd, file);
}

function versionOfFile(file: string | null): string {
  const content = file === null ? null : contentOf(file);
  return content === null ? 'unversioned' : sha256(content).slice(0, 8);
}

function looksOf(file: string | null): string | null {
  const found = file === null ? null : statOf(file);
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

function fingerprint(file: string): string | null {
  const found = statOf(file);
  if (!found?.isFile()) return null;
  const content = found.size > READ_UP_TO ? null : contentOf(file);
  return content === null ? `${found.size}:${found.mtimeMs}` : sha256(content);
}

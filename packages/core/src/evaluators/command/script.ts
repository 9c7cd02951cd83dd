import { basename } from 'node:path';

/** Programs that run a script, and their options with a value in a separate word. */
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
 * The program is in the words, in a module or on standard input, so no word names a file (-c, -m, -x, -e, also in
 * `-lc`).
 */
const NO_SCRIPT = /^(?:-|-[A-Za-z]*[cmxe]|-p|--eval|--print)$|^--(?:eval|print)=/;

/**
 * The script in the words of a command, for interpreters with known command lines.
 *
 * @returns null if such a command names none; undefined for any other program
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

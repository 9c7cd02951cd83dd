import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { codeOf } from '../values/system-error.js';

export interface ServerParamsReading {
  /** The values found for the requested names, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** In the requested order; a blank value counts as missing. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the declared keys from the key file, and nothing else. No other name in the file leaves this
 * function. It looks at neither the environment nor the current folder, and this module cannot write
 * (decision D19).
 *
 * @param envPath absolute path of the file
 * @param names the schema's requiredServerParams
 * @param shownPath the file's name in messages, which must not show a path that contains a user's name
 * @returns ENV-001 for a missing file, ENV-002 for an unreadable one, ENV-003 for one that is not UTF-8; in
 * each of these cases, every name is missing
 */
export async function readServerParams({
  envPath,
  names,
  shownPath = envPath,
}: {
  readonly envPath: string;
  readonly names: readonly string[];
  readonly shownPath?: string;
}): Promise<ServerParamsReading> {
  const file = await readText(envPath, shownPath);
  if (typeof file !== 'string') return { values: {}, missing: [...names], problems: [file] };
  const parsed = parseEnv(file.replace(/^\uFEFF/, ''));
  const valueFor = (name: string) => (Object.hasOwn(parsed, name) ? (parsed[name] ?? '').trim() : '');
  return {
    values: Object.fromEntries(
      names.map((name) => [name, valueFor(name)]).filter(([, value]) => value !== ''),
    ),
    missing: names.filter((name) => valueFor(name) === ''),
    problems: [],
  };
}

async function readText(envPath: string, shownPath: string): Promise<string | Problem> {
  try {
    // Reading a pipe that nobody writes to would block the command, and then not even a signal could end it.
    if ((await stat(envPath)).isFIFO()) {
      return problem('ENV-002', undefined, { envPath: shownPath, cause: 'it is a pipe' });
    }
    const bytes = await readFile(envPath);
    // UTF-16 without a byte order mark can be valid UTF-8, but it has a zero byte beside each letter.
    if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
    return problem('ENV-003', undefined, { envPath: shownPath });
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return cause === 'ENOENT'
      ? problem('ENV-001', undefined, { envPath: shownPath })
      : problem('ENV-002', undefined, { envPath: shownPath, cause });
  }
}

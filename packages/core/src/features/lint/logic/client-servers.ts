import { nameCommand } from '../../../keys/logic/command-name.js';
import { createRedactor } from '../../../keys/logic/redact.js';
import { listAddressSecrets, listGivenSecrets } from '../../../keys/logic/secrets.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { ModuleReading, Position } from '../../../sources/logic/module-reading.js';
import { isRecord } from '../../../values/is-record.js';

/** Where clients list their servers: Claude, Cursor, Windsurf and Gemini; VS Code; Zed. */
const LISTS = ['mcpServers', 'servers', 'context_servers'] as const;

/** How a client reaches a server. */
type Reached =
  | {
      readonly kind: 'stdio';
      readonly command: readonly [string, ...string[]];
      readonly env: Texts;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
    };

type Texts = Readonly<Record<string, string>>;

/** A server of a client configuration. */
export interface ClientServer {
  readonly file: string;
  /** Its name in the file, as written. */
  readonly name: string;
  /** The name without credentials. */
  readonly shown: string;
  /** Its name in reports: `mcp.json#github`. */
  readonly target: string;
  readonly place: Position | undefined;
  /** How to reach it; null if it is not to be asked, and then `problems` say why. */
  readonly reached: Reached | null;
  /** Values that go to this server and nowhere else. */
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

export interface ClientFile {
  /** As named on the command line. */
  readonly file: string;
  readonly reading: ModuleReading;
}

export interface ClientOptions {
  /** Values for `${NAME}` and `${env:NAME}`. */
  readonly variables: ReadonlyMap<string, string>;
  /** Servers whose programs may be started; true: all. */
  readonly start: true | readonly string[];
}

/**
 * Lists the servers of a client configuration, in the order of the file.
 *
 * @returns each server with its problems: LNT-044 (a program that may not be started), LNT-045 (a placeholder without a
 *   value), LNT-051 (an unusable entry), LNT-055 (disabled); LNT-050 if the file is no such configuration
 */
export function parseClientServers(
  given: ClientFile,
  options: ClientOptions,
): readonly ClientServer[] | Problem {
  const { file, reading } = given;
  const { value, duplicateKeys } = reading;
  const lists = isRecord(value)
    ? LISTS.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]] as const] : []))
    : [];
  const refuse = (reason: string, path: readonly string[] = []) =>
    problem('LNT-050', { file, ...reading.locate(path) }, { reason });
  const twice = duplicateKeys.find(({ path, key }) => path.length === 0 && isList(key));
  if (twice) return problem('LNT-050', { file, ...twice.position }, { reason: `${twice.key} occurs twice` });
  const entries: ListedEntry[] = [];
  for (const [list, servers] of lists) {
    if (!isRecord(servers)) return refuse(`${list} is not an object`, [list]);
    for (const [name, entry] of Object.entries(servers)) entries.push({ path: [list, name], name, entry });
  }
  if (lists.length === 0) return refuse(`it has none of ${LISTS.join(', ')}`);
  if (entries.length === 0) return refuse('it names no server');
  const repeated = findRepeated(entries, reading);
  return entries.map((one) => toServer(given, one, { ...options, repeated }));
}

interface ListedEntry {
  readonly path: readonly [list: string, name: string];
  readonly name: string;
  readonly entry: unknown;
}

/**
 * Names that stand for several entries, and entries with a key that occurs twice: which one counts is up to the client.
 */
function findRepeated(
  entries: readonly ListedEntry[],
  { duplicateKeys }: ModuleReading,
): ReadonlySet<string> {
  const inLists = duplicateKeys.filter(({ path }) => isList(path[0]));
  const names = entries.map(({ name }) => name);
  const first = new Set<string>();
  const again = names.filter((name) => first.size === first.add(name).size);
  return new Set([...again, ...inLists.map(({ path, key }) => String(path[1] ?? key))]);
}

function isList(key: unknown): boolean {
  return LISTS.some((list) => list === key);
}

function toServer(
  { file, reading }: ClientFile,
  { path, name, entry }: ListedEntry,
  { variables, start, repeated }: ClientOptions & { readonly repeated: ReadonlySet<string> },
): ClientServer {
  const filling = createFilling(variables);
  const reached = repeated.has(name)
    ? 'its name, or a key of its entry, occurs twice'
    : readEntry(entry, filling.fill);
  const secrets =
    typeof reached === 'string' ? [] : [...secretsOf(reached), ...listGivenSecrets(filling.used)];
  const shown = createRedactor(secrets).text(name);
  const target = `${file}#${shown}`;
  const place = reading.locate(path);
  const where = { file, ...place };
  const server = { file, name, shown, target, place, secrets };
  const refused = (...problems: readonly Problem[]) => ({ ...server, reached: null, problems });
  if (isRecord(entry) && (entry.disabled === true || entry.enabled === false)) {
    return refused(problem('LNT-055', where, { target }));
  }
  if (typeof reached === 'string') return refused(problem('LNT-051', where, { target, reason: reached }));
  const isHeld = reached.kind === 'stdio' && start !== true && !start.includes(name);
  const { left } = filling;
  const problems = [
    ...(isHeld ? [problem('LNT-044', where, { target, name: shown })] : []),
    ...(left.size > 0 ? [problem('LNT-045', where, { target, left: [...left].join(', ') })] : []),
  ];
  return problems.length > 0 ? refused(...problems) : { ...server, reached, problems };
}

/** @returns how to reach the server, or why that is not clear; never a value, which may be a credential */
function readEntry(given: unknown, fill: (text: string) => string): Reached | string {
  if (!isRecord(given)) return 'its entry is not an object';
  // Zed once wrote the program with its arguments into an object of its own.
  const entry = isRecord(given.command) ? { ...given, ...given.command, command: given.command.path } : given;
  const { command, cwd } = entry;
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  if (isPresent(command) === isPresent(url)) {
    return isPresent(url) ? 'it has both a command and a url' : 'it has neither a command nor a url';
  }
  if (isPresent(url)) {
    const headers = readTexts(entry.headers, fill);
    if (typeof url !== 'string') return 'its url is not a text';
    if (headers === null) return 'its headers are not an object of texts';
    return {
      kind: 'http',
      url: fill(url),
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    };
  }
  const args = entry.args ?? [];
  const env = readTexts(entry.env, fill);
  if (typeof command !== 'string' || command === '') return 'its command is not the name of a program';
  if (!isTextList(args)) return 'its args are not a list of texts';
  if (env === null) return 'its env is not an object of texts';
  if (isPresent(cwd) && typeof cwd !== 'string') return 'its cwd is not a text';
  return {
    kind: 'stdio',
    command: [fill(command), ...args.map(fill)],
    env,
    ...(isPresent(cwd) && { cwd: fill(cwd) }),
  };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/** Texts by name; numbers count as texts, for ports are often written so. */
function readTexts(value: unknown, fill: (text: string) => string): Texts | null {
  if (!isPresent(value)) return {};
  if (!isRecord(value)) return null;
  const texts = Object.entries(value).map(
    ([name, text]) => [name, typeof text === 'number' ? String(text) : text] as const,
  );
  const isText = (one: readonly [string, unknown]): one is readonly [string, string] =>
    typeof one[1] === 'string';
  return texts.every(isText) ? Object.fromEntries(texts.map(([name, text]) => [name, fill(text)])) : null;
}

const SLOT = /\$\{([^{}]*)\}/g;

function createFilling(variables: ReadonlyMap<string, string>) {
  const used = new Map<string, string>();
  const left = new Set<string>();
  const fill = (text: string) => {
    // A default may hold a placeholder of its own; what stands around it is not filled.
    if (/\$\{/.test(text.replace(SLOT, ''))) left.add(`\${…}`);
    return text.replace(SLOT, (slot, what: string) => {
      const name = what.replace(/^env:/, '');
      const value = variables.get(name);
      if (value === undefined) {
        left.add(`\${${nameOfSlot(what)}}`);
        return slot;
      }
      used.set(name, value);
      return value;
    });
  };
  return { fill, used, left };
}

/** The part of a placeholder that may be shown: a default, as in `${TOKEN:-…}`, may be a key. */
function nameOfSlot(what: string): string {
  return /^[\w.]*(?::[\w.][\w.-]*)?/.exec(what)?.[0] ?? '';
}

function secretsOf(reached: Reached): string[] {
  if (reached.kind === 'http') {
    const headers = reached.headers.map(({ name, value }) => [name, value] as const);
    return [...listGivenSecrets(headers), ...listAddressSecrets(reached.url)];
  }
  const inCommand = nameCommand(reached.command).secrets.map((secret) => ['secret', secret] as const);
  return [
    ...listGivenSecrets([...Object.entries(reached.env), ...inCommand]),
    ...reached.command.flatMap(listAddressSecrets),
  ];
}

import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeProblem, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { Position } from '../../sources/logic/module-reading.js';
import { parseJson } from '../../sources/parse-json.js';
import { readSourceFile } from '../../sources/read-source-file.js';
import { nearestNames } from '../../values/nearest-names.js';
import { type ClientOptions, type ClientServer, parseClientServers } from './logic/client-servers.js';
import type { McpTarget } from './mcp/query.js';
import type { LintProblem } from './options.js';

/** A server of a client configuration that can be asked. */
export interface ClientTarget {
  readonly kind: 'client';
  /** The configuration. */
  readonly file: string;
  /** Place of the server in it. */
  readonly place: Position | undefined;
  readonly server: McpTarget & { readonly name: string };
}

interface FoundServers {
  readonly targets: readonly ClientTarget[];
  readonly problems: readonly LintProblem[];
}

/**
 * Reads client configurations. Nothing is started.
 *
 * @param words `mcp.json` for all servers of the file, `mcp.json#github` for one
 * @returns the servers that can be asked; LNT-044, LNT-045, LNT-051 and LNT-055 for those that cannot; LNT-050 for a file
 *   that cannot be used, or does not have the server
 * @throws GradingError LNT-050 if `start` names a server that none of the files has
 */
export function readClientServers(words: readonly string[], options: ClientOptions): FoundServers {
  const readings = words.map((word) => readWord(word, options));
  const problems = readings.flatMap((reading) => reading.problems);
  const listed = readings.flatMap((reading) => reading.servers);
  const { start } = options;
  const unknown = start === true ? undefined : start.find((name) => !listed.some((one) => one.name === name));
  if (unknown !== undefined && problems.length === 0) {
    throw fatal('LNT-050', { file: words.join(', ') }, { reason: describeMissing(unknown, listed) });
  }
  // A file, or a server, may be given twice.
  const servers = [...new Map(listed.map((one) => [`${resolve(one.file)}#${one.name}`, one])).values()];
  return {
    targets: servers.flatMap(toTarget),
    problems: [
      ...problems,
      ...servers.flatMap(({ target, problems: found }) => found.map((known) => ({ target, ...known }))),
    ],
  };
}

interface WordReading {
  readonly servers: readonly ClientServer[];
  readonly problems: readonly LintProblem[];
}

function readWord(word: string, options: ClientOptions): WordReading {
  const { file, name } = splitWord(word);
  const refuse = (found: Problem) => ({ servers: [], problems: [{ target: word, ...found }] });
  const form = { root: '', anyKey: true, comments: true } as const;
  const { reading } = readSourceFile(file, (text) => parseJson(text, form));
  const [unread] = reading.problems;
  if (unread) {
    const where = { ...unread.where, file };
    return refuse(problem('LNT-050', where, { reason: describeProblem(unread).message }));
  }
  const servers = parseClientServers({ file, reading }, options);
  if ('code' in servers) return refuse(servers);
  if (name === null) return { servers, problems: [] };
  const picked = servers.filter((server) => server.name === name);
  if (picked.length > 0) return { servers: picked, problems: [] };
  return refuse(problem('LNT-050', { file }, { reason: describeMissing(name, servers) }));
}

/** Splits `mcp.json#github` at the `#` that ends the name of a file; a path may contain that sign too. */
function splitWord(word: string): { readonly file: string; readonly name: string | null } {
  const cuts = existsSync(word) ? [] : [...word.matchAll(/#/g)].map(({ index }) => index);
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const at = cuts.find((cut) => isFile(word.slice(0, cut))) ?? cuts[0];
  return { file: word.slice(0, at), name: at === undefined ? null : word.slice(at + 1) };
}

const SHOWN_NAMES = 10;

function describeMissing(name: string, servers: readonly ClientServer[]): string {
  const known = servers.map(({ shown }) => shown);
  const [nearest] = nearestNames(name, known);
  const listed = [...known.slice(0, SHOWN_NAMES), ...(known.length > SHOWN_NAMES ? ['…'] : [])].join(', ');
  return `it has no server "${name}"; ${nearest === undefined ? `it has ${listed}` : `"${nearest}" may be meant`}`;
}

function toTarget({ file, target, place, reached, secrets }: ClientServer): readonly ClientTarget[] {
  if (reached === null) return [];
  const { kind } = reached;
  const cwd = kind === 'stdio' && reached.cwd !== undefined && resolve(dirname(file), reached.cwd);
  const server = { ...reached, ...(cwd && { cwd }), name: target, secrets };
  return [{ kind: 'client', file, place, server }];
}

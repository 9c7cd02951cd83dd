import { Option } from 'commander';
import { collect, parseMilliseconds } from '../options/parse-options.js';
import { parseStdioWords } from './program-words.js';

/** Flags that say which server is read, and how. */
export interface ServerFlags {
  readonly stdio?: readonly [string, ...string[]];
  readonly env?: string[];
  readonly snapshot?: string[];
  readonly header?: string[];
  readonly allowHost?: string[];
  readonly timeout?: number;
}

// Each command makes its own: an option belongs to the group of the command that it is added to.

export function stdioOption(): Option {
  return new Option(
    '--stdio <-- program args…>',
    'start this server; all words after -- belong to it',
  ).argParser(parseStdioWords);
}

/** Options for servers that are asked over HTTP. */
export function addressOptions(): readonly Option[] {
  return [
    new Option(
      '--header <name: env:NAME>',
      'a header for each request, from a variable (repeatable)',
    ).argParser(collect),
    new Option('--allow-host <host>', 'a host whose address may be private (repeatable)').argParser(collect),
  ];
}

export function timeoutOption(): Option {
  return new Option('--timeout <ms>', 'time limit for one server (default: 30000)').argParser(
    parseMilliseconds(1),
  );
}

/**
 * Whether a target is the address of a server rather than a path; a Windows path such as `C:\\schemas` begins
 * like an address.
 */
export function isAddress(target: string): boolean {
  return target.includes('://');
}

/** Finds options that would be ignored: they are given, but what uses them is not. */
export function findIdle(
  isUsed: boolean,
  user: string,
  options: Readonly<Record<string, unknown>>,
): string | null {
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return isUsed || given.length === 0 ? null : `${given.join(', ')} can only be used with ${user}`;
}

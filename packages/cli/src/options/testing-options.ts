import { Option } from 'commander';
import { collect, parseMilliseconds, parseOrigins, parseSendKey } from './parse-options.js';

/** What a person allows the tests of tools to do. */
export interface TestingFlags {
  readonly withKeys?: boolean;
  readonly sendKey?: Record<string, string[]>;
  readonly handlers: 'sandbox' | 'skip' | 'trust';
  readonly allowHost?: string[];
  readonly originMap?: Record<string, string>;
  readonly allowWrites?: boolean;
  readonly timeout?: number;
}

/**
 * None of these is an argument of an MCP tool: only the person who starts a command allows more. New ones each time, because
 * the help of a command puts its options into groups.
 */
export const testingOptions = (): Option[] => [
  new Option('--with-keys', 'use the API keys in ~/.flowmcp/.env (or envPath in config.json)'),
  new Option(
    '--send-key <NAME=host>',
    'also allow a key of a known owner to be sent to exactly this host, such as your own proxy (repeatable)',
  ).argParser(parseSendKey),
  new Option(
    '--handlers <how>',
    'what to do with handler code: run it in isolation, skip it, or trust it (with its libraries)',
  )
    .choices(['sandbox', 'skip', 'trust'])
    .default('sandbox'),
  new Option(
    '--allow-host <host>',
    'allow requests to this host even if its address is private (repeatable)',
  ).argParser(collect),
  new Option('--origin-map <origin=origin>', "send one origin's requests to another (repeatable)").argParser(
    parseOrigins,
  ),
  new Option('--allow-writes', 'run tests of tools that are not read-only'),
  new Option('--timeout <ms>', 'time limit for one request (default: 30000)').argParser(parseMilliseconds(1)),
];

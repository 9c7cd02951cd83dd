import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fatal } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';
import { ENGINE_HEAP_MB, SANDBOX_HEAP_MB } from '../sandbox/limits.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';

/** Fields of config.json that this tool reads; all others belong to other tools. */
export interface Config {
  readonly envPath?: string;
  readonly allowedLibrariesPath?: string;
  readonly gradingDataDir?: unknown;
  readonly gradingExportDir?: unknown;
  readonly useKeys: boolean;
  /** Name of a key → hosts it may be sent to in addition to its owner's. */
  readonly sendKeys: Readonly<Record<string, readonly string[]>>;
  /** Versions of the rules that a new island takes, and that commands without an island use. */
  readonly rules?: readonly string[];
  /** Memory, in megabytes, for all of the sandbox's engines together. */
  readonly sandboxMemoryMb: number;
}

/**
 * Reads `~/.flowmcp/config.json`; a missing file is an empty configuration.
 *
 * @throws GradingError CFG-002 if the file exists but cannot be used
 */
export function readConfig(home: string): Config {
  const file = '~/.flowmcp/config.json';
  const text = readText(join(home, '.flowmcp', 'config.json'), file);
  if (text === null) return { useKeys: false, sendKeys: {}, sandboxMemoryMb: SANDBOX_HEAP_MB };
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fatal(
      'CFG-002',
      { file },
      { reason: error instanceof SyntaxError ? error.message : String(error) },
    );
  }
  if (!isRecord(json)) throw fatal('CFG-002', { file }, { reason: 'it is not a JSON object' });
  const { gradingDataDir, gradingExportDir, grading } = json;
  const envPath = readPath(json, 'envPath', file);
  const allowedLibrariesPath = readPath(json, 'allowedLibrariesPath', file);
  const useKeys = isRecord(grading) ? grading.useKeys : undefined;
  if (useKeys !== undefined && typeof useKeys !== 'boolean') {
    throw fatal(
      'CFG-001',
      { file },
      { name: 'grading.useKeys in config.json', found: JSON.stringify(useKeys) },
    );
  }
  const sandboxMemoryMb = (isRecord(grading) ? grading.sandboxMemoryMb : undefined) ?? SANDBOX_HEAP_MB;
  if (!Number.isSafeInteger(sandboxMemoryMb) || Number(sandboxMemoryMb) < ENGINE_HEAP_MB) {
    throw fatal(
      'CFG-001',
      { file },
      { name: 'grading.sandboxMemoryMb in config.json', found: JSON.stringify(sandboxMemoryMb) },
    );
  }
  return {
    ...(envPath !== undefined && { envPath }),
    ...(allowedLibrariesPath !== undefined && { allowedLibrariesPath }),
    ...(gradingDataDir !== undefined && { gradingDataDir }),
    ...(gradingExportDir !== undefined && { gradingExportDir }),
    useKeys: useKeys ?? false,
    sendKeys: readSendKeys(isRecord(grading) ? grading.sendKeys : undefined, file),
    ...readRules(isRecord(grading) ? grading.rules : undefined, file),
    sandboxMemoryMb: Number(sandboxMemoryMb),
  };
}

/** Names separated by commas, as on the command line; whether they are known is found where they are used. */
function readRules(rules: unknown, file: string): Pick<Config, 'rules'> {
  if (rules === undefined) return {};
  const names = typeof rules === 'string' ? rules.split(',').map((name) => name.trim()) : [''];
  if (!names.includes('')) return { rules: names };
  throw fatal('CFG-001', { file }, { name: 'grading.rules in config.json', found: JSON.stringify(rules) });
}

function readSendKeys(sendKeys: unknown, file: string): Config['sendKeys'] {
  if (sendKeys === undefined) return {};
  const lists = isRecord(sendKeys) ? Object.entries(sendKeys) : [];
  const isHosts = (hosts: unknown): hosts is string[] =>
    Array.isArray(hosts) && hosts.every((host) => typeof host === 'string');
  if (isRecord(sendKeys) && lists.every(([, hosts]) => isHosts(hosts))) {
    return Object.fromEntries(lists) as Record<string, string[]>;
  }
  throw fatal(
    'CFG-001',
    { file },
    { name: 'grading.sendKeys in config.json', found: JSON.stringify(sendKeys) },
  );
}

/**
 * File with the API keys: `envPath` of the configuration, else `~/.flowmcp/.env`; never in the current
 * folder.
 */
export function keyFileOf(config: Config, home: string): string {
  return inHome(config.envPath ?? '.env', home);
}

/**
 * Folder with the libraries that trusted handler code may use: `allowedLibrariesPath`, else
 * `~/.flowmcp/allowed-libraries`.
 */
export function libraryFolderOf(config: Config, home: string): string {
  return inHome(config.allowedLibrariesPath ?? 'allowed-libraries', home);
}

function inHome(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(home, '.flowmcp', path);
}

function readPath(json: Record<string, unknown>, key: string, file: string): string | undefined {
  const path = json[key];
  if (path === undefined || (typeof path === 'string' && path.trim() !== '')) return path;
  throw fatal('CFG-001', { file }, { name: `${key} in config.json`, found: JSON.stringify(path) });
}

function readText(path: string, shown: string): string | null {
  try {
    // A pipe that nobody writes to would block the command, and not even a signal could end it.
    if (statSync(path).isFIFO()) throw fatal('CFG-002', { file: shown }, { reason: 'it is a pipe' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof GradingError) throw error;
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    if (reason === 'ENOENT') return null;
    throw fatal('CFG-002', { file: shown }, { reason });
  }
}

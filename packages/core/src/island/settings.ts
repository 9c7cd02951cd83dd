import { isAbsolute, join, resolve } from 'node:path';
import { fatal } from '../problems/error-codes.js';

/** The settings, in order of precedence. Missing ones are undefined. */
export interface RootSettings {
  /** Command-line flag, relative to cwd. */
  readonly flag: string | undefined;
  /** Environment variable, relative to cwd. */
  readonly environment: string | undefined;
  /** Value in config.json, relative to the folder of config.json; a leading `~/` stands for the home folder. */
  readonly config: unknown;
  readonly cwd: string;
  readonly home: string;
}

export interface RootNames {
  readonly flag: string;
  readonly environment: string;
  readonly config: string;
}

export const ISLAND_NAMES: RootNames = {
  flag: '--grading-data',
  environment: 'FLOWMCP_GRADING_DATA',
  config: 'gradingDataDir',
};

export const EXPORT_NAMES: RootNames = {
  flag: '--export-dir',
  environment: 'FLOWMCP_GRADING_EXPORT',
  config: 'gradingExportDir',
};

/**
 * Resolves a root folder in four steps: flag, environment, config.json, default (design/cli). An unusable value is an
 * error and is never skipped.
 *
 * @param otherwise absolute path of the default folder
 * @throws GradingError CFG-001
 */
export function resolveRoot(settings: RootSettings, names: RootNames, otherwise: string): string {
  const { flag, environment, config, cwd, home } = settings;
  if (flag !== undefined) return resolve(cwd, usable(flag, names.flag));
  if (environment !== undefined) return resolve(cwd, usable(environment, names.environment));
  if (config !== undefined) {
    const path = usable(config, `${names.config} in config.json`);
    return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(home, '.flowmcp', path);
  }
  return otherwise;
}

export function defaultIslandRoot(home: string): string {
  return join(home, '.flowmcp', 'grading');
}

/** A path for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  const folder = resolve(home);
  return isAbsolute(path) && path.startsWith(`${folder}/`) ? `~${path.slice(folder.length)}` : path;
}

function usable(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '' && !value.includes('\0')) return value;
  throw fatal('CFG-001', undefined, { name, found: JSON.stringify(value) ?? 'nothing' });
}

/** Default. */
export const LOCK_TIMEOUT_MS = 10_000;

export const LOCK_TIMEOUT_NAME = 'FLOWMCP_LOCK_TIMEOUT';

const LONGEST_S = 86_400;

/**
 * How long to wait for the lock on a target, in milliseconds.
 *
 * @param text value of FLOWMCP_LOCK_TIMEOUT, in whole seconds; 0 means not to wait
 * @throws GradingError CFG-003
 */
export function parseLockTimeout(text: string | undefined): number {
  if (text === undefined) return LOCK_TIMEOUT_MS;
  if (/^\d{1,5}$/.test(text) && Number(text) <= LONGEST_S) return Number(text) * 1000;
  throw fatal('CFG-003', undefined, {
    name: LOCK_TIMEOUT_NAME,
    found: JSON.stringify(text),
    expected: `whole seconds from 0 to ${LONGEST_S}`,
  });
}

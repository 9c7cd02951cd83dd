import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  type Config,
  defaultIslandRoot,
  EXPORT_NAMES,
  fatal,
  ISLAND_NAMES,
  Island,
  LOCK_TIMEOUT_NAME,
  limitSandboxHeap,
  parseLockTimeout,
  readConfig,
  resolveRoot,
  shellWord,
  shownPath,
} from '@flowmcp/grading-core/commands';
import type { NextAction } from '@flowmcp/grading-core/features/state/run';
import { nameAsTyped } from '../terminal/command-name.js';
import type { IslandFlags, TargetFlags } from './island-options.js';

/** The folders and configuration that a command uses. */
export interface Workplace {
  readonly island: Island;
  readonly config: Config;
  readonly home: string;
}

/** Finds the island: from the flag, else from the environment, else from config.json, else the default. */
export function openWorkplace({ gradingData }: IslandFlags): Workplace {
  const home = homedir();
  const config = readConfig(home);
  limitSandboxHeap(config.sandboxMemoryMb);
  const settings = {
    flag: gradingData,
    environment: process.env[ISLAND_NAMES.environment],
    config: config.gradingDataDir,
    cwd: process.cwd(),
    home,
  };
  const root = resolveRoot(settings, ISLAND_NAMES, defaultIslandRoot(home));
  const lockTimeoutMs = parseLockTimeout(process.env[LOCK_TIMEOUT_NAME]);
  return { island: new Island(root, undefined, { lockTimeoutMs }), config, home };
}

/** Finds the folder for exports, in the same order as the island. */
export function resolveExportRoot(
  exportDir: string | undefined,
  { island, config, home }: Workplace,
): string {
  const settings = {
    flag: exportDir,
    environment: process.env[EXPORT_NAMES.environment],
    config: config.gradingExportDir,
    cwd: process.cwd(),
    home,
  };
  return resolveRoot(settings, EXPORT_NAMES, join(island.root, '_exports'));
}

/**
 * Targets of a command that also accepts --all.
 *
 * @throws GradingError CLI-001 if both targets and --all are given, because one of them would be ignored
 */
export function targetsOf(
  targets: readonly string[],
  { all = false }: TargetFlags,
  command: string,
): { targets: readonly string[]; all: boolean } {
  if (all && targets.length > 0) {
    const reason = `--all already means every namespace; found ${targets.join(', ')} as well`;
    throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
  }
  return { targets, all };
}

/** A command as it is suggested: with the name that was typed, and with --grading-data if the current one has it. */
export function onSameIsland(command: string, { gradingData }: IslandFlags): string {
  const named = nameAsTyped(command);
  return gradingData === undefined ? named : `${named} --grading-data ${shellWord(gradingData)}`;
}

/** A next action with its commands as they are suggested. */
export function nextOnSameIsland(action: NextAction, flags: IslandFlags): NextAction {
  const { command, otherwise } = action;
  return {
    ...action,
    command: onSameIsland(command, flags),
    ...(otherwise && { otherwise: nextOnSameIsland(otherwise, flags) }),
  };
}

/** A path in the island, in a form that can be opened from any folder. */
export function shownIslandPath(path: string, { island, home }: Workplace): string {
  return shownPath(island.absolute(path), home);
}

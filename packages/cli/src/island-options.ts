import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  type Config,
  defaultIslandRoot,
  EXPORT_NAMES,
  ISLAND_NAMES,
  Island,
  readConfig,
  resolveRoot,
} from '@flowmcp/grading-core';
import type { Command } from 'commander';

export interface IslandFlags {
  readonly gradingData?: string;
}

export function addIslandOption(command: Command): Command {
  return command.option('--grading-data <path>', 'root of the grading island (default: ~/.flowmcp/grading)');
}

export interface Workplace {
  readonly island: Island;
  readonly config: Config;
  readonly home: string;
}

/** Finds the island: flag, environment, config.json, default. */
export function openWorkplace({ gradingData }: IslandFlags): Workplace {
  const home = homedir();
  const config = readConfig(home);
  const settings = {
    flag: gradingData,
    environment: process.env[ISLAND_NAMES.environment],
    config: config.gradingDataDir,
    cwd: process.cwd(),
    home,
  };
  return { island: new Island(resolveRoot(settings, ISLAND_NAMES, defaultIslandRoot(home))), config, home };
}

/** Finds the folder that exports are put into, in the same four steps. */
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

import { homedir } from 'node:os';
import {
  chooseRules,
  type FreedTools,
  findVersion,
  type Island,
  newerVersions,
  readConfig,
} from '@flowmcp/grading-core/commands';
import { counted } from '../terminal/layout.js';
import { printTalk } from '../terminal/output.js';
import type { IslandFlags } from './island-options.js';
import type { RulesFlags } from './rules-option.js';
import { onSameIsland } from './workplace.js';

/** Says which names are taken for another version than the one they name. */
export function tellStandIns(names: readonly string[] = []): void {
  for (const name of names) {
    const { version = name } = findVersion(name) ?? {};
    if (version !== name && !version.endsWith(`/${name}`)) printTalk(`${name} is taken for ${version}`);
  }
}

/**
 * The Schemas-Spec for a command without an island: of the rules that are named, else of config.json, else the default.
 *
 * @throws GradingError RUL-002 or RUL-003 if the rules cannot be used
 */
export function schemasSpecOf({ rules }: RulesFlags) {
  const names = rules ?? readConfig(homedir()).rules;
  tellStandIns(names);
  return names && chooseRules(names).book.spec.schemasSpec;
}

/**
 * Says how many tools newer rules would free.
 *
 * @param what what the tools are freed of: being blocked, or declaring too few tests
 */
export function sayFreed(
  { gradingSpec, tools }: FreedTools,
  { island, flags, what }: { island: Island; flags: IslandFlags; what: 'blocked' | 'declared' },
): string {
  const own = island.book.spec.version;
  const set = onSameIsland(`flowmcp grading rules --set ${gradingSpec}`, flags);
  const held = what === 'blocked' ? 'blocked only by the bar of' : 'too few declared tests for the bar of';
  return `${held} ${own}, not of ${gradingSpec}: ${counted(tools, 'tool')}; to follow that: ${set}`;
}

/** Says which newer rules are known; null if there are none. */
export function sayNewer(island: Island, flags: IslandFlags): string | null {
  const newer = newerVersions(island.book);
  if (newer.length === 0) return null;
  const show = onSameIsland('flowmcp grading rules', flags);
  return `this island follows ${island.book.spec.version}; newer rules are known: ${newer.join(', ')} (${show})`;
}

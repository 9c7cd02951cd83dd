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
 * Says that newer rules are known: how many tools they would free, if any, else which they are.
 *
 * @param what what the tools are freed of: being blocked, or declaring too few tests
 */
export function sayNewer(
  freed: FreedTools | undefined,
  {
    island,
    flags,
    what,
  }: { readonly island: Island; readonly flags: IslandFlags; readonly what: 'blocked' | 'declared' },
): string | null {
  const own = island.book.spec.version;
  if (freed) {
    const set = onSameIsland(`flowmcp grading rules --set ${freed.gradingSpec}`, flags);
    const tools = counted(freed.tools, 'tool');
    const held = what === 'blocked' ? 'blocked only by the bar of' : 'too few declared tests for the bar of';
    return `${held} ${own}, not of ${freed.gradingSpec}: ${tools}; to follow that: ${set}`;
  }
  const newer = newerVersions(island.book);
  if (newer.length === 0) return null;
  const show = onSameIsland('flowmcp grading rules', flags);
  return `this island follows ${own}; newer rules are known: ${newer.join(', ')} (${show})`;
}

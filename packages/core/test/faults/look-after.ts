import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { verifyTargets } from '../../src/features/verify/run.js';
import { Island } from '../../src/island/island.js';
import { readJournal, walkFacts } from '../../src/island/journal/read-journal.js';
import { compareFacts, factKindOf, factOf } from '../../src/island/logic/facts.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import type { Problem } from '../../src/problems/problem.js';
import { sha256 } from '../../src/spec/hash.js';
import { readTree } from '../journeys/island-tree.js';
import type { Workplace } from '../journeys/workplace.js';

/** Texts of the files of an island, by path. */
export type Content = Readonly<Record<string, string>>;

/** Checks that the journal agrees with the files; after a repeated command also the other way round. */
export function findGaps(place: Workplace, target: string, isDone: boolean): string[] {
  const island = place.island();
  const journal = readJournal(island, target);
  const facts = [...walkFacts(island, target)].map(
    ({ path }) => [path, sha256(island.readBytes(`${target}/${path}`) ?? '')] as const,
  );
  const found = compareFacts(journal, new Map(facts));
  return [
    ...journal.breaks.map(({ line, reason }) => `line ${line} of the journal: ${reason}`),
    ...found.vanished.map((line) => `the journal names ${line.path} (${factOf(line)}), which is not there`),
    ...found.edited.map(({ path }) => `the journal names other bytes of ${path}`),
    ...found.doubled.map(({ path }) => `the journal names ${path} twice`),
    ...(isDone ? found.unlisted.map((path) => `the journal does not name ${path}`) : []),
    ...(isDone && journal.torn !== null ? ['the journal is still torn'] : []),
  ];
}

/**
 * An interrupted command is not damage: verify warns at most, and each warning names the whole command that clears it.
 */
export async function findUnclear(place: Workplace, now = () => new Date()): Promise<string[]> {
  const island = new Island(place.root, undefined, { lockTimeoutMs: 0 });
  const { errors, results } = await verifyTargets({ island, targets: [], all: true, now });
  const warnings = results.flatMap((one) => one.warnings).filter(({ severity }) => severity === 'warning');
  // An empty island has no target.
  const damage = errors.filter(({ code }) => code !== 'TGT-004');
  return [...damage, ...warnings.filter((found) => clearingCommand(found) === null)].map((found) => {
    const { message, hint } = describeProblem(found);
    return `verify: ${found.code} ${found.where?.file ?? ''}: ${message}. ${hint ?? ''}`;
  });
}

/** The words after `flowmcp grading` in the command that clears a finding; null if its hint names no whole command. */
export function clearingCommand(found: Problem): string[] | null {
  const hint = describeProblem(found).hint ?? '';
  const [, words] =
    /flowmcp grading ((?:(?:rebuild|emit|hand-in|verify) (?:--all|[\w-]+\/[\w-]+)|rules --set [\w./,]*\d)(?: --?[\w-]+| \/\S+)*)/.exec(
      hint,
    ) ?? [];
  return words?.split(' ') ?? null;
}

export function isFact(path: string): boolean {
  const [, inTarget] = /^(?:providers|selections)\/[^/]+\/(.+)$/.exec(path) ?? [];
  return inTarget !== undefined && factKindOf(inTarget) !== null;
}

/** Files that a later command or `grading verify` completes. Journals and exports are checked separately. */
export function isToBeMended(found: string): boolean {
  const path = found.split(':')[0] ?? '';
  return isLeftover(path) || path.endsWith('/audit.jsonl') || path.startsWith('_exports/');
}

/** Left by an interrupted process: `grading verify --repair` moves it away. */
export function isLeftover(path: string): boolean {
  return /(?:^|\/)\.(?:tmp|unfinished)-|\.jsonl?\.\d+$/.test(path);
}

export function contentOfRoot(place: Workplace): Content {
  return Object.fromEntries([...readTree(place.root)].map(([path, { text }]) => [path, text]));
}

export function putBack(root: string, content: Content): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(content)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { encoding: 'latin1', mode: 0o600 });
  }
}

import type { Island } from '../../island/island.js';
import { readJournalBytes } from '../../island/journal/read-journal.js';
import { recordLine } from '../../island/journal/record-facts.js';
import { withLock } from '../../island/lock.js';
import { chooseRules, typeRules } from '../../island/logic/choose-rules.js';
import { linesOf } from '../../island/logic/parse-journal.js';
import { RULES_FILE } from '../../island/logic/paths.js';
import { formatRules } from '../../island/take-rules.js';
import type { Problem } from '../../problems/problem.js';
import type { RuleBook } from '../../spec/books/book.js';
import {
  type Axis,
  type BookVersions,
  knownVersions,
  newerVersions,
  sameVersions,
  versionsOf,
} from '../../spec/books/registered.js';
import type { Target } from '../../target/logic/target.js';
import { deriveTarget } from '../../target/rebuild/rebuild.js';
import { eachTarget, resolveTargets } from '../../target/targets.js';
import { planGrading } from '../plan/run.js';
import { type RebuiltTarget, rebuildLocked } from '../rebuild/run.js';

/** The rules of an island, and what else is known. */
export interface ShownRules {
  readonly status: true;
  readonly rules: BookVersions;
  /** Every version that this tool knows, oldest first. */
  readonly known: Readonly<Record<Axis, readonly string[]>>;
  /** Known versions that are newer than those of the island. */
  readonly newer: readonly string[];
  readonly errors: readonly Problem[];
}

/** Shows which rules an island follows, and which others there are. */
export function showRules(island: Island): ShownRules {
  return {
    status: true,
    rules: versionsOf(island.book),
    known: knownVersions(),
    newer: newerVersions(island.book),
    errors: [],
  };
}

export interface SetRulesOptions {
  readonly island: Island;
  /** Versions as a person names them; an axis that is not named keeps its version if it can. */
  readonly rules: readonly string[];
  /** Show what would change, and write nothing. */
  readonly dryRun?: boolean;
  readonly now?: () => Date;
  /** Called before anything is written. */
  readonly onPlanned?: (plan: RulesPlan) => void;
  /** Called once nothing refuses the change, before the first write. */
  readonly onChange?: () => void;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/** What other rules would change. */
export type RulesPlan = Awaited<ReturnType<typeof planGrading>>;

export interface SetRulesResult {
  readonly status: boolean;
  readonly dryRun: boolean;
  readonly before: BookVersions;
  readonly after: BookVersions;
  /** null for an island without targets. */
  readonly plan: RulesPlan | null;
  /** The indexes as they were derived again; empty for a dry run. */
  readonly results: readonly RebuiltTarget[];
  readonly errors: readonly Problem[];
}

/**
 * Gives an island other rules. No entry, snapshot or test record is touched: only rules.json, one line in the journal of
 * each target, and every index. Whatever stops it, the island has either the old rules or the new ones, and the same
 * command finishes the change.
 *
 * @throws GradingError RUL-002 or RUL-003 if the versions cannot be used
 * @returns errors without anything written if a target cannot be derived under the new rules
 */
export async function setRules(options: SetRulesOptions): Promise<SetRulesResult> {
  const { island, dryRun = false, now = island.now, onPlanned, onProgress } = options;
  const before = versionsOf(island.book);
  const { book } = chooseRules(options.rules, before);
  const planned = await listTargets(island);
  const plan =
    planned.length === 0
      ? null
      : await planGrading({
          ...{ island, targets: [], all: true, rules: options.rules, now },
          ...(onProgress && { onProgress }),
        });
  const described = { dryRun, before, after: versionsOf(book), plan };
  if (plan) onPlanned?.(plan);
  if (dryRun) {
    const errors = plan?.errors ?? [];
    return { status: errors.length === 0, ...described, results: [], errors };
  }
  const change: Change = { ...options, before, book, now };
  const { results, errors } = await holdAll(island, [], (targets) => apply(change, targets));
  return { status: errors.length === 0, ...described, results, errors };
}

interface Change extends SetRulesOptions {
  readonly before: BookVersions;
  readonly book: RuleBook;
  readonly now: () => Date;
}

/** @param targets all of the island's, whose locks are held */
async function apply(
  change: Change,
  targets: readonly Target[],
): Promise<Pick<SetRulesResult, 'results' | 'errors'>> {
  const { island, book, before, now, onProgress, onChange } = change;
  const errors: Problem[] = [];
  await eachTarget(targets, errors, (target) => {
    deriveTarget({ island: island.under(book), target, now: now(), reuse: false });
  });
  if (errors.length > 0) return { results: [], errors };
  onChange?.();
  for (const target of targets) recordRules(island, target, change);
  const isKept = island.rulesText === null && sameVersions(before, versionsOf(book));
  if (!isKept) island.replace(RULES_FILE, formatRules(book));
  const next = island.under(book, isKept ? null : formatRules(book));
  // A target that an import has begun meanwhile may have been derived by the old rules.
  return holdAll(next, targets, async (all) => {
    for (const target of all.slice(targets.length)) recordRules(next, target, change);
    const results = await eachTarget(all, errors, (target, at) => {
      onProgress?.(at, all.length, target.name);
      return rebuildLocked(next, target, now());
    });
    return { results, errors };
  });
}

/**
 * Holds the locks of all targets, so that no other command sees a part of the change. While it waits for them, others
 * may appear, and are waited for as well.
 *
 * @param held targets whose locks are held already
 */
async function holdAll<T>(
  island: Island,
  held: readonly Target[],
  work: (targets: readonly Target[]) => Promise<T>,
): Promise<T> {
  const known = new Set(held.map(({ folder }) => folder));
  const missing = (await listTargets(island)).filter(({ folder }) => !known.has(folder));
  if (missing.length === 0) return work(held);
  return withLocks(island, missing, () => holdAll(island, [...held, ...missing], work));
}

async function listTargets(island: Island): Promise<readonly Target[]> {
  return (await resolveTargets(island, [], { all: true })).targets;
}

function withLocks<T>(island: Island, targets: readonly Target[], work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = targets;
  if (!first) return work();
  const lock = { island, target: first.folder, command: 'grading rules --set' };
  return withLock(lock, () => withLocks(island, rest, work));
}

/**
 * Adds the line of a change to the journal of a target, unless an interrupted command has added it. The line comes before
 * rules.json: if the two differ, verify knows both. A target without a journal is older than journals, and gets no line.
 */
function recordRules(island: Island, { folder }: Target, { before, book, now }: Change): void {
  const journal = readJournalBytes(island, folder);
  if (!journal) return;
  const from = linesOf(journal, ['rules']).at(-1)?.to ?? typeRules(before);
  const to = typeRules(versionsOf(book));
  if (from === to) return;
  recordLine(island, folder, { line: { kind: 'rules', from, to }, now: now(), flush: 'lasting' });
}

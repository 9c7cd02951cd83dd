import { bumpEntry } from '../grade/entry/bump-entry.js';
import { entrySettles } from '../grade/history.js';
import { countNamespaces, maxSelectionGrade } from '../grade/precondition.js';
import { formatJson } from '../island/documents.js';
import { placeOfEntries } from '../island/journal/read-journal.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { listEntries } from '../island/list-namespace.js';
import { formatEntryName, nextTimestamp } from '../island/logic/names.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { readStoredEntries } from '../island/read-namespace.js';
import { scoringOf } from '../spec/books/registered.js';
import type { NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { areasOfNode, type Subject, selectSubjects } from '../target/logic/subjects.js';
import { rebuildTarget } from '../target/rebuild/rebuild.js';
import type { RegradedNode } from './options.js';
import type { OpenedTarget } from './run-context.js';

/**
 * Grades stored answers again where only the gradingSystem has changed since: one new entry for each node that the run
 * covers and does not ask about in full. No grader is asked and no request is made (spec 07, rule 2; decision 0089).
 */
export function regradeStored({ context, before, wanted }: OpenedTarget): RegradedNode[] {
  const { options, target, now } = context;
  const { island } = options;
  // A partial run leaves a node its last full entry, which is the one to be followed.
  const asked = new Set(options.mode === 'partial' ? [] : wanted.map(({ node }) => node));
  const covered = selectSubjects(before.subjects, { scope: target.scope, areas: options.areas ?? null });
  const due = covered.filter(({ node, status }) => status.regraded !== undefined && !asked.has(node));
  const written = due.flatMap(
    (subject) => buildNext(context, subject, capOf(context, subject, before.index)) ?? [],
  );
  if (written.length === 0) return [];
  island.createAll(written);
  recordFacts(island, target.folder, { own: written.map(({ path }) => path), now });
  rebuildTarget({ island, target, now });
  return written.map(({ regraded }) => regraded);
}

interface WrittenEntry {
  readonly path: string;
  readonly bytes: string;
  readonly regraded: RegradedNode;
}

/** @returns null if the entry is gone */
function buildNext(
  { options: { island }, target, now }: OpenedTarget['context'],
  { node, folder, area }: Subject,
  cap: 'A' | 'B',
): WrittenEntry | null {
  const place = placeOfEntries(island, target.folder);
  const { entries } = readStoredEntries(place, folder, areasOfNode(area), entrySettles);
  const full = entries.findLast(({ entry }) => entry.gradingMode === 'full')?.entry;
  const scoring = full && scoringOf(full.scoringSystem);
  if (!scoring) return null;
  const gradings = [target.folder, folder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const times = listEntries(island, gradings).map(({ timestamp }) => timestamp);
  const timestamp = nextTimestamp(now, times);
  const rules = { scoring, grading: island.book.grading };
  const entry = bumpEntry(full, { rules, cap, timestamp, now });
  if (!entry) return null;
  const file = formatEntryName({ area: entry.area, persona: entry.persona ?? null, timestamp });
  return {
    path: `${gradings}/${file}`,
    bytes: formatJson(entry),
    regraded: { node, from: full.aggregateGrade, to: entry.aggregateGrade },
  };
}

/** Only the whole of a selection has a cap of its own. */
function capOf(
  { options }: OpenedTarget['context'],
  { area }: Subject,
  index: NamespaceIndex | SelectionIndex,
): 'A' | 'B' {
  if (area !== 'selection-aggregate' || !('members' in index)) return 'A';
  return maxSelectionGrade(countNamespaces(Object.keys(index.members)), options.island.book.grading);
}

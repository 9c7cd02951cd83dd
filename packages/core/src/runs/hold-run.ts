import { readJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { readJournalBytes } from '../island/journal/read-journal.js';
import { recordLine } from '../island/journal/record-facts.js';
import type { RecordedRun } from '../island/logic/audit.js';
import { linesOf } from '../island/logic/parse-journal.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { PromptsFile } from '../spec/prompts.js';
import type { StateFile } from '../spec/state.js';
import { isRecord } from '../values/is-record.js';
import { changesOfRun, digestRun } from './logic/run-digest.js';

/**
 * Records a run's digest in the journal before the run's state is written; a later hand-in is checked against that
 * digest (decision 0073).
 */
export function recordRun(
  island: Island,
  folder: string,
  { state, prompts, now }: { state: StateFile; prompts: PromptsFile; now: Date },
): void {
  const line = { kind: 'run', taskId: state.taskId, ...digestRun({ state, prompts }) } as const;
  recordLine(island, folder, { line, now, flush: 'lasting' });
}

/** A run's digest, read from the journal; null if the run was emitted by a version that recorded no digests. */
export function findRun(island: Island, folder: string, taskId: string): RecordedRun | null {
  const bytes = readJournalBytes(island, folder);
  return bytes && (linesOf(bytes, ['run']).findLast((line) => line.taskId === taskId) ?? null);
}

/** Lists what has been changed in a run since its prompts were emitted: RUN-014 for each place. */
export function findChangesOfRun(
  island: Island,
  folder: string,
  { known, state }: { known: RecordedRun; state: StateFile },
): Problem[] {
  const prompts = readOwnPrompts(island, folder, state.taskId);
  return changesOfRun(known, { state, prompts }).map(({ document, path }) => {
    const file = `${folder}/${FILE_NAMES[document]}`;
    return problem(
      'RUN-014',
      { file, path },
      { field: path, document: FILE_NAMES[document], target: folder },
    );
  });
}

/**
 * Reads the prompts of this run. Prompts of another run are ignored: they were left by an interrupted emit, and no
 * grader was asked to answer them.
 */
function readOwnPrompts(island: Island, folder: string, taskId: string): unknown {
  const read = readJson(island, `${folder}/${FILE_NAMES.prompts}`);
  if (!read) return undefined;
  const value = 'value' in read ? read.value : null;
  return isRecord(value) && value.taskId !== taskId ? undefined : value;
}

import type { RecordedRun } from '../../island/logic/audit.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { changesOfRun } from '../../runs/logic/run-digest.js';
import { type PromptsFile, promptsFile } from '../../spec/prompts.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import { parseText } from './parse-text.js';
import { pathIn, type TargetView, typedName } from './target-view.js';

/** The readable files of the newest run. */
export interface RunFiles {
  state: StateFile | null;
  prompts: PromptsFile | null;
}

/** Reads prompts.json or state.json. */
export function readRunFile(view: TargetView, run: RunFiles, path: string, text: string): void {
  const file = pathIn(view, path);
  view.tally.check('runs');
  if (path === FILE_NAMES.state) {
    const parsed = parseText(text, stateFile);
    if ('value' in parsed) run.state = parsed.value;
    else view.tally.add('runs', problem('VFY-060', { file }, parsed));
    return;
  }
  const parsed = parseText(text, promptsFile);
  if ('value' in parsed) run.prompts = parsed.value;
  else view.tally.add('runs', problem('VFY-060', { file }, parsed));
}

/** Checks an evaluator's answers. A line that an interrupted command has cut off is not a loss. */
export function checkAnswers(view: TargetView, path: string, text: string): void {
  view.tally.check('runs');
  const lines = text.split('\n').filter(Boolean);
  const torn = lines.filter((line) => 'reason' in parseText(line, null)).length;
  if (torn === 0) return;
  const told = torn === 1 ? 'one line' : `${torn} lines`;
  view.tally.add('runs', problem('VFY-065', { file: pathIn(view, path) }, { lines: told }));
}

/** Checks the complete prompts of an evaluation, ready to be handed in; they can be written again at any time. */
export function checkAnsweredScores(view: TargetView, path: string, text: string): void {
  view.tally.check('runs');
  const parsed = parseText(text, null);
  if ('reason' in parsed) view.tally.add('runs', problem('VFY-060', { file: pathIn(view, path) }, parsed));
}

/**
 * Checks that the files of a run belong together and are unchanged since the emit, and that its hand-in exists.
 *
 * @param known digests of runs from when they were emitted
 */
export function checkRun(
  view: TargetView,
  { state, prompts }: RunFiles,
  known: readonly RecordedRun[],
): void {
  const target = typedName(view);
  const promptsPath = pathIn(view, FILE_NAMES.prompts);
  if (!state) {
    const isThere = view.files.has(FILE_NAMES.state);
    if (prompts && !isThere) view.tally.add('runs', problem('VFY-062', { file: promptsPath }, { target }));
    return;
  }
  if (prompts) view.tally.add('runs', checkTogether(promptsPath, state, prompts, target));
  else if (!view.files.has(FILE_NAMES.prompts)) {
    const args = { ref: FILE_NAMES.prompts };
    view.tally.add(
      'runs',
      problem('VFY-030', { file: pathIn(view, FILE_NAMES.state), path: '/taskId' }, args),
    );
  }
  view.tally.add('runs', [...checkTaken(view, state), ...checkEmitted(view, { state, prompts }, known)]);
}

function checkEmitted(
  view: TargetView,
  { state, prompts }: { state: StateFile; prompts: PromptsFile | null },
  known: readonly RecordedRun[],
): Problem[] {
  const emitted = known.findLast(({ taskId }) => taskId === state.taskId);
  if (!emitted) return [];
  // Prompts that are unreadable, or belong to another run, are reported as such.
  const own = prompts?.taskId === state.taskId ? prompts : undefined;
  return changesOfRun(emitted, { state, prompts: own }).map(({ document, path }) => {
    const file = pathIn(view, FILE_NAMES[document]);
    return problem('VFY-028', { file, path }, { field: path, target: typedName(view) });
  });
}

/** Prompts are written first: those of a later run belong to an interrupted emit. */
function checkTogether(file: string, state: StateFile, prompts: PromptsFile, target: string): Problem[] {
  if (prompts.taskId !== state.taskId) {
    const isLater = timeOf(prompts.taskId) >= timeOf(state.taskId);
    const args = { field: 'taskId', found: prompts.taskId, expected: state.taskId, target };
    return [
      isLater
        ? problem('VFY-062', { file }, { target })
        : problem('VFY-061', { file, path: '/taskId' }, args),
    ];
  }
  const asked = prompts.prompts.map(({ area, subject, schemaHash }) => `${area}/${subject}@${schemaHash}`);
  const known = state.subjects.map(({ area, subject, schemaHash }) => `${area}/${subject}@${schemaHash}`);
  const fields = [
    ['target', prompts.target, state.target],
    ['flow', prompts.flow, state.flow],
    ['tier', prompts.tier, state.tier],
    ['gradingMode', prompts.gradingMode, state.gradingMode],
    ['prompts', asked.join(', '), known.join(', ')],
  ] as const;
  return fields
    .filter(([, found, expected]) => found !== expected)
    .map(([field, found, expected]) =>
      problem('VFY-061', { file, path: `/${field}` }, { field, found, expected, target }),
    );
}

function timeOf(taskId: string): string {
  return taskId.split('--').at(-2) ?? '';
}

function checkTaken(view: TargetView, { consume, status }: StateFile): Problem[] {
  if (!consume) return [];
  const file = pathIn(view, FILE_NAMES.state);
  const scores = pathIn(view, consume.scoresPath);
  if (status === 'consuming') {
    const args = { scores, scoresPath: view.island.absolute(scores), target: typedName(view) };
    return [problem('VFY-063', { file }, args)];
  }
  const known = view.files.get(consume.scoresPath);
  const where = { file, path: '/consume/scoresSha256' };
  if (known === undefined) return [problem('VFY-064', where, { file: scores, reason: 'it is not there' })];
  if (known === null || known === consume.scoresSha256) return [];
  return [problem('VFY-064', where, { file: scores, reason: `its sha256 is ${known}` })];
}

/** Files that an interrupted hand-in may have left without a line in the journal. */
export function expectedOfRun({ state }: RunFiles): ReadonlySet<string> {
  return state?.status === 'consuming' && state.consume
    ? new Set([state.consume.scoresPath, ...state.consume.entries])
    : new Set();
}

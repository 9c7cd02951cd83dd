import type { ZodType } from 'zod';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { buildEmitSkill } from '../../runs/logic/prompts/emit-skill.js';
import { changesOfRun } from '../../runs/logic/run-digest.js';
import { type PromptsFile, promptsFile } from '../../spec/prompts.js';
import { scoresFile } from '../../spec/scores.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import { isHandIn } from './logic/hand-ins.js';
import { orReason, parseText } from './parse-text.js';
import { type CheckFile, pathIn, type ReadFile, type TargetView } from './target-view.js';

export const readPrompts: CheckFile = (view, file) => {
  view.run.prompts = readDocument(view, file, promptsFile);
};

export const readSkillText: CheckFile = (view, { text }) => {
  view.tally.check('runs');
  view.run.skill = text;
};

export const readState: CheckFile = (view, file) => {
  view.run.state = readDocument(view, file, stateFile);
};

/** Checks the scores that an evaluation has prepared for its hand-in; this file can be rewritten at any time. */
export const checkAnsweredScores: CheckFile = (view, file) => {
  readDocument(view, file, null);
};

function readDocument<T>(view: TargetView, { path, text }: ReadFile, shape: ZodType<T> | null): T | null {
  view.tally.check('runs');
  const parsed = parseText(text, shape);
  if ('value' in parsed) return parsed.value;
  view.tally.add('runs', problem('VFY-060', { file: pathIn(view, path) }, parsed));
  return null;
}

/**
 * Checks files that answers are appended to. Lines that an interruption has cut off are no damage: what an evaluator
 * answered is asked for again, and a draft keeps what was saved before.
 */
function checkLines(code: 'VFY-065' | 'VFY-137'): CheckFile {
  return (view, { path, text }) => {
    view.tally.check('runs');
    const lines = text.split('\n').filter(Boolean);
    const torn = lines.filter((line) => 'reason' in parseText(line, null)).length;
    if (torn === 0) return;
    const told = torn === 1 ? 'one line' : `${torn} lines`;
    view.tally.add('runs', problem(code, { file: pathIn(view, path) }, { lines: told }));
  };
}

export const checkAnswers = checkLines('VFY-065');
export const checkDraft = checkLines('VFY-137');

/** Checks a second opinion, which no grade follows from. */
export const checkOpinion: CheckFile = (view, { path, text }) => {
  view.tally.check('runs');
  const parsed = parseText(text, scoresFile);
  const file = pathIn(view, path);
  if ('reason' in parsed) view.tally.add('runs', problem('VFY-138', { file }, parsed));
};

/** Reads a hand-in, which is kept unchanged, including its byte order mark. */
export const readHandIn: CheckFile = (view, { path, text }) => {
  const { tally, handIns } = view;
  const file = pathIn(view, path);
  tally.check('hand-ins');
  const parsed = parseText(text.replace(/^\uFEFF/, ''), null);
  const handIn = 'value' in parsed && isHandIn(parsed.value) ? parsed.value : null;
  if (!handIn) {
    handIns.unreadable += 1;
    const reason = 'reason' in parsed ? parsed.reason : 'it does not have the shape of one';
    tally.add('hand-ins', problem('VFY-050', { file }, { reason }));
    return;
  }
  const { taskId } = handIn;
  const name = path.slice(path.indexOf('/') + 1);
  if (!name.startsWith(`${taskId}--`)) {
    const args = { field: 'taskId', found: taskId, expected: name.split('--').slice(0, -1).join('--') };
    tally.add('hand-ins', problem('VFY-042', { file, path: '/taskId' }, args));
  }
  handIns.add(file, handIn);
};

/** Checks that the files of a run belong together and are unchanged since the emit, and that its hand-in exists. */
export function checkRun(view: TargetView): void {
  const { files, folder, tally } = view;
  const { state, prompts } = view.run;
  const where = { file: pathIn(view, FILE_NAMES.prompts) };
  if (!state) {
    const isThere = files.has(FILE_NAMES.state);
    if (prompts && !isThere) tally.add('runs', problem('VFY-062', where, { target: folder }));
    return;
  }
  if (prompts) tally.add('runs', checkTogether(where.file, state, prompts, folder));
  else if (!files.has(FILE_NAMES.prompts)) {
    const missing = { file: pathIn(view, FILE_NAMES.state), path: '/taskId' };
    tally.add('runs', problem('VFY-030', missing, { ref: FILE_NAMES.prompts }));
  }
  tally.add('runs', [...checkTaken(view, state), ...checkEmitted(view, state, prompts)]);
  if (prompts && state.status === 'prompts-emitted') tally.add('runs', checkSkill(view, prompts));
}

/** The skill of an open run tells an agent which command to run, so it has to say what the prompts say. */
function checkSkill(view: TargetView, prompts: PromptsFile): Problem[] {
  const { skill } = view.run;
  if (skill === null) return [];
  // Prompts that were edited may not make a skill at all.
  const own = orReason(() => ({ value: buildEmitSkill({ prompts, islandRoot: view.island.root }) }));
  if ('value' in own && own.value === skill) return [];
  return [problem('VFY-066', { file: pathIn(view, FILE_NAMES.emitSkill) }, { target: view.folder })];
}

/** Compares files with the digests that the journal recorded when the run was emitted. */
function checkEmitted(view: TargetView, state: StateFile, prompts: PromptsFile | null): Problem[] {
  const runs = (view.journal?.lines ?? []).filter((line) => line.kind === 'run');
  const emitted = runs.findLast(({ taskId }) => taskId === state.taskId);
  if (!emitted) return [];
  // Other checks report prompts that are unreadable or belong to another run.
  const own = prompts?.taskId === state.taskId ? prompts : undefined;
  return changesOfRun(emitted, { state, prompts: own }).map(({ document, path }) => {
    const file = pathIn(view, FILE_NAMES[document]);
    return problem('VFY-028', { file, path }, { field: path, target: view.folder });
  });
}

/** An emit writes the prompts before the state: if they belong to a later run than the state, it was interrupted. */
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
    const args = { scores, scoresPath: view.island.absolute(scores), target: view.folder };
    return [problem('VFY-063', { file }, args)];
  }
  const known = view.files.get(consume.scoresPath);
  const where = { file, path: '/consume/scoresSha256' };
  if (known === undefined) return [problem('VFY-064', where, { file: scores, reason: 'it is missing' })];
  if (known === null || known === consume.scoresSha256) return [];
  return [problem('VFY-064', where, { file: scores, reason: `its sha256 is now ${known}` })];
}

/** Files that an interrupted hand-in may have left without a line in the journal. */
export function openFiles({ run: { state } }: TargetView): ReadonlySet<string> {
  return state?.status === 'consuming' && state.consume
    ? new Set([state.consume.scoresPath, ...state.consume.entries])
    : new Set();
}

/** Compares hand-ins and entries after all of them were read. */
export function checkHandIns(view: TargetView): void {
  const { tally, handIns, expected, journal } = view;
  const open = openFiles(view);
  // Hand-ins that a command has completed.
  const taken = new Set(journal?.lines.flatMap((line) => (line.kind === 'scores' ? [line.path] : [])));
  for (const [file, areas] of handIns.byFile()) {
    const path = file.slice(view.folder.length + 1);
    // A hand-in has no entries if it was kept but never completed, because another run was started instead.
    const isTaken = taken.has(path) || areas.some(({ answered }) => answered);
    if (!isTaken || open.has(path)) continue;
    const lost = areas.filter(({ answered, makesEntry }) => makesEntry && !answered);
    tally.add(
      'hand-ins',
      lost.map(({ area, subject }) => problem('VFY-052', { file }, { area, subject })),
    );
  }
  if (handIns.unreadable > 0) return;
  for (const [at, [first = '', ...others]] of expected.handIns) {
    const entries = others.length === 0 ? 'one entry' : `${others.length + 1} entries`;
    tally.add('hand-ins', problem('VFY-053', { file: first }, { at, entries }));
  }
}

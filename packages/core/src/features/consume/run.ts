import { journalFile, readEvaluations } from '../../evaluators/journal.js';
import { findEdits } from '../../evaluators/logic/evaluated-scores.js';
import { checkScores, type ScoresCheck } from '../../grade/entry/check-scores.js';
import { parseScores } from '../../grade/entry/parse-scores.js';
import { formatJson, readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { withLock } from '../../island/lock.js';
import { formatTimestamp, parseTimestamp } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { limitProblems } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { findChangesOfRun, findRun } from '../../runs/hold-run.js';
import { interruptedError } from '../../runs/open-run.js';
import { refuseRunOfOtherRules } from '../../runs/rules-of-run.js';
import type { SpecRules } from '../../spec/books/book.js';
import { sha256 } from '../../spec/hash.js';
import type { ScoreArea, ScoresFile } from '../../spec/scores.js';
import { type AskedSubject, type ConsumeRecord, type StateFile, stateFile } from '../../spec/state.js';
import { knownSchema, readMain } from '../../target/load-namespace.js';
import { nodesOf } from '../../target/logic/build-index.js';
import { findChangedMembers } from '../../target/logic/lock-snapshot.js';
import type { Subject } from '../../target/logic/subjects.js';
import type { Target } from '../../target/logic/target.js';
import { readProviderLists } from '../../target/provider-lists.js';
import { type DerivedTarget, deriveTarget, rebuildTarget } from '../../target/rebuild/rebuild.js';
import { resolveTargets } from '../../target/targets.js';
import { findKeyForms } from '../../values/read-json.js';
import type { RunOnDisk } from './compare-with-facts.js';
import { type ConsumedTarget, describeConsumed } from './describe.js';
import { leftOutAfter } from './logic/left-out.js';
import { sumUpUnfilled } from './logic/sum-up-unfilled.js';
import { type PlannedEntries, planEntries, planRecord } from './plan-entries.js';

export interface ConsumeOptions {
  readonly island: Island;
  /** The target as the user types it. */
  readonly target: string;
  /** The bytes of the scores file, as handed in. */
  readonly scores: string | Uint8Array;
  /** Source of the scores, for messages. */
  readonly scoresFile: string;
  /** Accept answers to only some of the prompts. */
  readonly allowMissing?: boolean;
  readonly now?: () => Date;
}

export interface ConsumeResult {
  readonly status: boolean;
  readonly stage: 3;
  readonly results: readonly ConsumedTarget[];
  readonly errors: readonly Problem[];
  /** The errors with everything that is not filled in yet summed up; absent if nothing is. */
  readonly inShort?: readonly Problem[];
}

/**
 * Stage 3: checks a scores file against the open run, writes one entry per answered prompt and rebuilds the index.
 * Everything is checked before anything is written. Handing in the same file again changes nothing, except after a
 * crash: then it completes the hand-in under the file names chosen before.
 *
 * @throws GradingError SCR-018 if another hand-in of this run was interrupted, RUN-013 if the rules have changed since
 *   the emit
 * @see design/file-formats, consume
 */
export async function consumeScores(options: ConsumeOptions): Promise<ConsumeResult> {
  const { island } = options;
  const { targets, problems } = await resolveTargets(island, [options.target]);
  const [target] = targets;
  if (!target) return { status: false, stage: 3, results: [], errors: problems };
  const { folder } = target;
  return withLock({ island, target: folder, command: 'grading hand-in' }, () =>
    consume(options, target, folder),
  );
}

async function consume(options: ConsumeOptions, target: Target, folder: string): Promise<ConsumeResult> {
  const { island, scores: bytes } = options;
  const now = (options.now ?? island.now)();
  const state = readTrusted(island, `${folder}/${FILE_NAMES.state}`, stateFile);
  if (!state) return refuse([problem('SCR-017', undefined, { target: target.name })], options);
  const repeated = state.consume?.scoresSha256 === sha256(bytes);
  if (state.status === 'consuming' && !repeated) throw interruptedError(island, target, state);
  const { scores, readable, problems } = parseScores(bytes);
  if (!readable) return refuse(problems, options);
  const prompts = island.absolute(`${folder}/${FILE_NAMES.prompts}`);
  const closed = checkRun({ taskId: readable.taskId, state, repeated, prompts, target });
  // Only the shape of a hand-in for another run can be checked.
  if (closed) return refuse([...problems, closed], options);
  const resumed = state.status !== 'prompts-emitted';
  if (!resumed) refuseRunOfOtherRules(island, state, target);
  const before = deriveTarget({ island, target, now });
  const edited = await holdRun({ island, target, folder, now, state });
  if (edited.length > 0) return refuse(edited, options);
  const hashes = new Map(before.subjects.map((found) => [found.node, found.hash]));
  const haveListsChanged = findListChanges(island, before, state);
  const isUnusable = findFailures(before, island.book.spec);
  const check = checkScores({
    scores: readable,
    state,
    // An accepted hand-in is completed whatever has been imported since: its entries stay bound to the graded content.
    currentHash: (asked) => {
      if (resumed) return asked.schemaHash;
      return isUnusable(asked) || haveListsChanged(asked) ? undefined : hashes.get(asked.node);
    },
    vetoedAt: resumed || state.gradingMode === 'partial' ? () => null : vetoesIn(before),
    // An incomplete hand-in that was accepted once is accepted again when it is repeated.
    allowMissing: resumed || (options.allowMissing ?? false),
    now: resumed ? null : now,
  });
  const found = [...problems, ...check.problems];
  if (!scores || found.length > 0) {
    const inShort = sumUpUnfilled(found, readable, target.name);
    return { ...refuse(found, options), ...(inShort && { inShort: listed(inShort, options) }) };
  }
  const edits = resumed ? [] : editsOf(island, folder, { scores, answered: check.answered, state });
  if (edits.length > 0) return refuse(edits, options);
  // A hand-in that an earlier version accepted is completed even if it contains something that looks like a key.
  const keys = resumed ? [] : findKeyForms(scores);
  if (keys.length > 0) return refuse(keys, options);
  return takeIn({ options, target, folder, now, state }, { scores, check, before });
}

/** Finds differences between a hand-in and the evaluator's journal of its run. */
function editsOf(
  island: Island,
  folder: string,
  { scores, answered, state }: Pick<ScoresCheck, 'answered'> & { scores: ScoresFile; state: StateFile },
): Problem[] {
  const journal = journalFile(folder, state.taskId);
  const lines = [...readEvaluations(island, journal)].filter((line) => line !== null);
  return findEdits({ scores, answered, journal, target: state.target }, lines);
}

/** When each node's current veto was raised. */
function vetoesIn({ index }: DerivedTarget): (asked: AskedSubject) => Date | null {
  const nodes = new Map(nodesOf(index));
  return ({ node }) => parseTimestamp(nodes.get(node)?.veto?.at ?? '');
}

/**
 * Finds changes made to the run since it was emitted. Uses the journal or, for a run emitted by an earlier version, the
 * snapshots and facts that the run was built from (decision 0073). A run that is already graded is not checked, because
 * nothing more will be written for it.
 */
async function holdRun(run: RunOnDisk): Promise<readonly Problem[]> {
  const { island, folder, state } = run;
  if (state.status === 'graded') return [];
  const known = findRun(island, folder, state.taskId);
  if (known) return findChangesOfRun(island, folder, { known, state });
  if (state.status === 'consuming') return [];
  // Loaded only here, because the code that builds prompts is needed only for a run emitted by an earlier version.
  const { compareWithFacts } = await import('./compare-with-facts.js');
  return compareWithFacts(run);
}

interface OpenRun {
  readonly options: ConsumeOptions;
  readonly target: Target;
  readonly folder: string;
  readonly now: Date;
  readonly state: StateFile;
}

/** Accepts a hand-in without problems: writes its entries, under the names fixed when it was first accepted. */
function takeIn(
  run: OpenRun,
  { scores, check, before }: { scores: ScoresFile; check: ScoresCheck; before: DerivedTarget },
): ConsumeResult {
  const { options, target, folder, now, state } = run;
  const { island, scores: bytes } = options;
  const answered = check.answered.map(({ asked, at }) => ({ asked, handed: scores.areas[at] as ScoreArea }));
  const record = state.consume ?? planRecord({ island, folder, state, answered, bytes, now });
  const planned = planEntries({ island, folder, state, scores, answered, record, groupId: target.id });
  const alreadyConsumed = state.status === 'graded';
  const { index, problems } = alreadyConsumed ? before : writeHandIn(run, record, planned);
  const changed = 'members' in index ? findChangedMembers(index) : [];
  const described = {
    target,
    folder,
    state,
    check,
    planned,
    index,
    alreadyConsumed,
    problems: [...problems, ...changed],
  };
  return { status: true, stage: 3, results: [describeConsumed(described)], errors: [] };
}

/**
 * Writes the evidence first, then the state that names the next files, so that the hand-in can be completed after a
 * crash.
 */
function writeHandIn(
  { options, target, folder, now, state }: OpenRun,
  record: ConsumeRecord,
  { entries }: PlannedEntries,
): DerivedTarget {
  const { island, scores: bytes } = options;
  const statePath = `${folder}/${FILE_NAMES.state}`;
  island.create(`${folder}/${record.scoresPath}`, bytes);
  const lastUpdatedAt = record.timestamp;
  const consuming: StateFile = { ...state, status: 'consuming', consume: record, lastUpdatedAt };
  if (state.status !== 'consuming') island.replace(statePath, formatJson(consuming));
  island.createAll(entries.map(({ path, text }) => ({ path: `${folder}/${path}`, bytes: text })));
  const own = [record.scoresPath, ...entries.map(({ path }) => path)];
  recordFacts(island, folder, { own: own.map((path) => `${folder}/${path}`), now });
  const rebuilt = rebuildTarget({ island, target, now });
  island.replace(statePath, formatJson(finishState(consuming, record, now)));
  return rebuilt;
}

/** Checks whether the file belongs to the open run. */
function checkRun({
  taskId,
  state,
  repeated,
  prompts,
  target,
}: {
  taskId: string | undefined;
  state: StateFile;
  repeated: boolean;
  prompts: string;
  target: Target;
}): Problem | null {
  if (taskId === undefined) return null;
  if (state.status === 'superseded') {
    return problem('SCR-033', { path: '/taskId' }, { found: taskId, target: target.name });
  }
  const open = state.taskId;
  if (taskId !== open) return problem('SCR-004', { path: '/taskId' }, { found: taskId, open, prompts });
  if (state.status === 'graded' && !repeated) {
    return problem('SCR-005', { path: '/taskId' }, { taskId: state.taskId, target: target.name });
  }
  return null;
}

function finishState(state: StateFile, record: ConsumeRecord, now: Date): StateFile {
  const at = now.toISOString();
  const { leftOut: _, userReport, ...rest } = state;
  const isUsed = state.subjects.some(
    ({ regradingTrigger }) => regradingTrigger?.triggeredBy === 'user-report',
  );
  const leftOut = leftOutAfter(state, record);
  return {
    ...rest,
    ...(userReport && !isUsed && { userReport }),
    ...(leftOut.length > 0 && { leftOut }),
    status: 'graded',
    lastUpdatedAt: at,
    phases: { ...state.phases, scoresReceived: record.timestamp, gradeComputed: at, indexRebuilt: at },
  };
}

function refuse(problems: readonly Problem[], options: ConsumeOptions): ConsumeResult {
  return { status: false, stage: 3, results: [], errors: listed(problems, options) };
}

/** As many problems as are listed, with the file they are in. */
function listed(problems: readonly Problem[], { scoresFile }: ConsumeOptions): Problem[] {
  return limitProblems(problems).map((found) => ({ ...found, where: { file: scoresFile, ...found.where } }));
}

/**
 * Finds the subjects of a run whose tests used shared lists other than the current ones (decision 0075). A run emitted
 * by an earlier version does not record its lists, so the lists of its schemas are compared with the time of the run.
 */
function findListChanges(
  island: Island,
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
  state: Pick<StateFile, 'createdAt'>,
): (asked: AskedSubject) => boolean {
  if ('members' in index) return () => false;
  const lists = readProviderLists(island, index.namespace);
  const createdAt = formatTimestamp(new Date(state.createdAt));
  const hasChanged = (schema: string) => {
    const known = knownSchema(index, schema);
    const main = known?.snapshot && readMain(island, index.namespace, { schema, snapshot: known.snapshot });
    return lists.changedSince(main?.sharedLists ?? [], createdAt) !== null;
  };
  return (asked) => {
    if (asked.lists) return !lists.areCurrent(asked.lists);
    const schema = lists.mayHaveChanged ? schemaOf(subjects, asked) : null;
    return schema !== null && hasChanged(schema);
  };
}

/**
 * Finds the subjects of a run whose content no longer passes the gate. Where what concerns the whole
 * namespace waits for all of its schemas, it was asked while every file passed, so it is about other content once one fails.
 */
function findFailures(
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
  { waitForGreen }: SpecRules,
): (asked: AskedSubject) => boolean {
  const schemas = 'members' in index ? [] : Object.entries(index.schemas);
  const failed = new Set(schemas.flatMap(([schema, node]) => (node.failed ? schema : [])));
  return (asked) => {
    const own = schemaOf(subjects, asked);
    return own === null ? failed.size > 0 && waitForGreen.length > 0 : failed.has(own);
  };
}

/**
 * The schema of a subject, if the tests of the subject may use lists; null for a skill or an About, which is stored
 * with a schema but uses no lists.
 */
function schemaOf(subjects: readonly Subject[], { node }: AskedSubject): string | null {
  const found = subjects.find((subject) => subject.node === node);
  return found && found.skill === null ? found.schema : null;
}

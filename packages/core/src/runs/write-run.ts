import { formatJson, readDocument } from '../island/documents.js';
import { nextTimestamp } from '../island/logic/names.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { rulesOfRun, versionsOf } from '../spec/books/registered.js';
import { type RegradingTrigger, storedEntry } from '../spec/entry.js';
import { hashValue } from '../spec/hash.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { PromptsFile } from '../spec/prompts.js';
import type { AskedSubject, StateFile } from '../spec/state.js';
import { SCORING_PROTOCOL } from '../spec/versions.js';
import { type AreaId, GRADER_NA_REASONS, type Persona, type Tier } from '../spec/vocabulary.js';
import type { ListHashes } from '../target/logic/provider-lists.js';
import type { Subject } from '../target/logic/subjects.js';
import type { ComposedPrompt } from './compose-prompt.js';
import { keepSkill, skillOf } from './emit-skill.js';
import { recordRun } from './hold-run.js';
import {
  buildEntryPointPrompt,
  type EntryPointInput,
  SCORING_INSTRUCTIONS_V1,
} from './logic/prompts/entry-point.js';
import { buildGoal, DEFAULT_TURNS } from './logic/prompts/goal.js';
import { buildPayloadSkeleton } from './logic/prompts/output-schema.js';
import type { EmittedTarget } from './options.js';
import type { RunContext } from './run-context.js';

/** One subject to ask about, with everything known about it. */
interface PlannedSubject extends ComposedPrompt {
  readonly subject: Subject;
  /** `flowmcp/4.x.y` */
  readonly version: string;
  /** Set if the selection's size caps the grade below the limit of its tier. */
  readonly maxGrade?: 'B';
  /** Hashes of the shared lists that the subject's tests used. */
  readonly lists?: ListHashes;
}

/** A run before it is written, for a provider or a selection. */
export interface RunPlan {
  /** The target in a few words, e.g. `namespace defillama`. */
  readonly what: string;
  /** The persona that grades the areas that ask for one; recorded with every answer (decision D3). */
  readonly persona: Persona;
  readonly entryPoint: EntryPointInput['target'];
  /** Values known to be secret. */
  readonly secrets: readonly string[];
  /** In the order in which they are asked about. */
  readonly subjects: readonly PlannedSubject[];
  /** Path of the About that graded answers depend on, relative to the island. */
  readonly domainDocId?: string;
}

/** Areas whose entries name an About as their subject (grading-rules §4: its hash is their schemaHash). */
const ABOUT_AREAS: readonly AreaId[] = ['about-namespace', 'about-selection'];

/** The state of a run with freshly written prompts. */
function buildRunState(
  context: RunContext,
  { persona, subjects: planned, domainDocId }: RunPlan,
  { taskId, tier }: { taskId: string; tier: Tier },
): StateFile {
  const { options, target, now, key } = context;
  const at = now.toISOString();
  const subjects = planned.map((subject) => askedSubject(context, subject));
  const count = (area: AreaId) => subjects.filter((asked) => asked.area === area).length;
  return {
    target: target.name,
    flow: target.flow,
    tier,
    taskId,
    status: 'prompts-emitted',
    gradingMode: options.mode ?? 'full',
    createdAt: at,
    lastUpdatedAt: at,
    phases: { promptsEmitted: at, scoresReceived: null, gradeComputed: null, indexRebuilt: null },
    runKey: key,
    personaIds: [persona.basePersonaId],
    ...(target.flow === 'selection' && { selectionId: target.id }),
    ...(domainDocId !== undefined && { domainDocId }),
    naReasons: [...GRADER_NA_REASONS],
    ...rulesOfRun(options.island.book),
    subjects,
    ...(context.report && { userReport: context.report }),
    ...(context.leftOut.length > 0 && { leftOut: [...context.leftOut] }),
    askedByArea: Object.fromEntries(
      [...new Set(subjects.map(({ area }) => area))].map((area) => [area, count(area)]),
    ),
  };
}

function askedSubject(context: RunContext, planned: PlannedSubject): AskedSubject {
  const { subject, prompt, deterministic, version, maxGrade, lists } = planned;
  const trigger = regradingTrigger(context, subject);
  return {
    area: subject.area,
    subject: subject.subject,
    node: subject.node,
    folder: subject.folder,
    schemaHash: subject.hash,
    schemaId: subject.schemaId,
    version,
    persona: prompt.persona,
    ...(subject.skill !== null && { skillId: subject.skill }),
    ...(maxGrade && { maxGrade }),
    ...(ABOUT_AREAS.includes(subject.area) && { aboutHash: subject.hash }),
    ...(lists && { lists: { ...lists } }),
    questions: prompt.questions.map(({ questionId }) => questionId),
    deterministic: [...deterministic],
    ...(trigger && { regradingTrigger: trigger }),
  };
}

/**
 * Asking again about content that already has a grade is a re-grading; the first entry for a hash is not. If the entry
 * that raised a veto is gone, only the veto's mark in the index names that entry.
 */
function regradingTrigger(context: RunContext, subject: Subject): RegradingTrigger | null {
  const previousGradingId = previousGrading(context, subject);
  if (previousGradingId === null) return null;
  const leftOut = context.leftOut.find(
    ({ node, schemaHash }) => node === subject.node && schemaHash === subject.hash,
  );
  const { regrade } = context.options;
  const given = regrade?.triggeredBy === 'user-report' ? context.report : regrade;
  return {
    ...(given ??
      context.report ??
      leftOut?.regradingTrigger ?? { triggeredBy: subject.status.due ?? 'scheduled' }),
    previousGradingId,
    timestamp: context.now.toISOString(),
  };
}

function previousGrading(
  { options, target: { folder } }: RunContext,
  { status, hash }: Subject,
): string | null {
  if (status.ref === undefined) return status.veto?.gradingId ?? null;
  if (status.boundTo !== hash) return null;
  const parsed = readDocument(options.island, `${folder}/${status.ref}`, storedEntry);
  return parsed && !('problem' in parsed) ? parsed.value.gradingId : null;
}

/**
 * Writes the prompts, their skill where one is wanted, a journal line with the digests of prompts and state, and then the state of a new run: the run is
 * open once its state is written. If nothing is asked, no run begins, and a run that is still open is closed.
 *
 * @param plan null if nothing is asked
 * @param result what is known about the target without its prompts
 */
export function writeRun(context: RunContext, plan: RunPlan | null, result: EmittedTarget): EmittedTarget {
  const { options, target } = context;
  if (!plan || plan.subjects.length === 0) {
    return { ...result, warnings: [...result.warnings, ...closeOpenRun(context)] };
  }
  const { folder } = target;
  const taskId = newTaskId(context, plan);
  const prompts = buildPrompts(context, plan, { result, taskId });
  const { onImagined } = context.surroundings;
  if (onImagined) {
    onImagined(prompts);
    return { ...result, taskId, promptCount: prompts.prompts.length };
  }
  const state = buildRunState(context, plan, { taskId, tier: result.tier });
  const skill = skillOf(options, prompts, plan.secrets);
  const promptsPath = `${folder}/${FILE_NAMES.prompts}`;
  const statePath = `${folder}/${FILE_NAMES.state}`;
  options.island.replace(promptsPath, formatJson(prompts));
  const skillPath = keepSkill(options.island, folder, skill);
  recordRun(options.island, folder, { state, prompts, now: context.now });
  options.island.replace(statePath, formatJson(state));
  return { ...result, taskId, promptsPath, ...skillPath, statePath, promptCount: prompts.prompts.length };
}

/**
 * Marks the open run as superseded: nothing is asked, so no new prompts replace its prompts, but scores for them are no
 * longer wanted.
 *
 * @returns a warning that says so, if a run was open
 */
function closeOpenRun({ options, target, state: previous, now }: RunContext): Problem[] {
  if (previous?.status !== 'prompts-emitted') return [];
  const closed: StateFile = { ...previous, status: 'superseded', lastUpdatedAt: now.toISOString() };
  options.island.replace(`${target.folder}/${FILE_NAMES.state}`, formatJson(closed));
  return [problem('RUN-021', undefined, { taskId: previous.taskId, target: target.name })];
}

/** The id `<target>--<ts>--<hash8>`, which is different for every run of a target, even within one second. */
function newTaskId({ key, now, state, target }: RunContext, { subjects }: RunPlan): string {
  const before = state?.taskId.split('--').at(-2);
  const timestamp = nextTimestamp(now, before ? [before] : []);
  const asked = subjects.map(({ subject: { area, subject, hash } }) => `${area}/${subject}@${hash}`);
  return `${target.id}--${timestamp}--${hashValue({ key, asked, timestamp })}`;
}

function buildPrompts(
  { options, target }: RunContext,
  plan: RunPlan,
  { result, taskId }: { result: EmittedTarget; taskId: string },
): PromptsFile {
  const prompts = plan.subjects.map(({ prompt }) => prompt);
  const gradingMode = options.mode ?? 'full';
  const versions = versionsOf(options.island.book);
  return {
    target: target.name,
    flow: result.flow,
    tier: result.tier,
    maxGrade: result.maxGrade,
    ...(target.flow === 'provider' ? { namespace: target.id } : { selectionId: target.id }),
    scoringProtocol: SCORING_PROTOCOL,
    ...versions,
    taskId,
    gradingMode,
    entryPointPrompt: buildEntryPointPrompt({
      persona: plan.persona,
      target: plan.entryPoint,
      mode: gradingMode,
      gradingSpec: versions.gradingSpec,
      scoresPath: 'scores.json',
    }),
    scoringInstructions: SCORING_INSTRUCTIONS_V1,
    goal: buildGoal({
      what: plan.what,
      promptIds: prompts.map(({ id }) => id),
      maxTurns: options.maxTurns ?? DEFAULT_TURNS,
    }),
    prompts,
    skippedAreas: [...result.skippedAreas],
    gatedAreas: [...result.gatedAreas],
    pretests: [...result.pretests],
    payloadSkeleton: buildPayloadSkeleton({ taskId, prompts }),
  };
}

/** Writes a copy beside the index, so that a lost index can be restored (decision D7). */
export function writeLockSnapshot(
  { options, target: { folder } }: RunContext,
  lockSnapshot: LockSnapshot,
): void {
  options.island.replace(`${folder}/${FILE_NAMES.lockSnapshot}`, formatJson(lockSnapshot));
}

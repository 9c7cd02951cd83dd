import { hashValue } from '../../engine/hash.js';
import { nextTimestamp } from '../../engine/names.js';
import { buildEntryPointPrompt } from '../../engine/prompts/entry-point.js';
import { buildGoal, DEFAULT_TURNS } from '../../engine/prompts/goal.js';
import { buildPayloadSkeleton } from '../../engine/prompts/payload-skeleton.js';
import { SCORING_INSTRUCTIONS_V1 } from '../../engine/prompts/scoring-instructions.js';
import { formatJson } from '../../island/documents.js';
import { FILE_NAMES } from '../../island/paths.js';
import type { PromptsFile } from '../../model/prompts.js';
import type { StateFile } from '../../model/state.js';
import { GRADING_SPEC, GRADING_SYSTEM, SCORING_PROTOCOL, SCORING_SYSTEM } from '../../tables/versions.js';
import { recordRun } from '../audit/hold-run.js';
import type { EmittedTarget } from './options.js';
import type { RunContext } from './run-context.js';
import type { RunPlan } from './run-plan.js';
import { buildRunState } from './run-state.js';

/**
 * Writes the prompts, a line of the journal about both, and then the state of a new run: the state is what makes the run
 * the open one.
 *
 * @param result what is known of the target without its prompts
 * @param previous the run that this one takes the place of
 */
export function writeRun(
  context: RunContext,
  plan: RunPlan,
  { result, previous }: { result: EmittedTarget; previous: StateFile | null },
): EmittedTarget {
  const { options, folder } = context;
  if (plan.subjects.length === 0) throw new Error(`a run of ${plan.what} asks about nothing`);
  const taskId = newTaskId(context, plan, previous);
  const prompts = buildPrompts(context, plan, { result, taskId });
  const state = buildRunState(context, plan, { taskId, tier: result.tier });
  const promptsPath = `${folder}/${FILE_NAMES.prompts}`;
  const statePath = `${folder}/${FILE_NAMES.state}`;
  options.island.replace(promptsPath, formatJson(prompts));
  recordRun(options.island, folder, { state, prompts, now: context.now });
  options.island.replace(statePath, formatJson(state));
  return { ...result, taskId, promptsPath, statePath, promptCount: prompts.prompts.length };
}

/** With nothing to ask no prompts take the place of the old ones, but their scores are no longer wanted. */
export function closeOpenRun({ options, folder, now }: RunContext, previous: StateFile | null): void {
  if (previous?.status !== 'prompts-emitted') return;
  const closed: StateFile = { ...previous, status: 'superseded', lastUpdatedAt: now.toISOString() };
  options.island.replace(`${folder}/${FILE_NAMES.state}`, formatJson(closed));
}

/** `<target>--<ts>--<hash8>`: no two runs of a target share one, not even within a second. */
function newTaskId(
  { key, now }: RunContext,
  { name, subjects }: RunPlan,
  previous: StateFile | null,
): string {
  const before = previous?.taskId.split('--').at(-2);
  const timestamp = nextTimestamp(now, before ? [before] : []);
  const asked = subjects.map(({ subject: { area, subject, hash } }) => `${area}/${subject}@${hash}`);
  return `${name}--${timestamp}--${hashValue({ key, asked, timestamp })}`;
}

function buildPrompts(
  { options, target }: RunContext,
  plan: RunPlan,
  { result, taskId }: { result: EmittedTarget; taskId: string },
): PromptsFile {
  const prompts = plan.subjects.map(({ prompt }) => prompt);
  const gradingMode = options.mode ?? 'full';
  return {
    target: target.name,
    flow: result.flow,
    tier: result.tier,
    maxGrade: result.maxGrade,
    ...(target.flow === 'provider' ? { namespace: target.namespace } : { selectionId: target.selectionId }),
    scoringProtocol: SCORING_PROTOCOL,
    gradingSpec: GRADING_SPEC,
    scoringSystem: SCORING_SYSTEM,
    gradingSystem: GRADING_SYSTEM,
    taskId,
    gradingMode,
    entryPointPrompt: buildEntryPointPrompt({
      persona: plan.persona,
      target: plan.entryPoint,
      mode: gradingMode,
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

import type { Subject } from '../../engine/subjects.js';
import { readDocument } from '../../island/documents.js';
import { type RegradingTrigger, storedEntry } from '../../model/entry.js';
import type { AskedSubject, StateFile } from '../../model/state.js';
import { type AreaId, GRADER_NA_REASONS, type Tier } from '../../model/vocabulary.js';
import type { RunContext } from './run-context.js';
import type { PlannedSubject, RunPlan } from './run-plan.js';

/** Areas whose entries name the About they are about (grading-rules §4: its hash is their schemaHash). */
const ABOUT_AREAS: readonly AreaId[] = ['about-namespace', 'about-selection'];

/** The state of a run whose prompts have just been written. */
export function buildRunState(
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
    ...(target.flow === 'selection' && { selectionId: target.selectionId }),
    ...(domainDocId !== undefined && { domainDocId }),
    naReasons: [...GRADER_NA_REASONS],
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
 * Asking again about content that has a grade already is a re-grading; a first entry for a hash is none. A veto whose
 * entry is gone is known by its mark alone.
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
    ...(given ?? context.report ?? leftOut?.regradingTrigger ?? { triggeredBy: 'scheduled' }),
    previousGradingId,
    timestamp: context.now.toISOString(),
  };
}

function previousGrading({ options, folder }: RunContext, { status, hash }: Subject): string | null {
  if (status.ref === undefined) return status.veto?.gradingId ?? null;
  if (status.boundTo !== hash) return null;
  const parsed = readDocument(options.island, `${folder}/${status.ref}`, storedEntry);
  return parsed && !('problem' in parsed) ? parsed.value.gradingId : null;
}

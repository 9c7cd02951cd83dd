import { hashValue } from '../../engine/hash.js';
import { nextTimestamp } from '../../engine/names.js';
import type { GateResult } from '../../engine/precondition.js';
import { buildEntryPointPrompt } from '../../engine/prompts/entry-point.js';
import { buildGoal } from '../../engine/prompts/goal.js';
import { buildPayloadSkeleton } from '../../engine/prompts/payload-skeleton.js';
import { SCORING_INSTRUCTIONS_V1 } from '../../engine/prompts/scoring-instructions.js';
import type { Subject } from '../../engine/subjects.js';
import { formatJson, readDocument } from '../../island/documents.js';
import { FILE_NAMES } from '../../island/paths.js';
import { gradingEntry, type RegradingTrigger } from '../../model/entry.js';
import type { Finding } from '../../model/finding.js';
import type { GatedArea, PretestReport, PromptsFile, SkippedArea } from '../../model/prompts.js';
import type { KeyDomainVerdict } from '../../model/question.js';
import type { AskedSubject, StateFile } from '../../model/state.js';
import type { AreaId } from '../../model/vocabulary.js';
import { GRADING_SPEC, GRADING_SYSTEM, SCORING_PROTOCOL, SCORING_SYSTEM } from '../../tables/versions.js';
import type { LoadedSchema } from '../load-namespace.js';
import type { DerivedNamespace } from '../rebuild.js';
import { type ComposedPrompt, composePrompt } from './compose-prompts.js';
import type { NamespaceContent } from './find-findings.js';
import type { EmittedTarget, RaisedVeto } from './options.js';
import { chosenQuestions } from './plan-due.js';
import { emptyResult, type RunContext, type TestedTools } from './run-context.js';

const DEFAULT_TURNS = 25;
/** Who grades where no area asks for a persona (decisions D2 and D3). */
const RUN_PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' } as const;

export interface RunFindings {
  readonly after: DerivedNamespace;
  readonly due: readonly Subject[];
  readonly candidates: readonly Subject[];
  readonly vetoes: readonly RaisedVeto[];
  readonly content: NamespaceContent;
  readonly verdicts: ReadonlyMap<string, KeyDomainVerdict | null>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Are the members stable, as they were frozen when the run began? */
  readonly gate: GateResult;
  readonly tested: TestedTools;
  readonly previous: StateFile | null;
}

/** Writes the prompts and then the state of a new run: the state is what makes the run the open one. */
export function writeRun(context: RunContext, findings: RunFindings): EmittedTarget {
  const { options, folder, target } = context;
  const { island } = options;
  const result = resultOf(context, findings);
  if (findings.due.length === 0) {
    closeOpenRun(context, findings.previous);
    return result;
  }
  const composed = composeAll(context, findings);
  const taskId = newTaskId(context, findings);
  const prompts = buildPrompts(context, findings, { composed, taskId, result });
  const state = buildState(context, findings, { composed, taskId });
  island.replace(`${folder}/${FILE_NAMES.prompts}`, formatJson(prompts));
  island.replace(`${folder}/${FILE_NAMES.state}`, formatJson(state));
  return {
    ...result,
    target: target.name,
    taskId,
    promptsPath: `${folder}/${FILE_NAMES.prompts}`,
    statePath: `${folder}/${FILE_NAMES.state}`,
    promptCount: prompts.prompts.length,
  };
}

/** With nothing to ask no prompts take the place of the old ones, but their scores are no longer wanted. */
function closeOpenRun({ options, folder, now }: RunContext, previous: StateFile | null): void {
  if (previous?.status !== 'prompts-emitted') return;
  const closed: StateFile = { ...previous, status: 'superseded', lastUpdatedAt: now.toISOString() };
  options.island.replace(`${folder}/${FILE_NAMES.state}`, formatJson(closed));
}

function composeAll(
  { options, surroundings, target, now }: RunContext,
  findings: RunFindings,
): ComposedPrompt[] {
  const source = {
    island: options.island,
    namespace: target.namespace,
    index: findings.after.index,
    content: findings.content,
    findings: findings.findings,
    persona: options.persona ?? RUN_PERSONA,
    questionsOf: (area: AreaId) => chosenQuestions(area, options),
    facts: findings.after.facts,
    verdicts: findings.verdicts,
    secrets: findings.tested.secrets,
    maxTurns: options.maxTurns ?? DEFAULT_TURNS,
    newFence: surroundings.newFence,
    now,
  };
  return findings.due.map((subject) => composePrompt(source, subject));
}

/** `<namespace>--<ts>--<hash8>`: no two runs of a namespace share one, not even within a second. */
function newTaskId({ target, key, now }: RunContext, { previous, due }: RunFindings): string {
  const before = previous?.taskId.split('--').at(-2);
  const timestamp = nextTimestamp(now, before ? [before] : []);
  const asked = due.map(({ area, subject, hash }) => `${area}/${subject}@${hash}`);
  return `${target.namespace}--${timestamp}--${hashValue({ key, asked, timestamp })}`;
}

function buildPrompts(
  { options, target }: RunContext,
  { due, content: { schemas } }: RunFindings,
  {
    composed,
    taskId,
    result,
  }: { composed: readonly ComposedPrompt[]; taskId: string; result: EmittedTarget },
): PromptsFile {
  const prompts = composed.map(({ prompt }) => prompt);
  return {
    target: target.name,
    flow: result.flow,
    tier: result.tier,
    maxGrade: result.maxGrade,
    namespace: target.namespace,
    scoringProtocol: SCORING_PROTOCOL,
    gradingSpec: GRADING_SPEC,
    scoringSystem: SCORING_SYSTEM,
    gradingSystem: GRADING_SYSTEM,
    taskId,
    gradingMode: options.mode ?? 'full',
    entryPointPrompt: buildEntryPointPrompt({
      persona: options.persona ?? RUN_PERSONA,
      target: {
        flow: 'provider',
        schemas: [...schemas.keys()].map((schema) => `${target.namespace}.${schema}`),
        areas: [...new Set(due.map(({ area }) => area))],
      },
      mode: options.mode ?? 'full',
      scoresPath: 'scores.json',
    }),
    scoringInstructions: SCORING_INSTRUCTIONS_V1,
    goal: buildGoal({
      what: `namespace ${target.namespace}`,
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

function buildState(
  context: RunContext,
  findings: RunFindings,
  { composed, taskId }: { composed: readonly ComposedPrompt[]; taskId: string },
): StateFile {
  const at = context.now.toISOString();
  const subjects = findings.due.map((subject, index) =>
    askedSubject(context, findings, subject, composed[index]),
  );
  const count = (area: AreaId) => subjects.filter((asked) => asked.area === area).length;
  return {
    target: context.target.name,
    flow: 'provider',
    tier: 'autonomous',
    taskId,
    status: 'prompts-emitted',
    gradingMode: context.options.mode ?? 'full',
    createdAt: at,
    lastUpdatedAt: at,
    phases: { promptsEmitted: at, scoresReceived: null, gradeComputed: null, indexRebuilt: null },
    runKey: context.key,
    personaIds: [(context.options.persona ?? RUN_PERSONA).basePersonaId],
    subjects,
    askedByArea: Object.fromEntries(
      [...new Set(subjects.map(({ area }) => area))].map((area) => [area, count(area)]),
    ),
  };
}

function askedSubject(
  context: RunContext,
  { content: { schemas } }: RunFindings,
  subject: Subject,
  composed: ComposedPrompt | undefined,
): AskedSubject {
  if (!composed) throw new Error(`${subject.node} has no prompt`);
  const trigger = regradingTrigger(context, subject);
  return {
    area: subject.area,
    subject: subject.subject,
    node: subject.node,
    folder: subject.folder,
    schemaHash: subject.hash,
    schemaId: subject.schemaId,
    version: `flowmcp/${versionOf(subject, schemas)}`,
    persona: composed.prompt.persona,
    ...(subject.skill !== null && { skillId: subject.skill }),
    ...(subject.area === 'about-namespace' && { aboutHash: subject.hash }),
    questions: composed.prompt.questions.map(({ questionId }) => questionId),
    deterministic: [...composed.deterministic],
    ...(trigger && { regradingTrigger: trigger }),
  };
}

/** Of the schema; of the highest one for what is about the whole namespace (grading-rules §9). */
function versionOf(subject: Subject, schemas: ReadonlyMap<string, LoadedSchema>): string {
  const own = subject.schema === null ? undefined : schemas.get(subject.schema);
  const versions = (own ? [own] : [...schemas.values()]).map(({ main }) => main.version);
  return versions.sort(compareVersions).at(-1) ?? '4.0.0';
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (left ?? []).reduce((order, part, at) => order || part - (right?.[at] ?? 0), 0);
}

/**
 * Asking again about content that has a grade already is a re-grading; a first entry for a hash is none. A veto whose
 * entry is gone is known by its mark alone.
 */
function regradingTrigger(context: RunContext, subject: Subject): RegradingTrigger | null {
  const previousGradingId = previousGrading(context, subject);
  if (previousGradingId === null) return null;
  return {
    ...(context.options.regrade ?? { triggeredBy: 'scheduled' }),
    previousGradingId,
    timestamp: context.now.toISOString(),
  };
}

function previousGrading({ options, folder }: RunContext, { status, hash }: Subject): string | null {
  if (status.ref === undefined) return status.veto?.gradingId ?? null;
  if (status.boundTo !== hash) return null;
  const parsed = readDocument(options.island, `${folder}/${status.ref}`, gradingEntry);
  return parsed && !('problem' in parsed) ? parsed.value.gradingId : null;
}

function resultOf({ target }: RunContext, findings: RunFindings): EmittedTarget {
  const wanted = new Set(findings.candidates.map(({ node }) => node));
  return {
    ...emptyResult(target),
    pretests: pretestReports(findings),
    vetoes: findings.vetoes,
    blocked: [
      ...findings.after.index.blockers.filter(({ node }) => wanted.has(node)),
      ...blockedBehindVeto(findings),
    ],
    skippedAreas: skippedAreas(findings),
    gatedAreas: gatedAreas(findings),
    warnings: [...findings.tested.problems, ...findings.after.problems],
  };
}

/** A tool that shows an old veto may be held up by its tests as well; its status can not say so. */
function blockedBehindVeto({ after, candidates }: RunFindings) {
  return candidates.flatMap(({ node, schema, tool, status }) => {
    if (status.status !== 'rejected' || schema === null || tool === null) return [];
    const facts = after.facts.get(schema)?.tools[tool];
    return facts?.status === 'blocked' ? [{ node, reason: facts.reason ?? 'blocked' }] : [];
  });
}

/** Where there is no About and no skill, there is nothing these areas could be about. */
function skippedAreas({ content }: RunFindings): SkippedArea[] {
  return [
    ...(content.skills.length === 0
      ? [{ area: 'namespace-skills', naReason: 'out-of-scope-procedure' } as const]
      : []),
    ...(content.about ? [] : [{ area: 'about-namespace', naReason: 'out-of-scope-resource' } as const]),
  ];
}

/** An About is judged against schemas that are finished: it waits for all of them (spec 21). */
function gatedAreas({ candidates, gate }: RunFindings): GatedArea[] {
  if (gate.passed) return [];
  return candidates
    .filter(({ area }) => area === 'about-namespace')
    .map(({ area, subject }) => ({ area, subject, reason: gate.reason }));
}

function pretestReports({ after, tested }: RunFindings): PretestReport[] {
  return [...after.facts].flatMap(([schema, facts]) =>
    Object.entries(facts.tools)
      .filter(([tool]) => tested.tools.has(`${schema}.${tool}`))
      .map(([tool, { working, total, bar, status, reason }]) => ({
        schema,
        tool,
        working,
        total,
        bar,
        status,
        ...(reason !== undefined && { reason }),
      })),
  );
}

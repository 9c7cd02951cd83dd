import { randomBytes } from 'node:crypto';
import { estimateCalls, TOKEN_RULE } from '../../evaluators/logic/estimate.js';
import { readPackageIdentity } from '../../files/own-package.js';
import { sayReason } from '../../grade/roll-up.js';
import { usualBar } from '../../grade/tool-standing.js';
import { formatJson, readTrusted } from '../../island/documents.js';
import { Island } from '../../island/island.js';
import { chooseRules } from '../../island/logic/choose-rules.js';
import { FILE_NAMES, factsFile } from '../../island/logic/paths.js';
import { createScratchFiles } from '../../island/scratch-files.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { emitTarget, openTarget } from '../../runs/emit-target.js';
import type { EmitOptions, EmittedTarget } from '../../runs/options.js';
import type { EmitSurroundings } from '../../runs/run-context.js';
import { readRunStatus } from '../../runs/run-status.js';
import { untestedFacts } from '../../runs/test-tools.js';
import type { RuleBook } from '../../spec/books/book.js';
import { freedTools, newerBook, versionsOf } from '../../spec/books/registered.js';
import type { SchemaFacts, ToolFacts } from '../../spec/facts.js';
import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { type PromptsFile, promptsFile } from '../../spec/prompts.js';
import type { LeftOutSubject } from '../../spec/state.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { countFreedBy } from '../../target/freed-tools.js';
import { knownSchemas } from '../../target/load-namespace.js';
import { isListChange } from '../../target/logic/provider-lists.js';
import { isLeftOut, type Subject } from '../../target/logic/subjects.js';
import type { Target } from '../../target/logic/target.js';
import { findPastRetention } from '../../target/past-retention.js';
import type { DerivedNamespace } from '../../target/rebuild/derive-namespace.js';
import { eachTarget, resolveTargets } from '../../target/targets.js';
import type { DueKind, PlannedNode, PlannedRun, PlannedTarget, PlanOptions, PlanResult } from './options.js';
import { compareTarget, type OtherThresholds, readThresholds } from './what-if.js';

const NOT_TESTED = describeProblem(problem('DPT-106')).message;

/** Facts of a tool that has passed as many tests as any tool needs. */
function passedFacts(bar: number): ToolFacts {
  return {
    working: bar,
    total: bar,
    bar,
    status: 'ok',
    docs: null,
    outputMatches: null,
    records: [],
  };
}

/**
 * Adds facts to an in-memory island as if every untested tool had passed, so that the cost of a run is known before its
 * tests are run.
 *
 * @returns the number of untested tools
 */
function assumeTested(
  scratch: Island,
  { index, facts, outline }: DerivedNamespace,
  wanted: readonly Subject[],
  now: Date,
): number {
  const { spec } = scratch.book;
  const bar = usualBar(spec);
  let assumed = 0;
  for (const { schema, snapshot } of outline.schemas) {
    const known = facts.get(schema);
    const untested = wanted.filter(
      ({ tool, ...subject }) => subject.schema === schema && tool !== null && isUntested(known, tool),
    );
    if (untested.length === 0) continue;
    assumed += untested.length;
    const passed = untested.flatMap(({ tool }) => (tool === null ? [] : [[tool, passedFacts(bar)] as const]));
    const next: SchemaFacts = {
      ...untestedFacts(index.namespace, { schema, snapshot }, { now, spec }),
      ...known,
      tools: { ...known?.tools, ...Object.fromEntries(passed) },
    };
    scratch.replace(factsFile(index.namespace, schema), formatJson(next));
  }
  return assumed;
}

/**
 * Checks whether a tool has no tests. A run without requests leaves a fact that says only that the tool was not tested.
 */
function isUntested(facts: SchemaFacts | undefined, tool: string): boolean {
  const known = facts && Object.hasOwn(facts.tools, tool) ? facts.tools[tool] : undefined;
  return known === undefined || (known.status === 'blocked' && known.reason === NOT_TESTED);
}

/**
 * Plans a grading: what is due, why, and what it would cost. Runs stage 1 without requests on an island in memory, and
 * counts the prompts and tokens that a real run would send. If other thresholds or rules are given, also shows which
 * nodes they would change; all the rest is then planned under those rules. Writes nothing.
 *
 * @throws GradingError PLN-001 for unusable thresholds, RUL-002 or RUL-003 for rules that cannot be used
 */
export async function planGrading(options: PlanOptions): Promise<PlanResult> {
  const { island, now = island.now } = options;
  const other = options.gradingSystem === undefined ? null : readThresholds(options.gradingSystem);
  const rules = options.rules && chooseRules(options.rules, versionsOf(island.book)).book;
  const newer = newerBook(island.book);
  const assumed = { options, thresholds: other?.thresholds, rules, newer };
  const freed: number[] = [];
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  const errors: Problem[] = [...resolved.problems];
  const results = await eachTarget(resolved.targets, errors, async (target, at) => {
    options.onProgress?.(at, resolved.targets.length, target.name);
    const planned = await planTarget(target, { ...assumed, now: now() });
    freed.push(planned.freed);
    return planned.shown;
  });
  const sum = (of: (run: PlannedRun) => number) => results.reduce((total, { run }) => total + of(run), 0);
  return {
    status: errors.length === 0,
    results,
    total: { prompts: sum(({ prompts }) => prompts), tokens: sum(({ tokens }) => tokens) },
    rule: TOKEN_RULE,
    ...(other && { gradingSystem: other.version }),
    ...(rules && { rules: versionsOf(rules) }),
    ...freedTools(island.book, freed),
    errors,
  };
}

interface Planning {
  readonly options: PlanOptions;
  readonly thresholds: OtherThresholds['thresholds'] | undefined;
  /** Rules to assume instead of the island's. */
  readonly rules: RuleBook | undefined;
  /** The newest rules that might free tools; null if the island's are the newest. */
  readonly newer: RuleBook | null;
  readonly now: Date;
}

async function planTarget(
  target: Target,
  planning: Planning,
): Promise<{ readonly shown: PlannedTarget; readonly freed: number }> {
  const { island } = planning.options;
  const { thresholds, rules, newer, now } = planning;
  const after = imagine(rules ? island.under(rules) : island);
  const isCompared = rules !== undefined || thresholds !== undefined;
  const compared = isCompared ? compareTarget({ before: island, after }, target, { thresholds, now }) : null;
  const run = await imagineRun(target, planning, rules ? after : imagine(island));
  const { emitted, wanted, leftOut, untested } = run;
  const held = rules && newlyHeld(emitted, (await imagineRun(target, planning, imagine(island))).emitted);
  const shown: PlannedTarget = {
    target: target.name,
    flow: target.flow,
    nodes: describeDue(wanted, { emitted, leftOut }),
    run: { ...costOf(run), untested },
    open: openRun(rules ? island.under(rules) : island, target),
    ...findPastRetention(island, target, now),
    refusals: emitted.refusals,
    ...(compared && { changes: compared.changes }),
    ...(held && { freed: compared?.freed ?? 0, held }),
    warnings: emitted.warnings,
  };
  return { shown, freed: rules || !newer ? 0 : await countFreedBy(newer, { island, index: run.index, now }) };
}

/** Areas that a run holds back and another does not. */
function newlyHeld(run: EmittedTarget, other: EmittedTarget): AreaId[] {
  const areasOf = ({ gatedAreas }: EmittedTarget) => gatedAreas.map(({ area }) => area);
  const known = new Set(areasOf(other));
  return [...new Set(areasOf(run))].filter((area) => !known.has(area));
}

/** The same island with changes that stay in memory. */
function imagine(island: Island): Island {
  return new Island(island.root, createScratchFiles(), { now: island.now, book: island.book });
}

interface ImaginedRun {
  readonly emitted: EmittedTarget;
  readonly wanted: readonly Subject[];
  readonly leftOut: readonly LeftOutSubject[];
  readonly untested: number;
  /** Prompts of a new run. */
  readonly prompts: PromptsFile['prompts'];
  readonly scratch: Island;
  /** The index before the run. */
  readonly index: NamespaceIndex | SelectionIndex;
}

/** Runs stage 1 on an island in memory, because only stage 1 decides what is due. */
async function imagineRun(target: Target, { options, now }: Planning, scratch: Island): Promise<ImaginedRun> {
  const { scope = 'pending' } = options;
  const emit: EmitOptions = {
    island: scratch,
    targets: [],
    offline: true,
    anyFacts: true,
    scope,
    now: () => now,
  };
  let prompts: ImaginedRun['prompts'] = [];
  const surroundings: EmitSurroundings = {
    client: null,
    script: readPackageIdentity(),
    newFence: () => randomBytes(12).toString('hex'),
    onImagined: (file) => {
      prompts = file.prompts;
    },
  };
  const { before, wanted, context } = openTarget(emit, surroundings, target);
  const untested = 'outline' in before ? assumeTested(scratch, before, wanted, now) : 0;
  const known = 'outline' in before ? knownSchemas(before.outline) : {};
  const emitted = await emitTarget(emit, surroundings, target, known);
  return { emitted, wanted, prompts, leftOut: context.leftOut, untested, scratch, index: before.index };
}

/** The cost of the prompts: those of a new run, or those of the open run that an emit would continue. */
function costOf({ prompts, emitted, scratch }: ImaginedRun): Pick<PlannedRun, 'prompts' | 'tokens'> {
  const open = emitted.promptsPath === null ? null : readTrusted(scratch, emitted.promptsPath, promptsFile);
  const { calls, tokens } = estimateCalls((open?.prompts ?? prompts).map(({ prompt }) => prompt));
  return { prompts: calls, tokens };
}

function openRun(island: Island, target: Target): PlannedTarget['open'] {
  const run = readRunStatus(island, `${target.folder}/${FILE_NAMES.state}`);
  return run?.status === 'prompts-emitted' && run.taskId !== null
    ? { taskId: run.taskId, prompts: run.asked.length }
    : null;
}

/** Explains why each wanted node is due, or what blocks it. */
function describeDue(
  wanted: readonly Subject[],
  { emitted, leftOut }: { emitted: EmittedTarget; leftOut: readonly LeftOutSubject[] },
): PlannedNode[] {
  const blocked = new Map(emitted.blocked.map(({ node, reason }) => [node, reason]));
  const gated = new Map(
    emitted.gatedAreas.map(({ area, subject, reason }) => [`${area}/${subject}`, reason]),
  );
  return wanted.map((one): PlannedNode => {
    const { node, area, subject, status, hash } = one;
    const waits = gated.get(`${area}/${subject}`);
    const obstacle = blocked.get(node);
    const { kind, reason } =
      waits !== undefined
        ? { kind: 'gated' as const, reason: waits }
        : obstacle !== undefined
          ? { kind: 'blocked' as const, reason: obstacle }
          : isLeftOut(one, leftOut) && status.status !== 'pending'
            ? { kind: 'asked again' as const, reason: 'left out of an earlier hand-in' }
            : whyDue(status, hash);
    return { node, area, kind, reason, status: status.status };
  });
}

/** A node of rules that are not known says so itself. */
function whyRescored(node: Subject['status']): string {
  const { status, rules } = node;
  return status === 'blocked'
    ? (sayReason(node) ?? '')
    : `scored by ${rules?.scoringSystem ?? 'other rules'}`;
}

function whyDue(status: Subject['status'], hash: string): { kind: DueKind; reason: string } {
  if (status.stale?.length) return { kind: 'stale', reason: `aged answers: ${status.stale.join(', ')}` };
  if (status.due !== undefined) return { kind: 'rescore', reason: whyRescored(status) };
  if (status.status === 'rejected') {
    const changed = status.boundTo !== hash;
    return changed
      ? { kind: 'invalidated', reason: 'vetoed, and its content has changed since' }
      : { kind: 'asked again', reason: 'vetoed' };
  }
  if (status.status === 'graded' || status.status === 'stable') {
    return { kind: 'asked again', reason: `has grade ${status.grade ?? '-'}` };
  }
  if (status.boundTo !== undefined && (status.boundTo !== hash || isListChange(status.reason))) {
    return { kind: 'invalidated', reason: sayReason(status) ?? 'its content has changed' };
  }
  // The assumed tests remove what blocked the node before, or what it waited for.
  const isFree = status.status === 'pending' && !status.waits;
  return { kind: 'pending', reason: isFree ? (status.reason ?? '') : 'not tested yet' };
}

import { randomBytes } from 'node:crypto';
import { readPackageIdentity } from '../../files/own-package.js';
import { withLock } from '../../island/lock.js';
import { parseSendKeys } from '../../keys/logic/send-keys.js';
import { createHttpClient } from '../../net/client.js';
import { type HttpClient, MAX_RESPONSE_BYTES } from '../../net/logic/http.js';
import { RATE_LIMIT_RETRIES } from '../../net/retry.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { areaById, questionById } from '../../questions/lookup.js';
import { emitTarget } from '../../runs/emit-target.js';
import type { EmitOptions, EmitResult, EmittedTarget } from '../../runs/options.js';
import { checkQuestions } from '../../runs/plan-due.js';
import type { EmitSurroundings } from '../../runs/run-context.js';
import { AREAS, type AreaId, type Flow } from '../../spec/vocabulary.js';
import { shardTargets } from '../../target/logic/shard.js';
import type { SelectionTarget, Target } from '../../target/logic/target.js';
import { eachTarget, refuseIdleOptions, resolveTargets } from '../../target/targets.js';
import { chainedOptions, chainedTargets, describeMissing, membersWaitedFor } from './chain.js';
import { nothingToAsk } from './nothing-to-ask.js';

const OWNER: Readonly<Record<Flow, string>> = { provider: 'namespaces', selection: 'selections' };

/**
 * Areas and questions belong either to namespaces or to selections. A named target is refused if none of the chosen
 * areas and questions belong to it; if all targets were requested, it is left out. An area or question that belongs to
 * no target is also refused, because it would be ignored.
 *
 * @returns the targets that can be asked about, and RUN-008 for refusals
 */
function checkFlows(
  targets: readonly Target[],
  { areas, questions = [], all = false }: EmitOptions,
): { targets: readonly Target[]; problems: readonly Problem[] } {
  const chosen = new Set([...(areas ?? []), ...questions.flatMap((id) => questionById(id)?.area ?? [])]);
  if (chosen.size === 0) return { targets, problems: [] };
  const fits = ({ flow }: Target) => [...chosen].some((area) => flowOf(area) === flow);
  const strangers = [...chosen].filter((area) => !targets.some(({ flow }) => flow === flowOf(area)));
  const unfit = all ? [] : targets.filter((target) => !fits(target));
  const [first] = targets;
  return {
    targets: targets.filter(fits),
    problems: [
      ...unfit.map((target) => refuse([...chosen], target)),
      ...(first && strangers.length > 0 && unfit.length === 0 ? [refuse(strangers, first)] : []),
    ],
  };
}

function refuse(areas: readonly AreaId[], { name, flow }: Target): Problem {
  const [area] = areas;
  return problem('RUN-008', undefined, {
    areas: areas.join(', '),
    owner: OWNER[area ? flowOf(area) : flow],
    target: name,
    own: AREAS.filter((one) => flowOf(one) === flow).join(', '),
  });
}

function flowOf(area: AreaId): Flow {
  const found = areaById(area);
  if (!found) throw new Error(`${area} is not in the catalogue`);
  return found.side;
}

/** The given options that choose among nodes and questions, or that change how they are asked. */
function optionsAboutNodes({ areas, mode, questions = [], scope, asSkill, persona, regrade }: EmitOptions) {
  const given = {
    '--area': (areas ?? []).length > 0,
    '--mode': mode === 'partial',
    '--questions': questions.length > 0,
    '--scope': scope === 'all',
    '--as-skill': asSkill === true,
    '--persona': persona !== undefined,
    '--regrade-reason': (regrade ?? null) !== null,
  };
  return Object.entries(given).flatMap(([option, isGiven]) => (isGiven ? [option] : []));
}

const DEFAULTS = { concurrency: 8, perHost: 4, timeoutMs: 30_000, throttleMs: 0 };

/**
 * Stage 1: tests due tools, lets code answer its questions, and writes prompts.json and state.json for the rest. If
 * nothing has changed, an open run continues, and nothing is requested or written. Namespaces come before the
 * selections that depend on them.
 *
 * @returns for each target what was emitted, blocked and vetoed; a failing target does not affect the others
 * @see design/grading-rules §§5, 7, 10
 */
export async function emitPrompts(options: EmitOptions): Promise<EmitResult> {
  const { island } = options;
  checkQuestions(options);
  checkRegrade(options);
  parseSendKeys(options.sendKeys ?? {});
  const resolved = await resolveTargets(island, options.targets, {
    all: options.all ?? false,
    tests: true,
  });
  const idle = resolved.targets.flatMap(
    (target) => refuseIdleOptions(target, optionsAboutNodes(options)) ?? [],
  );
  // A mistake in the command: nothing is requested, not even for the other targets.
  if (idle[0]) throw errorOf(idle[0]);
  const fitting = checkFlows(resolved.targets, options);
  checkChain(resolved.targets, options);
  const { own, leftOut } = shardTargets(fitting.targets, options.shard ?? null);
  const client = options.offline ? null : openClient(options);
  const run: EmitRun = {
    options,
    surroundings: {
      client,
      script: readPackageIdentity(),
      newFence: options.newFence ?? (() => randomBytes(12).toString('hex')),
    },
    errors: [...resolved.problems, ...fitting.problems],
  };
  try {
    const providers = own.filter(({ flow }) => flow === 'provider');
    const selections = own.filter((target) => target.flow === 'selection');
    const ofProviders = await emitAll(run, providers);
    const ofSelections = await emitAll(run, selections);
    const chained = options.chain
      ? await emitChained(run, { providers, selections, ofSelections })
      : NO_CHAIN;
    const results = [...ofProviders, ...chained.results, ...ofSelections.map(chained.describe)];
    const errors = [...run.errors, ...nothingToAsk(results, options)];
    const status = errors.length === 0;
    return { status, stage: 1, results, ...(options.shard && { leftOut }), errors };
  } finally {
    await client?.close();
  }
}

/** State of one call of `emitPrompts`. */
interface EmitRun {
  readonly options: EmitOptions;
  readonly surroundings: EmitSurroundings;
  /** Errors of targets that failed. */
  readonly errors: Problem[];
}

function emitAll(
  { options, surroundings, errors }: EmitRun,
  targets: readonly Target[],
): Promise<EmittedTarget[]> {
  return eachTarget(targets, errors, async (target, at) => {
    options.onProgress?.(at, targets.length, target.name);
    const lock = { island: options.island, target: target.folder, command: 'grading emit' };
    const onTest = (done: number, tests: number) =>
      options.onProgress?.(at, targets.length, target.name, { done, total: tests });
    const emitted = await withLock(lock, () => emitTarget(options, { ...surroundings, onTest }, target));
    errors.push(...emitted.refusals);
    return emitted;
  });
}

const NO_CHAIN = { results: [], describe: (emitted: EmittedTarget) => emitted };

/**
 * Emits the runs that selections wait for. All of them are collected before the first one begins, so that each
 * namespace gets one run; a namespace whose run this command has already emitted gets no second one.
 */
async function emitChained(
  run: EmitRun,
  {
    providers,
    selections,
    ofSelections,
  }: {
    providers: readonly Target[];
    selections: readonly SelectionTarget[];
    ofSelections: readonly EmittedTarget[];
  },
) {
  const { island } = run.options;
  const gated = new Set(ofSelections.flatMap(({ target, gate }) => (gate ? [target] : [])));
  const waitedFor = new Map(
    selections
      .filter(({ name }) => gated.has(name))
      .map((selection) => [selection.name, membersWaitedFor(island, selection)]),
  );
  const done = new Set(providers.map(({ folder }) => folder));
  const members = [...waitedFor.values()].flatMap((one) => one.members);
  const targets = chainedTargets(members).filter((target) => !done.has(target.folder));
  const results = await emitAll({ ...run, options: chainedOptions(run.options) }, targets);
  const describe = (emitted: EmittedTarget): EmittedTarget => {
    const missing = waitedFor.get(emitted.target);
    return {
      ...emitted,
      warnings: [...emitted.warnings, ...(missing ? describeMissing(island, missing) : [])],
    };
  };
  return { results, describe };
}

function checkChain(targets: readonly Target[], { chain = false, all = false }: EmitOptions): void {
  if (!chain || all || targets.length === 0) return;
  if (!targets.some(({ flow }) => flow === 'selection')) throw fatal('RUN-009');
}

/** A user-report must name what was reported and by whom (spec 08, Re-Grading Trigger). */
function checkRegrade({ regrade }: EmitOptions): void {
  if (regrade?.triggeredBy !== 'user-report') return;
  if (!regrade.reportedIssue?.trim() || !regrade.requestedBy?.trim()) throw fatal('RUN-007');
}

function openClient(options: EmitOptions): HttpClient {
  return createHttpClient({
    allowHosts: options.allowHosts ?? [],
    originMap: options.originMap ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    maxBytes: MAX_RESPONSE_BYTES,
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    perHost: Math.min(DEFAULTS.perHost, options.concurrency ?? DEFAULTS.concurrency),
    throttleMs: options.throttleMs ?? DEFAULTS.throttleMs,
    retries: RATE_LIMIT_RETRIES,
  });
}

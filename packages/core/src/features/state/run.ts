import { ageAnswers } from '../../grade/ageing.js';
import { certaintyOfStored } from '../../grade/letter-certainty.js';
import { isGraded } from '../../grade/roll-up.js';
import { isWholeEntry } from '../../grade/whole-entry.js';
import { readJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { placeOfEntries } from '../../island/journal/read-journal.js';
import { hasTrials, listEntries } from '../../island/list-namespace.js';
import { parseEntryName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type RunStatus, readRunStatus } from '../../runs/run-status.js';
import type { RuleBook } from '../../spec/books/book.js';
import { type FreedTools, freedTools, newerBook, rulesOf } from '../../spec/books/registered.js';
import type { GradingEntry } from '../../spec/entry.js';
import type { IndexNode, NamespaceIndex, NamespaceSummary } from '../../spec/index-file.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { countFreedBy } from '../../target/freed-tools.js';
import { nodesOf } from '../../target/logic/build-index.js';
import { isWhole, type NamespaceTarget, type Target } from '../../target/logic/target.js';
import { targetWaitsFor } from '../../target/logic/waits-for.js';
import { findPastRetention } from '../../target/past-retention.js';
import { readFindings, type SchemaFindings } from '../../target/read-findings.js';
import { shownIndex } from '../../target/shown-index.js';
import { eachNamedTarget, type NamedTargets } from '../../target/targets.js';
import { isRecord } from '../../values/is-record.js';
import { nextAction } from './next-action.js';
import { isAcceptedHandIn, readHints, subjectsOfIndex } from './read-hints.js';
import type { SelectionState } from './selection-state.js';
import { listTests, type NodeCertainty, type StateDetails, type TargetStateBase } from './target-state.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Calculates the age of an index's answers as of now instead of the day on which the index was written. Only tools and
 * an About have answers that age. Entries are checked without zod, and questions are looked up only if an answer is old
 * enough to be stale, because this command must start fast.
 */
async function ageIndex(
  index: NamespaceIndex,
  age: (node: IndexNode) => Promise<IndexNode>,
): Promise<NamespaceIndex> {
  const schemas = Object.entries(index.schemas).map(async ([schema, node]) => {
    const tools = Object.entries(node.tools).map(async ([tool, own]) => [tool, await age(own)] as const);
    return [schema, { ...node, tools: Object.fromEntries(await Promise.all(tools)) }] as const;
  });
  return {
    ...index,
    about: await age(index.about),
    schemas: Object.fromEntries(await Promise.all(schemas)),
  };
}

async function ageNode(
  node: IndexNode,
  { book, decidingOf, now }: { book: RuleBook; decidingOf: DecidingOf; now: Date },
): Promise<IndexNode> {
  const answers = (await decidingOf(node))?.gradings;
  if (!answers) return node;
  const { stale: _, agedScore: __, ...rest } = node;
  const days = book.grading.ageingDays;
  const rules = (node.rules && rulesOf(node.rules)) ?? book;
  const oldest = Math.min(...answers.map(({ timestamp }) => Date.parse(timestamp)));
  if (now.getTime() - oldest <= days.api * DAY) return rest;
  const { ageingOfQuestion } = await import('../../questions/lookup.js');
  const aged = ageAnswers(answers, { ageingOf: ageingOfQuestion, now, days }, rules);
  return { ...rest, ...(aged && { stale: aged.stale, agedScore: aged.agedScore }) };
}

/** Looks up the entry on which the grade of a node rests; null if it has none. */
type DecidingOf = (node: IndexNode) => Promise<GradingEntry | null>;

/** Reads each entry only once. */
function createDecidingReader(island: Island, base: string): DecidingOf {
  const known = new Map<string, Promise<GradingEntry | null>>();
  return async ({ status, ref }) => {
    if (!isGraded(status) || ref === undefined) return null;
    const found = known.get(ref) ?? decidingEntry(island, base, ref);
    known.set(ref, found);
    return found;
  };
}

/**
 * The newest full entry of a node, which may be older than its newest entry.
 *
 * @param ref newest entry of the node, relative to `base`
 */
async function decidingEntry(island: Island, base: string, ref: string): Promise<GradingEntry | null> {
  const [newest = '', gradings, ...above] = ref.split('/').reverse();
  const node = above.reverse().join('/');
  const folder = [base, node, gradings].filter(Boolean).join('/');
  const area = parseEntryName(newest)?.area;
  const own = listEntries(island, folder).filter((one) => one.area === area);
  for (const { file } of own.reverse()) {
    const parsed = readJson(island, `${folder}/${file}`);
    const value = parsed && 'value' in parsed ? parsed.value : null;
    // A partial entry decides nothing, and a rebuild also skips a file that is not JSON.
    if (!isRecord(value) || value.gradingMode !== 'full') continue;
    if (isWholeEntry(value)) return value;
    // The quick check is inconclusive: read the entries as a rebuild does, with a parser that other commands do not
    // load.
    const { readStoredEntries } = await import('../../island/read-namespace.js');
    const place = placeOfEntries(island, base);
    const isFull = ({ gradingMode }: GradingEntry) => gradingMode === 'full';
    const { entries } = readStoredEntries(place, node, area ? [area] : [], isFull);
    return entries.findLast(({ entry }) => isFull(entry))?.entry ?? null;
  }
  return null;
}

export type { Target } from '../../target/logic/target.js';
export { ABOUT, shownStatus, waitsFor } from '../../target/logic/waits-for.js';
export { resolveTargets } from '../../target/targets.js';
export type { NextAction, NextStep } from './next-action.js';
export type { StateDetails } from './target-state.js';

/** State of a namespace. */
export interface NamespaceState extends TargetStateBase {
  readonly flow: 'provider';
  readonly tier: 'autonomous';
  readonly summary: NamespaceSummary;
}

export type TargetState = NamespaceState | SelectionState;

export interface StateResult {
  readonly status: boolean;
  readonly results: readonly TargetState[];
  /** Blocked tools of the named targets' namespaces; absent if a newer specification would free none. */
  readonly freed?: FreedTools;
  readonly errors: readonly Problem[];
}

/**
 * Reads the state of targets: for a namespace, from its stored index and a few small files; for a selection, from the
 * current state of its members. For named targets, also reads their findings and the graders' hints. Writes nothing
 * but readings of snapshots.
 */
export async function readState(named: NamedTargets & { now?: () => Date }): Promise<StateResult> {
  const { all = false, now = named.island.now } = named;
  const island = named.island.believing();
  const freed = new Map<string, number>();
  const { status, results, errors } = await eachNamedTarget(named, (target) =>
    stateOf(island, target, { withDetails: !all, now: now(), freed }),
  );
  return { status, results, ...freedTools(island.book, [...freed.values()]), errors };
}

interface StateOptions {
  readonly withDetails: boolean;
  readonly now: Date;
  /** Receives, by namespace, the number of tools that a newer specification would free. */
  readonly freed: Map<string, number>;
}

async function stateOf(island: Island, target: Target, options: StateOptions): Promise<TargetState> {
  const state = await gradesOf(island, target, options);
  if (!isWhole(target) || !hasTrials(island, target)) return state;
  const { readStandingTrials, shownTrials } = await import('../../trials/read-standing.js');
  const standing = await readStandingTrials(island, target);
  const warnings = [...(state.warnings ?? []), ...standing.problems];
  return { ...state, ...shownTrials(standing), ...(warnings.length > 0 && { warnings }) };
}

async function gradesOf(island: Island, target: Target, options: StateOptions): Promise<TargetState> {
  if (target.flow === 'provider') return namespaceState(island, target, options);
  if (options.withDetails) refuseDamagedSnapshots(island, target, 'VFY-012');
  // Loaded only here, because deriving a selection needs parsers that the state of a namespace does not need.
  const { readSelectionState } = await import('./selection-state.js');
  return readSelectionState(island, target, options);
}

async function namespaceState(
  island: Island,
  target: NamespaceTarget,
  { withDetails, now, freed }: StateOptions,
): Promise<NamespaceState> {
  const { folder } = target;
  const found = readNamespaceOnDisk(island, target.id);
  if (withDetails) refuseDamagedSnapshots(island, target, 'VFY-012', found);
  const shown = await shownIndex(island, found, now);
  if (!shown) throw fatal('TGT-005', undefined, { target: target.name });
  // An overview of all targets shows only roll-ups, which do not age.
  const decidingOf = createDecidingReader(island, folder);
  const age = (node: IndexNode) => ageNode(node, { book: island.book, decidingOf, now });
  const index = withDetails ? await ageIndex(shown.index, age) : shown.index;
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  const { gradingSpec, scoringSystem, gradingSystem } = index.summary;
  const inScope = scopeFilter(target);
  const details = withDetails
    ? await readDetails(island, target, { ...shown, index, run, now, decidingOf })
    : null;
  const newer = withDetails && newerBook(island.book);
  if (newer) freed.set(target.id, await countFreedBy(newer, { island, index: shown.index, now }));
  const hasVoidTests = details?.facts.some(({ isVoid }) => isVoid) ?? false;
  return {
    target: target.name,
    flow: 'provider',
    tier: 'autonomous',
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    summary: index.summary,
    versions: { gradingSpec, scoringSystem, gradingSystem },
    nodes: nodesOf(index)
      .filter(([node]) => inScope(node))
      .map(([node, value]) => ({ node, ...withoutChildren(value) })),
    blockers: index.blockers.filter(({ node }) => inScope(node)),
    waitsFor: targetWaitsFor(nodesOf(index).filter(([node]) => inScope(node))),
    updatedAt: index.updatedAt,
    promptsPath: run?.status === 'prompts-emitted' ? `${folder}/${FILE_NAMES.prompts}` : null,
    nextAction: nextAction({ island, target, index, run, inScope, hasVoidTests }),
    ...details,
  };
}

async function readDetails(
  island: Island,
  target: NamespaceTarget,
  {
    index,
    isOther,
    run,
    now,
    decidingOf,
  }: {
    index: NamespaceIndex;
    isOther: boolean;
    run: RunStatus | null;
    now: Date;
    decidingOf: DecidingOf;
  },
): Promise<StateDetails> {
  const { folder } = target;
  const { findings, facts, unrecorded, problems } = await findingsOf(island, target, index, now);
  const { hints, problems: unread } = readHints({
    island,
    folder,
    subjects: subjectsOfIndex(index),
    isShown: scopeFilter(target),
    isAccepted: (file) => isAcceptedHandIn(run, file),
  });
  const inScope = scopeFilter(target);
  const shown = nodesOf(index).filter(([node]) => inScope(node));
  const tests = listTests(shown, (node) => !unrecorded.includes(node));
  const certainties = await certaintiesOf(shown, decidingOf);
  const other = isOther
    ? [problem('VFY-029', { file: `${folder}/${FILE_NAMES.index}` }, { target: folder })]
    : [];
  return {
    ...findPastRetention(island, target, now),
    findings,
    facts,
    tests,
    ...(certainties.length > 0 && { certainties }),
    hints,
    warnings: [...other, ...problems, ...unread],
  };
}

async function certaintiesOf(
  nodes: readonly (readonly [string, IndexNode])[],
  decidingOf: DecidingOf,
): Promise<NodeCertainty[]> {
  const found = nodes.map(async ([node, status]): Promise<NodeCertainty[]> => {
    const entry = await decidingOf(status);
    const certainty = entry && certaintyOfStored(entry);
    return certainty ? [{ node, certainty }] : [];
  });
  return (await Promise.all(found)).flat();
}

async function findingsOf(
  island: Island,
  { id, scope }: NamespaceTarget,
  index: NamespaceIndex,
  now: Date,
): Promise<SchemaFindings> {
  const found = readFindings(island, index, scope);
  if (!found.isOfOtherSpec) return found;
  // Loaded only here: facts are judged again by the parameters of their tools, which takes parsers to read.
  const { deriveNamespace } = await import('../../target/rebuild/derive-namespace.js');
  return readFindings(island, index, scope, deriveNamespace({ island, namespace: id, now }).facts);
}

/** A schema's own fields, without its tools and aggregate, which are separate nodes. */
function withoutChildren(node: IndexNode): IndexNode {
  const own = Object.entries(node).filter(([key]) => !['tools', 'toolsAggregate', 'snapshot'].includes(key));
  return Object.fromEntries(own) as unknown as IndexNode;
}

function scopeFilter({ scope }: NamespaceTarget): (node: string) => boolean {
  if (scope.schema === undefined) return () => true;
  const head = `schemas.${scope.schema}`;
  if (scope.tool !== undefined) return (node) => node === `${head}.tools.${scope.tool}`;
  return (node) => node === head || node.startsWith(`${head}.`);
}

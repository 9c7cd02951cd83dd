import { sayBlocker } from '../../grade/roll-up.js';
import type { Island } from '../../island/island.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import { type RunStatus, VOID_RUN } from '../../runs/run-status.js';
import type { Blocker, IndexNode, NamespaceIndex } from '../../spec/index-file.js';
import { nodesOf } from '../../target/logic/build-index.js';
import type { NamespaceTarget, Target } from '../../target/logic/target.js';
import { readProviderLists } from '../../target/provider-lists.js';
import { shellWord } from '../../values/shell-word.js';

/** A step of the loop, for whoever has other means than commands to take it. */
export interface NextStep {
  /** `answer`: the prompts of an open run wait for their answers. */
  readonly stage: 'import' | 'emit' | 'answer' | 'hand-in' | 'rebuild' | 'export';
  /** Name of a target; of `import`, the id of the namespace or selection whose folder is to be imported. */
  readonly target: string;
  /** What the command takes after the target: options, or the file of a hand-in. */
  readonly words?: readonly string[];
}

export interface NextAction {
  readonly step: NextStep;
  /** The step as a command that can be typed unchanged, but for the quoted placeholder of a folder. */
  readonly command: string;
  readonly why: string;
  /** Another step that may be right instead. */
  readonly otherwise?: NextAction;
}

export function propose(step: NextStep, why: string, otherwise?: NextAction): NextAction {
  return { step, command: commandOf(step), why, ...(otherwise && { otherwise }) };
}

function commandOf({ stage, target, words = [] }: NextStep): string {
  if (stage === 'answer') return commandOf({ stage: 'hand-in', target, words: ['scores.json'] });
  // Where the folder lies is not known, so a quoted placeholder stands for it.
  const subject = stage === 'import' ? `<folder of ${target}>` : target;
  return ['flowmcp grading', stage, ...[subject, ...words].map(shellWord)].join(' ');
}

interface Situation {
  readonly island: Island;
  readonly target: NamespaceTarget;
  readonly index: NamespaceIndex;
  readonly run: RunStatus | null;
  readonly inScope: (node: string) => boolean;
  /** Whether the code of graded tools was edited after their tests. */
  readonly hasVoidTests: boolean;
}

/** The next command for a target: an open run comes first, then a new run, then repairs, and finally an export. */
export function nextAction(situation: Situation): NextAction {
  const isOutdated = (run: RunStatus) => hasChanged(run, situation);
  return (
    finishRun({ ...situation, hasChanged: isOutdated }) ??
    askMore({ ...situation, inScope: canBeAsked(situation) }) ??
    mendFirst(situation) ??
    exportIt(situation)
  );
}

/**
 * The next command for an open run.
 *
 * @param hasChanged checks whether the content that the run asks about has changed
 */
export function finishRun({
  island,
  target,
  run,
  hasChanged,
}: {
  island: Island;
  target: Target;
  run: RunStatus | null;
  hasChanged: (run: RunStatus) => boolean;
}): NextAction | null {
  if (run?.status === 'consuming') {
    const scores = `${target.folder}/${run.scores ?? FILE_NAMES.scores}`;
    const step: NextStep = { stage: 'hand-in', target: target.name, words: [island.absolute(scores)] };
    return propose(step, 'a hand-in was interrupted; the same file finishes it');
  }
  if (run?.status === VOID_RUN) {
    return propose(emitStep(target), 'the rules have changed since the open run was emitted');
  }
  if (run?.status !== 'prompts-emitted') return null;
  if (hasChanged(run)) {
    return propose(emitStep(target), 'the content that the open run asks about has changed since');
  }
  return propose(answerStep(target), 'prompts are waiting for their scores');
}

/** Checks whether content that a run asks about was changed or removed: scores for it would be refused (SCR-014). */
function hasChanged({ asked }: RunStatus, { island, target, index }: Situation): boolean {
  const { schemas } = index;
  const lists = readProviderLists(island, target.id);
  if (asked.some((one) => one.lists && !lists.areCurrent(one.lists))) return true;
  const isCurrent = (schema: string, hash: string | null) =>
    Object.hasOwn(schemas, schema) && (schemas[schema]?.snapshot?.hash ?? null) === hash;
  return asked.some(({ node, hash }) => {
    const [kind, schema = ''] = node.split('.');
    if (kind === 'schemas') return !isCurrent(schema, hash);
    return (kind === 'namespaceAggregate' || kind === 'description') && !membersAreCurrent(index, isCurrent);
  });
}

/**
 * Checks whether the schemas are still those that the run froze, because questions about the whole namespace are about
 * those.
 */
function membersAreCurrent(
  { namespace, schemas, lockSnapshot }: NamespaceIndex,
  isCurrent: (schema: string, hash: string | null) => boolean,
): boolean {
  const members = lockSnapshot?.members ?? [];
  return (
    members.length === Object.keys(schemas).length &&
    members.every(({ schemaId, schemaHash }) => isCurrent(schemaId.slice(namespace.length + 1), schemaHash))
  );
}

/**
 * The next run asks about everything that a hand-in left out, even if an earlier grade remains.
 *
 * @param hashOf returns the hash of a node's current content; undefined if the node is gone or was not examined
 */
export function askLeftOut(
  target: Target,
  run: RunStatus | null,
  hashOf: (node: string) => string | undefined,
): NextAction | null {
  const missing = (run?.leftOut ?? []).filter(({ node, hash }) => hashOf(node) === hash);
  if (missing.length === 0) return null;
  const nodes = missing.map(({ node }) => node).join(', ');
  return propose(emitStep(target), `left out of an earlier hand-in: ${nodes}`);
}

/**
 * While the file of a schema does not pass the gate, nothing is asked about that schema, nor about what waits for every
 * schema: a run would refuse (RUN-002).
 */
function canBeAsked({ index: { schemas }, inScope }: Situation): Situation['inScope'] {
  const hasFailed = (schema: string) =>
    Object.hasOwn(schemas, schema) && schemas[schema]?.failed !== undefined;
  if (!Object.keys(schemas).some(hasFailed)) return inScope;
  return (node) => {
    const [kind, schema = ''] = node.split('.');
    return kind === 'schemas' && !hasFailed(schema) && inScope(node);
  };
}

function askMore({ target, index, run, inScope, hasVoidTests }: Situation): NextAction | null {
  const isPending = nodesOf(index).some(
    ([node, { status, waits }]) =>
      status === 'pending' && !waits && inScope(node) && (node !== 'about' || gateOpen(index)),
  );
  if (isPending) {
    return propose(emitStep(target), 'some nodes were never graded, or their content has changed');
  }
  const blockedBy = (text: string) =>
    index.blockers.some((blocker) => inScope(blocker.node) && sayBlocker(blocker).includes(text));
  if (blockedBy('--with-keys')) {
    const step = emitStep(target, '--with-keys');
    return propose(step, 'tools need an API key; their tests run once it is used');
  }
  if (blockedBy('offline')) return propose(emitStep(target), 'tools were not tested');
  const bound = new Map(nodesOf(index).map(([node, { boundTo }]) => [node, boundTo]));
  const missing = askLeftOut(target, run, (node) => (inScope(node) ? bound.get(node) : undefined));
  if (missing) return missing;
  if (nodesOf(index).some(([node, found]) => inScope(node) && isBumped(found))) return gradeAnew(target);
  const isAged = nodesOf(index).some(([node, { stale }]) => inScope(node) && (stale?.length ?? 0) > 0);
  if (isAged) return propose(emitStep(target), 'answers have aged; this asks for them again');
  return hasVoidTests
    ? propose(emitStep(target), 'code was edited after its tests; this tests it again')
    : null;
}

/** Checks whether rules have changed since a node was graded. */
export function isBumped({ due, regraded }: IndexNode): boolean {
  return due !== undefined || regraded !== undefined;
}

export function gradeAnew(target: Target): NextAction {
  return propose(
    emitStep(target),
    'the rules have changed; this grades stored answers by them, and asks for those that have to be scored again',
  );
}

/** The About waits until every schema is stable; until then nothing can be asked about it. */
function gateOpen({ schemas }: NamespaceIndex): boolean {
  return Object.values(schemas).every(({ status }) => status === 'stable');
}

function mendFirst({ target, index, inScope }: Situation): NextAction | null {
  const statuses = nodesOf(index).flatMap(([node, { status }]) => (inScope(node) ? status : []));
  const sources = importStep(index.namespace);
  // Options with which a run asks about unchanged content that has a grade.
  const askAll = emitStep(target, '--scope', 'all', '--regrade-reason', 'scheduled');
  const again = propose(askAll, 'to grade the same content again');
  // Check this before the blockers: if every tool is vetoed, that blocks all nodes that depend on the tools.
  if (statuses.includes('rejected')) {
    return propose(sources, 'first fix what the veto names: only a new evaluation lifts it', again);
  }
  const failed = Object.entries(index.schemas).flatMap(([schema, found]) =>
    found.failed && inScope(`schemas.${schema}`) ? found.failed.file : [],
  );
  if (failed.length > 0) {
    return propose(
      sources,
      `first fix ${failed.join(', ')}; a schema counts again once its file passes the gate`,
    );
  }
  if (index.blockers.some((blocker) => inScope(blocker.node) && canBeMended(blocker))) {
    const retest = propose(emitStep(target), 'to test it again, if only the API was down');
    return propose(sources, 'first fix what is blocked', retest);
  }
  const below = nodesOf(index).filter(([node, { status }]) => status === 'graded' && inScope(node));
  if (below.length === 0) return null;
  const why = `first edit the sources: ${sayBelow(below)}, and nothing can be asked until they change; the improvement hints say how`;
  return propose(sources, why, again);
}

/** `13 nodes are graded C`. */
function sayBelow(nodes: readonly (readonly [string, IndexNode])[]): string {
  const letters = [...new Set(nodes.map(([, { grade = '' }]) => grade))].sort().join(' or ');
  return nodes.length === 1 ? `1 node is graded ${letters}` : `${nodes.length} nodes are graded ${letters}`;
}

const CODE_NOT_RUN = describeProblem(problem('DPT-105')).message;

/**
 * Checks whether the user can remove a blocker. That is impossible if a node is only waiting for others, or if a tool
 * is blocked only because its handler code was not run.
 */
function canBeMended(blocker: Blocker): boolean {
  const { node } = blocker;
  const why = sayBlocker(blocker);
  if (node.startsWith('schemas.')) {
    const isTool = node.includes('.tools.');
    return isTool
      ? !why.startsWith(CODE_NOT_RUN)
      : !node.endsWith('.toolsAggregate') && !why.endsWith(' tools blocked');
  }
  return node.startsWith('skills.');
}

function exportIt({ target, index, inScope }: Situation): NextAction {
  const isLeftOut = index.blockers.some(
    (blocker) => inScope(blocker.node) && sayBlocker(blocker).startsWith(CODE_NOT_RUN),
  );
  return propose(
    { stage: 'export', target: target.name },
    isLeftOut
      ? 'everything that can be graded is graded; tools with handler code are not run'
      : 'everything that can be graded is stable',
  );
}

export function emitStep({ name }: Pick<Target, 'name'>, ...words: readonly string[]): NextStep {
  return { stage: 'emit', target: name, ...(words.length > 0 && { words }) };
}

/** @param id of a namespace or a selection */
export function importStep(id: string): NextStep {
  return { stage: 'import', target: id };
}

export function answerStep({ name }: Pick<Target, 'name'>): NextStep {
  return { stage: 'answer', target: name };
}

import { checkMembers } from '../grade/precondition.js';
import { type VetoReason, vetoReasonOf } from '../grade/veto-reason.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { errorOf } from '../problems/error-codes.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import { checkLens } from '../rules/about/personas-section.js';
import type { Finding } from '../rules/finding.js';
import type { StateFile } from '../spec/state.js';
import { knownSchemas } from '../target/load-namespace.js';
import { freezeNamespace } from '../target/logic/lock-snapshot.js';
import type { Subject } from '../target/logic/subjects.js';
import type { NamespaceTarget } from '../target/logic/target.js';
import { type DerivedNamespace, deriveNamespace } from '../target/rebuild/derive-namespace.js';
import { rebuildNamespace } from '../target/rebuild/rebuild.js';
import { dueForTests } from './due-tests.js';
import { findOfNamespace, type NamespaceContent } from './find-findings.js';
import { findSecrets, loadContent } from './load-content.js';
import { continuableRun, continuedRun, readRun } from './open-run.js';
import { type EmitOptions, type EmittedTarget, namespaceRunKey, type RaisedVeto } from './options.js';
import { dueSubjects, wantedSubjects, withoutStopped } from './plan-due.js';
import { namespaceResult, planNamespaceRun, pretestReports } from './plan-namespace-run.js';
import { buildVetoes, judgeKeys } from './raise-vetoes.js';
import { reusableFacts } from './reusable-facts.js';
import { type EmitSurroundings, emptyResult, type NamespaceContext } from './run-context.js';
import { testTools, writeAllFacts } from './test-tools.js';
import { reportOf } from './user-report.js';
import { writeLockSnapshot } from './write-lock-snapshot.js';
import { closeOpenRun, writeRun } from './write-run.js';

/** Emits the prompts of one namespace, or continues the run that is open. */
export async function emitNamespace(
  options: EmitOptions,
  surroundings: EmitSurroundings,
  target: NamespaceTarget,
): Promise<EmittedTarget> {
  const { island } = options;
  const now = (options.now ?? island.now)();
  const { folder } = target;
  const strange = options.persona ? checkLens(options.persona, null) : null;
  if (strange) throw errorOf(strange);
  const state = readRun(island, folder, target);
  // Read every snapshot again: prompts are built from the snapshots, not from the index.
  const before = deriveNamespace({ island, namespace: target.id, now, reuse: false });
  const leftOut = state?.leftOut ?? [];
  const context: NamespaceContext = {
    options,
    surroundings,
    target,
    folder,
    now,
    key: namespaceRunKey(options, target, before),
    leftOut,
    report: reportOf(options, state),
  };
  const wanted = wantedSubjects(before.subjects, options, { scope: target.scope, leftOut });
  const open = continuableRun(context, state);
  if (open) {
    const nodes = new Set(withoutStopped(before, wanted, context).map(({ node }) => node));
    const blocked = before.index.blockers.filter(({ node }) => nodes.has(node));
    return continuedRun(context, { open, derived: before, blocked, empty: emptyResult(target) });
  }
  if (wanted.length > 0) return beginRun(context, { before, wanted, previous: state });
  if (dueForTests(before, target, options).length > 0) return testAlone(context, before);
  // An interrupted emit may have left vetoes that neither the journal nor the index shows yet.
  recordFacts(island, folder, { own: [], now });
  const { problems } = rebuildNamespace({ island, namespace: target.id, now });
  return { ...emptyResult(target), nothingDue: true, warnings: problems };
}

/**
 * Begins a new run: raises vetoes, tests tools, freezes the members, then writes the prompts of every subject that
 * nothing blocks.
 */
async function beginRun(
  context: NamespaceContext,
  {
    before,
    wanted,
    previous,
  }: { before: DerivedNamespace; wanted: readonly Subject[]; previous: StateFile | null },
): Promise<EmittedTarget> {
  const { options, target, now } = context;
  const { island } = options;
  const content = loadContent(options.island, target.id, before.outline);
  const refusals = findSecrets(content);
  if (refusals.length > 0) return { ...emptyResult(target), refusals };
  const verdicts = new Map(
    [...content.schemas].map(([name, schema]) => [name, judgeKeys(target.id, schema)]),
  );
  const known = findOfNamespace(content, reusableFacts(before.facts, options));
  const vetoed = vetoReasons(content, verdicts, known);
  const lockSnapshot = freezeNamespace({
    index: before.index,
    namespaceHash: before.namespaceHash,
    versions: new Map(before.outline.schemas.map(({ schema, version }) => [schema, version])),
    now,
  });
  const vetoes = raiseVetoes(context, { before, content, verdicts, vetoed });
  const candidates = withoutStopped(before, wanted, context);
  const tested = await testTools(context, {
    before,
    candidates,
    content,
    vetoed: new Set(vetoed.keys()),
    findings: known,
  });
  const findings = findOfNamespace(content, reusableFacts(tested.facts, options));
  writeAllFacts(context, content, { ...before, facts: tested.facts }, findings);
  writeLockSnapshot(context, lockSnapshot);
  const seen = { schemas: knownSchemas(before.outline) };
  const rebuilt = rebuildNamespace({ island, namespace: target.id, now, lockSnapshot, seen });
  const after = { ...rebuilt, facts: reusableFacts(rebuilt.facts, options) };
  const gate = checkMembers(lockSnapshot);
  const due = dueSubjects(after, candidates, {
    readable: new Set(content.schemas.keys()),
    vetoed: new Set(vetoed.keys()),
    gateOpen: gate.passed,
  });
  const found = { after, candidates, vetoes, content, verdicts, findings, tested, gate };
  const result = namespaceResult(context, found);
  if (due.length > 0) {
    return writeRun(context, planNamespaceRun(context, found, due), { result, previous });
  }
  closeOpenRun(context, previous);
  return result;
}

/** Tests graded tools whose facts no longer cover their code; asks no grader and begins no run. */
async function testAlone(context: NamespaceContext, before: DerivedNamespace): Promise<EmittedTarget> {
  const { options, target, now } = context;
  const content = loadContent(options.island, target.id, before.outline);
  const known = findOfNamespace(content, reusableFacts(before.facts, options));
  const verdicts = new Map(
    [...content.schemas].map(([name, schema]) => [name, judgeKeys(target.id, schema)]),
  );
  const vetoed = new Set(vetoReasons(content, verdicts, known).keys());
  const tested = await testTools(context, { before, candidates: [], content, vetoed, findings: known });
  const findings = findOfNamespace(content, reusableFacts(tested.facts, options));
  writeAllFacts(context, content, { ...before, facts: tested.facts }, findings);
  const seen = { schemas: knownSchemas(before.outline) };
  const after = rebuildNamespace({ island: options.island, namespace: target.id, now, seen });
  return {
    ...emptyResult(target),
    pretests: pretestReports({ after, tested }),
    nothingDue: true,
    warnings: [...tested.problems, ...after.problems],
  };
}

type Verdicts = ReadonlyMap<string, KeyDomainVerdict | null>;
type Findings = ReadonlyMap<string, readonly Finding[]>;
type Vetoed = ReadonlyMap<string, VetoReason>;

function vetoReasons({ schemas }: NamespaceContent, verdicts: Verdicts, findings: Findings): Vetoed {
  return new Map(
    [...schemas.keys()].flatMap((schema) => {
      const reason = vetoReasonOf(verdicts.get(schema) ?? null, findings.get(schema) ?? []);
      return reason ? [[schema, reason] as const] : [];
    }),
  );
}

/**
 * Vetoes every tool of a vetoed schema, whatever part of the namespace the run is about: a veto concerns the schema,
 * not an area. The journal records it at once, because the tests that follow may take minutes.
 */
function raiseVetoes(
  { options: { island }, surroundings, target, folder, now }: NamespaceContext,
  {
    before,
    content,
    verdicts,
    vetoed,
  }: { before: DerivedNamespace; content: NamespaceContent; verdicts: Verdicts; vetoed: Vetoed },
): RaisedVeto[] {
  const built = [...content.schemas.values()].flatMap((schema) => {
    const reason = vetoed.get(schema.schema);
    if (!reason) return [];
    return buildVetoes({
      island,
      namespace: target.id,
      schema,
      reason,
      verdict: verdicts.get(schema.schema) ?? null,
      tools: before.subjects.filter((subject) => subject.tool !== null && subject.schema === schema.schema),
      script: surroundings.script,
      now,
    });
  });
  island.createAll(built);
  recordFacts(island, folder, { own: built.map(({ path }) => path), now });
  return built.map(({ raised }) => raised);
}

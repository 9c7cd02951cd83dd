import { checkMembers, type GateResult } from '../grade/precondition.js';
import { isHeld, sayBlocker } from '../grade/roll-up.js';
import { parseSendKeys } from '../keys/logic/send-keys.js';
import { errorOf } from '../problems/error-codes.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import { checkLens } from '../rules/about/personas-section.js';
import type { Finding } from '../rules/finding.js';
import { hashValue } from '../spec/hash.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { GatedArea, PretestReport, SkippedArea } from '../spec/prompts.js';
import type { AreaId } from '../spec/vocabulary.js';
import { knownSchemas } from '../target/load-namespace.js';
import { freezeNamespace } from '../target/logic/lock-snapshot.js';
import type { Subject } from '../target/logic/subjects.js';
import type { NamespaceTarget } from '../target/logic/target.js';
import { type DerivedNamespace, deriveNamespace } from '../target/rebuild/derive-namespace.js';
import { rebuildNamespace } from '../target/rebuild/rebuild.js';
import { composePrompt } from './compose-prompt.js';
import {
  findOfNamespace,
  findSecrets,
  loadContent,
  type NamespaceContent,
  versionOf,
} from './namespace-content.js';
import { type NamespaceBasis, namespaceContent } from './namespace-prompts.js';
import { askedFor, type EmitOptions, type EmittedTarget, type RaisedVeto } from './options.js';
import { dueForTests, dueSubjects, wantedSubjects, withoutStopped } from './plan-due.js';
import { judgeAllKeys, raiseVetoes, vetoReasons } from './raise-vetoes.js';
import {
  emptyResult,
  type GivenContext,
  type NamespaceContext,
  type OpenedTarget,
  type TestedTools,
} from './run-context.js';
import { writeStageOne } from './stage-one.js';
import { reusableFacts, testTools, writeAllFacts } from './test-tools.js';
import { type RunPlan, writeLockSnapshot, writeRun } from './write-run.js';

/** Reads a namespace for a run. */
export function openNamespace(given: GivenContext, target: NamespaceTarget): OpenedTarget {
  const { options, now } = given;
  const strange = options.persona ? checkLens(options.persona, null) : null;
  if (strange) throw errorOf(strange);
  // Read every snapshot again: prompts are built from the snapshots, not from the index.
  const seen = { schemas: given.known ?? {} };
  const before = deriveNamespace({ island: options.island, namespace: target.id, now, seen, keep: true });
  const context: NamespaceContext = { ...given, target, key: runKey(options, target, before) };
  const wanted = wantedSubjects(before.subjects, context);
  return {
    ...{ context, before, wanted },
    empty: emptyResult(context),
    blocked: () => {
      const nodes = new Set(withoutStopped(before, wanted, context).map(({ node }) => node));
      return heldNodes(before, nodes);
    },
    begin: () => {
      if (wanted.length > 0) return beginRun(context, before, wanted);
      return dueForTests(before, target, options).length > 0 ? testAlone(context, before) : null;
    },
  };
}

/**
 * Hash of what a run was asked to do and of the content of its namespace. The same key continues an open run, a
 * different key begins a new one (grading-rules §7).
 */
function runKey(options: EmitOptions, target: NamespaceTarget, derived: DerivedNamespace): string {
  const { originMap = {}, allowHosts = [], sendKeys = {} } = options;
  const { failed } = derived.outline;
  return hashValue({
    ...askedFor(options),
    // Empty options are left out, so that the key is the same as in versions without these options.
    ...(Object.keys(originMap).length > 0 && { originMap: { ...originMap } }),
    ...(allowHosts.length > 0 && { allowHosts: [...allowHosts].sort() }),
    ...(options.keys && Object.keys(sendKeys).length > 0 && { sendKeys: parseSendKeys(sendKeys).pairs }),
    scope: target.scope,
    offline: options.offline ?? false,
    keys: Boolean(options.keys),
    writes: options.allowWrites ?? false,
    handlers: options.handlers ?? 'sandbox',
    namespaceHash: derived.namespaceHash,
    ...(Object.keys(derived.lists.brought).length > 0 && { lists: derived.lists.brought }),
    ...(failed.length > 0 && { failed: failed.map(({ schema }) => schema) }),
    files: derived.outline.schemas.map(({ schema, snapshot }) => `${schema}@${snapshot.fileSha256}`),
    gate:
      derived.index.summary.schemas > 0 &&
      Object.values(derived.index.schemas).every(({ status }) => status === 'stable'),
  });
}

/**
 * Begins a new run: raises vetoes, tests tools, freezes the members, then writes the prompts of every subject that
 * nothing blocks.
 */
async function beginRun(
  context: NamespaceContext,
  before: DerivedNamespace,
  wanted: readonly Subject[],
): Promise<EmittedTarget> {
  const { options, target, now } = context;
  const { island } = options;
  const inspected = inspect(context, before);
  const { content, verdicts } = inspected;
  const refusals = findSecrets(content);
  if (refusals.length > 0) return { ...emptyResult(context), refusals };
  const lockSnapshot = freezeNamespace({
    index: before.index,
    namespaceHash: before.namespaceHash,
    versions: new Map(before.outline.schemas.map(({ schema, version }) => [schema, version])),
    now,
  });
  const vetoes = raiseVetoes(context, { before, ...inspected });
  const candidates = withoutStopped(before, wanted, context);
  const { tested, findings } = await test(context, { before, candidates, inspected });
  writeLockSnapshot(context, lockSnapshot);
  const seen = { schemas: knownSchemas(before.outline) };
  const rebuilt = rebuildNamespace({ island, namespace: target.id, now, lockSnapshot, seen });
  const after = { ...rebuilt, facts: reusableFacts(rebuilt.facts, options) };
  const gate = checkMembers(lockSnapshot, withoutContent(lockSnapshot), 'its file does not pass the gate');
  const due = dueSubjects(after, candidates, {
    readable: new Set(content.schemas.keys()),
    vetoed: new Set(inspected.vetoed.keys()),
    gateOpen: gate.passed,
  });
  const found = { after, candidates, vetoes, content, verdicts, findings, tested, gate };
  const plan = due.length > 0 ? planNamespaceRun(context, found, due) : null;
  return writeRun(context, plan, namespaceResult(context, found));
}

/** Members of a namespace without a snapshot: their files have never passed the gate. */
function withoutContent({ members }: LockSnapshot): string[] {
  return members.flatMap(({ schemaId, schemaHash }) => (schemaHash === null ? schemaId : []));
}

/** Tests graded tools whose facts no longer cover their code; asks no grader and begins no run. */
async function testAlone(context: NamespaceContext, before: DerivedNamespace): Promise<EmittedTarget> {
  const { options, target, now } = context;
  const { tested } = await test(context, { before, candidates: [], inspected: inspect(context, before) });
  const seen = { schemas: knownSchemas(before.outline) };
  const after = rebuildNamespace({ island: options.island, namespace: target.id, now, seen });
  return {
    ...emptyResult(context),
    pretests: pretestReports({ after, tested }),
    nothingDue: true,
    warnings: [...tested.problems, ...after.problems],
  };
}

/** The material of a namespace, with everything that code finds in it before any request. */
function inspect({ options, target }: NamespaceContext, { outline, facts, lists }: DerivedNamespace) {
  const content = loadContent(options.island, target.id, outline);
  const verdicts = judgeAllKeys(content);
  const { spec } = options.island.book;
  const findings = findOfNamespace(content, reusableFacts(facts, options), {
    ...{ spec, lists, libraries: options.libraries ?? null },
  });
  return { content, verdicts, findings, vetoed: vetoReasons(content, verdicts, findings) };
}

/** Tests tools, and writes their facts with the findings that depend on them. */
async function test(
  context: NamespaceContext,
  {
    before,
    candidates,
    inspected: { content, vetoed, verdicts, findings: known },
  }: {
    before: DerivedNamespace;
    candidates: readonly Subject[];
    inspected: ReturnType<typeof inspect>;
  },
) {
  const asked = { before, candidates, content, vetoed: new Set(vetoed.keys()), findings: known };
  const tested = await testTools(context, asked);
  const { spec } = context.options.island.book;
  const findings = findOfNamespace(content, reusableFacts(tested.facts, context.options), {
    ...{ spec, lists: before.lists, libraries: context.options.libraries ?? null },
  });
  writeAllFacts(context, content, { ...before, facts: tested.facts }, findings);
  const { island } = context.options;
  const basis = {
    ...{ island, namespace: context.target.id, index: before.index, now: context.now },
    ...{ content, findings, verdicts, facts: tested.facts },
  };
  writeStageOne(context, { basis, subjects: before.subjects, tested });
  return { tested, findings };
}

/** Persona recorded if no area asks for one (decisions D2 and D3). */
const RUN_PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' } as const;

/** What a run over a namespace has found out before any grader is asked. */
interface NamespaceFindings {
  readonly after: DerivedNamespace;
  readonly candidates: readonly Subject[];
  readonly vetoes: readonly RaisedVeto[];
  readonly content: NamespaceContent;
  readonly verdicts: ReadonlyMap<string, KeyDomainVerdict | null>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Whether all members were stable when they were frozen at the start of the run. */
  readonly gate: GateResult;
  readonly tested: TestedTools;
}

/** Plans the run that asks about all due subjects of a namespace. */
function planNamespaceRun(
  context: NamespaceContext,
  findings: NamespaceFindings,
  due: readonly Subject[],
): RunPlan {
  const { options, target, now } = context;
  const { schemas } = findings.content;
  const persona = options.persona ?? RUN_PERSONA;
  const basis: NamespaceBasis = {
    island: options.island,
    namespace: target.id,
    index: findings.after.index,
    content: findings.content,
    findings: findings.findings,
    facts: findings.after.facts,
    verdicts: findings.verdicts,
    now,
  };
  return {
    what: `namespace ${target.id}`,
    persona,
    secrets: findings.tested.secrets,
    entryPoint: {
      flow: 'provider',
      schemas: [...schemas.keys()].map((schema) => `${target.id}.${schema}`),
      areas: [...new Set(due.map(({ area }) => area))],
    },
    subjects: due.map((subject) => ({
      subject,
      version: `flowmcp/${versionOf(subject, findings.content)}`,
      ...listsOf(subject, findings.after),
      ...composePrompt(context, {
        subject,
        content: namespaceContent(basis, subject),
        persona,
        secrets: findings.tested.secrets,
      }),
    })),
  };
}

/** The shared lists used in questions about tools and their aggregate; a skill and an About use none. */
function listsOf({ schema, skill }: Subject, { facts }: DerivedNamespace) {
  const lists = schema === null || skill !== null ? undefined : facts.get(schema)?.lists;
  return lists && { lists };
}

/** The result of a run over a namespace, without its prompts. */
function namespaceResult(context: NamespaceContext, findings: NamespaceFindings): EmittedTarget {
  const wanted = new Set(findings.candidates.map(({ node }) => node));
  return {
    ...emptyResult(context),
    pretests: pretestReports(findings),
    vetoes: findings.vetoes,
    blocked: [...heldNodes(findings.after, wanted), ...blockedBehindVeto(findings)],
    skippedAreas: skippedAreas(findings),
    gatedAreas: gatedAreas(findings),
    warnings: [...findings.tested.problems, ...findings.after.problems],
  };
}

/** Why nodes cannot be asked about; those that only their rules block are asked. */
function heldNodes({ index, subjects }: DerivedNamespace, wanted: ReadonlySet<string>) {
  const free = new Set(subjects.filter(({ status }) => !isHeld(status)).map(({ node }) => node));
  return index.blockers
    .filter(({ node }) => wanted.has(node) && !free.has(node))
    .map((blocker) => ({ node: blocker.node, reason: sayBlocker(blocker) }));
}

/** Tools whose status shows an old veto and so cannot show that their tests block them as well. */
function blockedBehindVeto({ after, candidates }: NamespaceFindings) {
  return candidates.flatMap(({ node, schema, tool, status }) => {
    if (status.status !== 'rejected' || schema === null || tool === null) return [];
    const facts = after.facts.get(schema)?.tools[tool];
    return facts?.status === 'blocked' ? [{ node, reason: facts.reason ?? 'blocked' }] : [];
  });
}

/**
 * Areas without content. Skills are optional, but an About is expected. Neither is out of scope, so none of the
 * reasons `out-of-scope-…` fits.
 */
function skippedAreas({ content }: NamespaceFindings): SkippedArea[] {
  return [
    ...(content.skills.length === 0
      ? [{ area: 'namespace-skills', naReason: 'not-applicable-to-tool-type' } as const]
      : []),
    ...(content.about ? [] : [{ area: 'about-namespace', naReason: 'blocked-by-precondition' } as const]),
  ];
}

/**
 * An About is judged against finished schemas, so it waits for all of them to be stable; other areas of a namespace may
 * wait for them to be green (spec 21).
 */
function gatedAreas({ after, candidates, gate }: NamespaceFindings): GatedArea[] {
  const blocked = new Set(after.index.blockers.map(({ node }) => node));
  const reasonOf = (area: AreaId) => {
    if (after.waiting?.areas.includes(area)) return after.waiting.reason;
    return area === 'about-namespace' && !gate.passed ? gate.reason : null;
  };
  return candidates.flatMap(({ area, subject, node }) => {
    const reason = reasonOf(area);
    const isShown = area === 'about-namespace' || !blocked.has(node);
    return reason !== null && isShown ? [{ area, subject, reason }] : [];
  });
}

/** The outcome of this run's tests, tool by tool. */
function pretestReports({ after, tested }: Pick<NamespaceFindings, 'after' | 'tested'>): PretestReport[] {
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

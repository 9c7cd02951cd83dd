import type { GateResult } from '../grade/precondition.js';
import { namespaceFolder } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import type { GatedArea, PretestReport, SkippedArea } from '../spec/prompts.js';
import type { Subject } from '../target/logic/subjects.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import { composePrompt } from './compose-prompt.js';
import type { NamespaceContent } from './find-findings.js';
import { highestVersion } from './highest-version.js';
import { type NamespaceBasis, namespaceContent } from './namespace-prompts.js';
import type { EmittedTarget, RaisedVeto } from './options.js';
import { emptyResult, type NamespaceContext, type TestedTools } from './run-context.js';
import type { RunPlan } from './run-plan.js';

/** Persona recorded if no area asks for one (decisions D2 and D3). */
const RUN_PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' } as const;

/** Findings of a run over a namespace before it asks any grader. */
export interface NamespaceFindings {
  readonly after: DerivedNamespace;
  readonly candidates: readonly Subject[];
  readonly vetoes: readonly RaisedVeto[];
  readonly content: NamespaceContent;
  readonly verdicts: ReadonlyMap<string, KeyDomainVerdict | null>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Whether all members were stable when the run began and froze them. */
  readonly gate: GateResult;
  readonly tested: TestedTools;
}

/** Plans the run that asks about all due subjects of a namespace. */
export function planNamespaceRun(
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
    name: target.id,
    what: `namespace ${target.id}`,
    persona,
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

/**
 * The version of the subject's schema; for a subject about the whole namespace, the highest version (grading-rules §9).
 *
 * @throws GradingError IDX-007 if no schema of the namespace can be read, so that only a skill is left
 */
export function versionOf({ schema }: Subject, { namespace, schemas }: NamespaceContent): string {
  const own = schema === null ? undefined : schemas.get(schema);
  const readable = own ? [own] : [...schemas.values()];
  if (readable.length === 0) {
    const file = namespaceFolder(namespace);
    throw fatal('IDX-007', { file }, { schema: schema ?? namespace, namespace });
  }
  return highestVersion(readable.map(({ main }) => main.version));
}

/** The result of a run over a namespace, without its prompts. */
export function namespaceResult({ target }: NamespaceContext, findings: NamespaceFindings): EmittedTarget {
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

/** A tool that shows an old veto may also be blocked by its tests, which its status cannot show. */
function blockedBehindVeto({ after, candidates }: NamespaceFindings) {
  return candidates.flatMap(({ node, schema, tool, status }) => {
    if (status.status !== 'rejected' || schema === null || tool === null) return [];
    const facts = after.facts.get(schema)?.tools[tool];
    return facts?.status === 'blocked' ? [{ node, reason: facts.reason ?? 'blocked' }] : [];
  });
}

/**
 * Areas without content. Skills are optional; an About is expected. Both are in scope, so neither counts as out of
 * scope.
 */
function skippedAreas({ content }: NamespaceFindings): SkippedArea[] {
  return [
    ...(content.skills.length === 0
      ? [{ area: 'namespace-skills', naReason: 'not-applicable-to-tool-type' } as const]
      : []),
    ...(content.about ? [] : [{ area: 'about-namespace', naReason: 'blocked-by-precondition' } as const]),
  ];
}

/** An About is judged against finished schemas, so it waits for all of them (spec 21). */
function gatedAreas({ candidates, gate }: NamespaceFindings): GatedArea[] {
  if (gate.passed) return [];
  return candidates
    .filter(({ area }) => area === 'about-namespace')
    .map(({ area, subject }) => ({ area, subject, reason: gate.reason }));
}

/** The outcome of this run's tests, tool by tool. */
export function pretestReports({
  after,
  tested,
}: Pick<NamespaceFindings, 'after' | 'tested'>): PretestReport[] {
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

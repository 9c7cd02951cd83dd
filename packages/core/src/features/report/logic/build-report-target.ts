import type { PastRetention } from '../../../grade/ageing.js';
import type { NodeExplanation, RollupExplanation } from '../../../grade/explanation.js';
import type { GateFailure, JudgedTarget } from '../../../grade/gate/judge.js';
import type { HistoryEntry } from '../../../grade/history.js';
import { describeProblem } from '../../../problems/error-codes.js';
import type { Problem, Where } from '../../../problems/problem.js';
import type { TestDepth } from '../../../spec/books/book.js';
import { AREA_OF_LEVEL } from '../../../spec/selection.js';
import type { AreaId, Flow, Tier } from '../../../spec/vocabulary.js';
import type { Subject } from '../../../target/logic/subjects.js';
import { isInsideTool } from '../../../values/value-path.js';
import {
  type Absence,
  type EarlierNode,
  FAILED_FILE,
  type ReportFailure,
  type ReportFinding,
  type ReportGate,
  type ReportLoss,
  type ReportNode,
  type ReportNodeKind,
  type ReportPlace,
  type ReportTarget,
} from './grading-report.js';

/** The explanation of a node, and everything else that is known about it. */
export interface ReportedNode {
  readonly explanation: NodeExplanation;
  /** null for a node that depends on other nodes, or is missing. */
  readonly subject: Subject | null;
  readonly gradedAt: string | null;
  /** See `waitsFor`. */
  readonly waitsFor: string | null;
  readonly history: readonly HistoryEntry[];
  readonly place: ReportPlace | null;
  readonly contradiction: string | null;
  /** How the node's tests differ from ordinary ones, in words; null if they do not. */
  readonly tested: string | null;
  readonly testDepth?: TestDepth;
  readonly away: readonly Absence[];
  /** What is wrong with its file, besides the findings about its content. */
  readonly findings: readonly ReportFinding[];
}

export interface ReportInput extends PastRetention {
  readonly target: string;
  readonly flow: Flow;
  readonly tier: Tier;
  readonly rollup: RollupExplanation;
  readonly persona: string | null;
  readonly updatedAt: string;
  readonly nodes: readonly ReportedNode[];
  readonly earlier: readonly EarlierNode[];
  readonly gate: JudgedTarget;
  readonly findings: readonly StoredFinding[];
  readonly warnings: readonly Problem[];
  /** The place to show for a file of the island. */
  readonly placeOf: (where: Where) => ReportPlace | null;
}

type StoredFinding = Problem & {
  readonly id: string;
  /** The schema that the finding is about; set only for findings of a namespace. */
  readonly schema?: string;
};

/** Answers with at least this score cost too little to be mentioned. */
const GOOD = 4;
const MOST_LOSSES = 5;

/** Builds the report of one target: each finding is listed with the node it concerns. */
export function buildReportTarget(input: ReportInput): ReportTarget {
  const { target, flow, tier, rollup, updatedAt, pastRetention, warnings } = input;
  const homes = new Map<string | null, StoredFinding[]>();
  for (const finding of input.findings) {
    const home = homeOf(finding, input.nodes);
    homes.set(home, [...(homes.get(home) ?? []), finding]);
  }
  const shown = (home: string | null) =>
    (homes.get(home) ?? []).map((found) => buildFinding(found, input.placeOf));
  const verdicts = new Map(input.gate.counted.map(({ node, failures }) => [node.node, failures]));
  return {
    target,
    flow,
    tier,
    status: rollup.status,
    grade: rollup.grade,
    persona: input.persona,
    rule: rollup.rule,
    gradeRule: rollup.gradeRule,
    decidedBy: rollup.decidedBy,
    gate: buildGate(input.gate),
    updatedAt,
    nodes: withWaitingSchemas(
      input.nodes.map((node) =>
        buildNode(node, {
          findings: [...node.findings, ...shown(node.explanation.node)],
          failures: (verdicts.get(node.explanation.node) ?? []).map(buildFailure),
        }),
      ),
    ),
    ...(input.earlier.length > 0 && { earlier: input.earlier }),
    ...(pastRetention && { pastRetention }),
    findings: shown(null),
    warnings,
  };
}

/** A blocked schema whose blocked tools all wait waits with them: nothing is wrong with the schema either. */
function withWaitingSchemas(nodes: readonly ReportNode[]): ReportNode[] {
  return nodes.map((node) => {
    if (node.kind !== 'schema' || node.status !== 'blocked' || node.findings.some(isFailedFile)) return node;
    const blocked = nodes.filter(
      ({ kind, schema, status }) => kind === 'tool' && schema === node.schema && status === 'blocked',
    );
    const [first] = blocked;
    const waitsFor = blocked.every((tool) => tool.waitsFor === first?.waitsFor)
      ? first?.waitsFor
      : 'its tools';
    const waits = blocked.length > 0 && blocked.every((tool) => tool.waitsFor !== undefined);
    return waits && waitsFor !== undefined ? { ...node, waitsFor } : node;
  });
}

function isFailedFile({ rule }: ReportFinding): boolean {
  return rule === FAILED_FILE;
}

function buildGate({ passes, bar, counted, failures }: JudgedTarget): ReportGate {
  return {
    passes,
    minGrade: bar,
    failed: counted.filter((one) => one.failures.length > 0).length,
    accepted: counted.filter(({ accepted }) => accepted).length,
    failures: failures.map(buildFailure),
  };
}

function buildFailure({ rule, problem }: GateFailure): ReportFailure {
  return { rule: rule.id, code: problem.code, ...describeProblem(problem) };
}

/** The node that a finding is about; null if it is not about a single node. */
function homeOf({ schema, where = {} }: StoredFinding, nodes: readonly ReportedNode[]): string | null {
  const own = nodes.find(({ subject }) => subject && isInOwnFile(subject, where));
  if (own) return own.explanation.node;
  if (schema === undefined) return null;
  const tool = nodes.find(
    ({ subject }) => subject?.schema === schema && subject.tool !== null && isInsideTool(where, subject.tool),
  );
  const home = tool?.explanation.node ?? `schemas.${schema}`;
  return nodes.some(({ explanation }) => explanation.node === home) ? home : null;
}

/** Checks whether a place is in the subject's own file: skills and Abouts have one, below their folder. */
function isInOwnFile({ area, folder }: Subject, { file = '' }: Where): boolean {
  const hasOwn = area.startsWith('about-') || SKILLS.includes(area);
  return hasOwn && file.includes(`/${folder}/`);
}

const SKILLS: readonly AreaId[] = ['namespace-skills', ...Object.values(AREA_OF_LEVEL)];

const KINDS: Partial<Record<AreaId, ReportNodeKind>> = {
  'single-test': 'tool',
  'tools-aggregate-schema': 'tools-aggregate',
  'tools-aggregate-namespace': 'namespace-aggregate',
  'namespace-description': 'description',
  'selection-aggregate': 'selection-aggregate',
};

function buildNode(
  {
    explanation,
    subject,
    gradedAt,
    history,
    place,
    contradiction,
    tested,
    testDepth,
    away,
    ...more
  }: ReportedNode,
  { findings, failures }: Pick<ReportNode, 'findings' | 'failures'>,
): ReportNode {
  const { node, status, grade, rawGrade, score, coverage, reason, rule, entry, stale } = explanation;
  const kind = kindOf(node, subject);
  const [improvement] = entry?.improvements ?? [];
  const judged = entry?.answers.filter(({ determinism }) => determinism === 'non-deterministic') ?? [];
  const askedAt = [...new Set(judged.flatMap((answer) => answer.askedAt ?? []))];
  return {
    node,
    kind,
    name: nameOf(node, kind, subject),
    schema: kind === 'schema' ? node.slice('schemas.'.length) : (subject?.schema ?? null),
    status,
    grade,
    rawGrade,
    score,
    coverage,
    reason,
    ...(more.waitsFor !== null && { waitsFor: more.waitsFor }),
    rule,
    gradedAt,
    ref: entry?.ref ?? null,
    isOfEarlierContent: explanation.isOfEarlierContent,
    graders: [...new Set(judged.map(({ grader }) => grader))],
    ...(askedAt.length > 0 && { askedAt }),
    ...(entry?.certainty && !explanation.isOfEarlierContent && { certainty: entry.certainty }),
    persona: entry?.persona ?? null,
    veto: entry?.veto ?? null,
    losses: entry ? lossesOf(entry) : [],
    improvement: improvement ?? null,
    stale,
    contradiction,
    ...(tested !== null && { tested }),
    ...(testDepth !== undefined && { testDepth }),
    failures,
    findings,
    history: history.map(({ at, mode, grade: letter, score: mean, scoringSystem, current, ref }) => ({
      at,
      mode,
      grade: letter,
      score: mean,
      ...(scoringSystem !== undefined && { scoringSystem }),
      current,
      ref,
    })),
    ...(away.length > 0 && { away }),
    place,
  };
}

function kindOf(node: string, subject: Subject | null): ReportNodeKind {
  if (subject) return KINDS[subject.area] ?? (SKILLS.includes(subject.area) ? 'skill' : 'about');
  if (node.startsWith('schemas.')) return 'schema';
  if (node.startsWith('members.')) return 'member';
  return node.startsWith('skills.') ? 'skill' : 'about';
}

function nameOf(node: string, kind: ReportNodeKind, subject: Subject | null): string {
  if (kind === 'about') return 'About';
  if (kind === 'description') return 'Description';
  if (kind === 'tools-aggregate') return 'All tools of the schema';
  if (kind === 'namespace-aggregate') return 'All tools of the namespace';
  if (kind === 'selection-aggregate') return 'The selection as a whole';
  return subject?.tool ?? subject?.skill ?? node.slice(node.indexOf('.') + 1);
}

function lossesOf({ answers, mean }: NonNullable<NodeExplanation['entry']>): ReportLoss[] {
  return answers
    .flatMap(({ questionId, dimension, score, value, weight, grader, reasoning }): ReportLoss[] => {
      if (value === null || value >= GOOD || !mean) return [];
      const lost = (weight * (5 - value)) / mean.weightSum;
      return [{ questionId, dimension, score, value, lost, grader, reasoning }];
    })
    .sort((a, b) => b.lost - a.lost)
    .slice(0, MOST_LOSSES);
}

function buildFinding(found: StoredFinding, placeOf: ReportInput['placeOf']): ReportFinding {
  const { id, code, severity, where } = found;
  const { message, hint } = describeProblem(found);
  const place = where ? placeOf(where) : null;
  return { rule: id, code, severity, message, hint, path: where?.path ?? null, place };
}

import type {
  ReportFailure,
  ReportFinding,
  ReportNode,
  ReportTarget,
} from '../../../../src/features/report/logic/grading-report.js';
import type { GradingReportSource } from '../../../../src/features/report/logic/source.js';
import type { Problem } from '../../../../src/problems/problem.js';
import { DEFAULT_BOOK } from '../../../../src/spec/books/registered.js';

const BASE: ReportNode = {
  node: 'schemas.tides.tools.listTides',
  kind: 'tool',
  name: 'listTides',
  schema: 'tides',
  status: 'pending',
  grade: null,
  rawGrade: null,
  score: null,
  coverage: null,
  reason: 'not graded yet',
  waitsFor: 'its first grading',
  rule: 'No full entry is about the current content: not graded yet.',
  gradedAt: null,
  ref: null,
  isOfEarlierContent: false,
  graders: [],
  persona: null,
  veto: null,
  losses: [],
  improvement: null,
  stale: [],
  contradiction: null,
  failures: [],
  findings: [],
  history: [],
  place: null,
};

function failureOf(rule: string, code: string): ReportFailure {
  return { rule, code, message: `it fails by ${rule}`, hint: 'Grade it.' };
}

const BELOW = failureOf('grade-below-bar', 'GAT-004');
const PENDING = failureOf('grade-pending', 'GAT-002');
const REJECTED = failureOf('grade-rejected', 'GAT-001');

/** Without a status of its own, it waits. */
export function nodeOf(more: Partial<ReportNode>): ReportNode {
  const { waitsFor, ...graded } = BASE;
  return more.status === undefined ? { ...BASE, ...more } : { ...graded, ...more };
}

/** A node as a grading leaves it; its history ends with this score. */
export function gradedNode(score: number, more: Partial<ReportNode> = {}): ReportNode {
  const grade = score >= 3.5 ? 'B' : score >= 2.5 ? 'C' : 'D';
  const at = '2026-03-02T10-00-00Z';
  return nodeOf({
    status: grade === 'B' ? 'stable' : 'graded',
    ...{ grade, rawGrade: grade, score, coverage: 1, reason: null, gradedAt: at },
    failures: grade === 'B' ? [] : [BELOW],
    ref: `tides/tools/listTides/_gradings/single-test--${at}.json`,
    rule: 'The newest full entry is about the current content.',
    graders: ['judge 1.0.0 (a-model)'],
    losses: [
      {
        questionId: 'Q-single-test-04',
        dimension: 'descriptionClarity',
        score: 2,
        value: 2,
        lost: 0.38,
        grader: 'judge 1.0.0',
        reasoning: 'It does not say in which unit.',
      },
    ],
    improvement:
      grade === 'B'
        ? null
        : { grade: 'B', level: 4, raise: [{ questionId: 'Q-single-test-04', from: 2, to: 4 }] },
    history: [
      { at: '2026-02-02T10-00-00Z', mode: 'full', grade: 'C', score: 2.75, current: false, ref: 'a' },
      { at, mode: 'full', grade, score, current: true, ref: 'b' },
    ],
    place: { base: 'sources', file: 'providers/harbour/tides.mjs', line: 12, column: 5 },
    ...more,
  });
}

export function targetOf(more: Partial<ReportTarget> = {}): ReportTarget {
  const target = { ...SAMPLE, ...more };
  const failed = target.nodes.filter(({ failures }) => failures.length > 0).length;
  const gate = { passes: failed === 0, minGrade: 'B', failed, accepted: 0, failures: [] } as const;
  return { ...target, gate: more.gate ?? gate };
}

const SAMPLE: Omit<ReportTarget, 'gate'> = {
  target: 'providers/harbour',
  flow: 'provider',
  tier: 'autonomous',
  status: 'partial',
  grade: 'C',
  persona: null,
  rule: 'A node has a grade, and not every node is stable.',
  gradeRule: 'The worst grade.',
  decidedBy: ['description'],
  updatedAt: '2026-03-02T10:00:00.000Z',
  nodes: [
    nodeOf({ node: 'schemas.tides', kind: 'schema', name: 'tides', status: 'graded', grade: 'B' }),
    gradedNode(3.9, {
      findings: [
        {
          rule: 'description-promotional',
          code: 'FND-001',
          severity: 'warning',
          message: 'the description praises',
          hint: 'Say what the tool returns.',
          path: 'main.tools.listTides.description',
          place: { base: 'sources', file: 'providers/harbour/tides.mjs', line: 14, column: 20 },
        },
      ],
    }),
    gradedNode(2.6, { node: 'description', kind: 'description', name: 'Description', schema: null }),
    nodeOf({
      node: 'about',
      kind: 'about',
      name: 'About',
      schema: null,
      status: 'blocked',
      reason: 'no About resource',
      waitsFor: 'an About',
    }),
    nodeOf({ node: 'skills.tides.berth', kind: 'skill', name: 'berth', failures: [PENDING] }),
  ],
  findings: [],
  warnings: [],
};

/** A selection rejected through the veto of a member. */
export function rejectedTarget(): ReportTarget {
  return targetOf({
    target: 'selections/ports',
    flow: 'selection',
    tier: 'group-bound',
    status: 'rejected',
    grade: 'REJECTED',
    nodes: [
      nodeOf({
        node: 'members.harbour.tides',
        kind: 'member',
        name: 'harbour.tides',
        schema: null,
        status: 'stable',
        grade: 'B',
      }),
      nodeOf({
        node: 'selectionAggregate',
        kind: 'selection-aggregate',
        name: 'The selection as a whole',
        schema: null,
        status: 'rejected',
        grade: 'REJECTED',
        failures: [REJECTED],
        reason: 'a veto was raised',
        veto: {
          triggeredBy: 'illegal-content',
          graderIdentity: { kind: 'human', name: 'ada', version: '1' },
          evidence: 'its terms forbid it',
          timestamp: '2026-03-02T10:00:00.000Z',
        },
        history: [
          {
            at: '2026-03-02T10-00-00Z',
            mode: 'full',
            grade: 'REJECTED',
            score: null,
            current: true,
            ref: 'c',
          },
        ],
      }),
    ],
  });
}

/** A target in which every foreign text is one of these. */
export function foreignTarget(text: string): ReportTarget {
  const finding: ReportFinding = {
    rule: 'description-promotional',
    code: 'FND-001',
    severity: 'warning',
    message: text,
    hint: text,
    path: text,
    place: { base: 'island', file: text, line: 3 },
  };
  const loss = {
    questionId: text,
    dimension: text,
    score: 1,
    value: 1,
    lost: 1,
    grader: text,
    reasoning: text,
  };
  const node = gradedNode(2, {
    ...{ name: text, reason: text, graders: [text], persona: text, contradiction: text, askedAt: [text] },
    losses: [loss],
    findings: [finding],
    place: { base: 'sources', file: text, line: 1 },
  });
  return targetOf({ target: text, nodes: [node], findings: [finding], decidedBy: [text] });
}

export function sourceOf(
  targets: readonly ReportTarget[],
  failures: readonly Problem[] = [],
): GradingReportSource {
  return {
    tool: { name: 'flowmcp', version: '0.1.0' },
    book: DEFAULT_BOOK,
    versions: {
      gradingSpec: 'gradingSpec/2.0.0',
      scoringSystem: 'scoringSystem/1.0.0',
      gradingSystem: 'gradingSystem/1.0.0',
    },
    generatedAt: '2026-03-03T08:00:00.000Z',
    targets: (async function* () {
      yield* targets;
    })(),
    failures,
    folders: { root: '/home/ada/work', home: '/home/ada' },
  };
}

/** Joins the parts of a report. */
export async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

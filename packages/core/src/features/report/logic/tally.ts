import { SEVERITIES } from '../../../problems/problem.js';
import type { RuleBook } from '../../../spec/books/book.js';
import { NODE_STATUSES, ROLLUP_STATUSES } from '../../../spec/vocabulary.js';
import {
  REPORT_GRADES,
  type ReportNode,
  type ReportNodeKind,
  type ReportSummary,
  type ReportTarget,
} from './grading-report.js';
import { addTarget, createTrend } from './trend.js';

const LOWEST = 1;
const BIN = 0.25;
const BINS = 16;
/** Kinds that take their status from other nodes. */
const STANDING: readonly ReportNodeKind[] = ['schema', 'member'];

/** Checks whether a node is graded directly instead of through the nodes it depends on. */
export function isGradedItself({ kind }: Pick<ReportNode, 'kind'>): boolean {
  return !STANDING.includes(kind);
}

/** Counts targets one by one, so that none has to be kept for the totals. */
export function createTally(book: Pick<RuleBook, 'scoring'>): {
  add(target: ReportTarget): void;
  sum(): ReportSummary;
} {
  const rollups = zeroes(ROLLUP_STATUSES);
  const statuses = zeroes(NODE_STATUSES);
  const grades = zeroes(REPORT_GRADES);
  const findings = zeroes(SEVERITIES);
  const scores = Array.from({ length: BINS }, (_, at) => ({ from: LOWEST + at * BIN, count: 0 }));
  const trend = createTrend(book);
  let [targets, nodes, waiting, inPart] = [0, 0, 0, 0];
  let least: number | null = null;
  return {
    add(target) {
      targets += 1;
      addTarget(trend, target, target.nodes.filter(isGradedItself));
      rollups[target.status] += 1;
      for (const { severity } of target.findings) findings[severity] += 1;
      for (const node of target.nodes) {
        for (const { severity } of node.findings) findings[severity] += 1;
        if (!isGradedItself(node)) continue;
        nodes += 1;
        statuses[node.status] += 1;
        waiting += node.status === 'blocked' && node.waitsFor !== undefined ? 1 : 0;
        grades[REPORT_GRADES.find((grade) => grade === node.grade) ?? 'none'] += 1;
        if (node.coverage !== null) {
          inPart += node.coverage < 1 ? 1 : 0;
          least = Math.min(least ?? 1, node.coverage);
        }
        const bin = node.score === null ? undefined : scores[binOf(node.score)];
        if (bin) bin.count += 1;
      }
    },
    sum: () => ({
      ...{ targets, nodes, rollups, statuses, waiting, grades, scores, findings },
      coverage: { inPart, least },
      trend: trend.points(),
    }),
  };
}

function binOf(score: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor((score - LOWEST) / BIN)));
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

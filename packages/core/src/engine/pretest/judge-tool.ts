import { byCodeUnit } from '../../model/code-unit-order.js';
import type { DocsFact, TestRecord, ToolFacts } from '../../model/facts.js';
import { mergeGathered } from '../../model/gathered.js';
import type { Problem } from '../../model/problem.js';
import type { ToolDefinition, ToolTest } from '../../model/schema-main.js';
import type { SharedLists } from '../../model/shared-list.js';
import { describeProblem, problem } from '../../tables/error-codes.js';
import { countDistinct, possibleParameterSets, workingBar } from '../request/parameter-sets.js';
import type { ClassifiedTest } from './classify-outcome.js';

interface Evidence {
  readonly tool: ToolDefinition;
  readonly lists: SharedLists;
  /** In any order; each record's `test` is the number of its declared test, from 1. */
  readonly tests: readonly ClassifiedTest[];
  readonly docs: DocsFact | null;
  /** Why no test was sent, or null. */
  readonly notRun: Problem | null;
}

/**
 * The facts of one tool: working tests against the bar, and why it is blocked where it is. `working` counts
 * each parameter set once (decision D17), `total` the declared tests. `records` is filled by whoever files them.
 */
export function judgeTool({ tool, lists, tests, docs, notRun }: Evidence): ToolFacts {
  const declared = tool.tests ?? [];
  const bar = workingBar(possibleParameterSets(tool, lists));
  const working = countDistinct(tool, workingTests(declared, tests));
  const blocked = notRun ?? judgeRecords(tests, working, bar);
  return {
    working,
    total: declared.length,
    bar,
    status: blocked ? 'blocked' : 'ok',
    ...(blocked && { reason: describeProblem(blocked).message }),
    ...(blocked?.code === 'DPT-101' && {
      causes: listCauses({ declared: declared.length, tests, working, bar }),
    }),
    docs,
    ...judgeOutput(tests),
    ...listRemarks(tests),
    records: [],
    gathered: mergeGathered([...tests.map(({ record }) => record.gathered), docs?.gathered]),
  };
}

function workingTests(declared: readonly ToolTest[], tests: readonly ClassifiedTest[]): ToolTest[] {
  return tests
    .filter(({ record }) => record.working)
    .map(({ record }) => declared[record.test - 1])
    .filter((test) => test !== undefined);
}

function judgeRecords(tests: readonly ClassifiedTest[], working: number, bar: number): Problem | null {
  if (working >= bar) return null;
  const untold = tests.find((test) => test.untold)?.untold;
  if (untold) return untold;
  const silent = tests.length > 0 && tests.every(({ record }) => record.status === 'unreachable');
  return silent ? problem('DPT-102') : problem('DPT-101', undefined, { bar, working });
}

/** In a few words, so that nobody has to open the records to see what is wrong. */
function listCauses({
  declared,
  tests,
  working,
  bar,
}: {
  declared: number;
  tests: readonly ClassifiedTest[];
  working: number;
  bar: number;
}): string[] {
  const counts = new Map<string, number>();
  for (const { record } of tests) {
    if (!record.working) counts.set(causeOf(record), (counts.get(causeOf(record)) ?? 0) + 1);
  }
  const repeated = tests.filter(({ record }) => record.working).length - working;
  if (repeated > 0) counts.set('same values as another test', repeated);
  const causes = [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]));
  return [
    ...causes.map(([cause, count]) => `${count} × ${cause}`),
    ...(declared < bar ? [`only ${declared} declared`] : []),
  ];
}

function causeOf({ status, httpStatus, error }: TestRecord): string {
  if (status === 'empty') return 'no data';
  if (status === 'http-error' || status === 'transient') return `HTTP ${httpStatus}`;
  if (status === 'unreachable') return 'no answer';
  return error ?? status;
}

function listRemarks(tests: readonly ClassifiedTest[]): Pick<ToolFacts, 'remarks'> {
  const remarks = tests.flatMap(({ record, remarks }) =>
    remarks.map((remark) => ({ test: record.test, ...remark })),
  );
  return remarks.length === 0 ? {} : { remarks };
}

function judgeOutput(tests: readonly ClassifiedTest[]): Pick<ToolFacts, 'outputMatches' | 'outputMismatch'> {
  const judged = tests.filter(({ output }) => output !== null);
  if (judged.length === 0) return { outputMatches: null };
  for (const { record, output } of judged) {
    if (output && !output.matches) {
      return { outputMatches: false, outputMismatch: `test ${record.test}, ${output.where}` };
    }
  }
  return { outputMatches: true };
}

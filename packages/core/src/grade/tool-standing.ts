import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { BlockedCause, Obstacle, SpecRules, TestDepth, ToolShape } from '../spec/books/book.js';
import { DEFAULT_BOOK, isJudgedBy, specOfFacts } from '../spec/books/registered.js';
import type { SchemaFacts, ToolFacts } from '../spec/facts.js';

/** What the tests of a tool have shown, whatever bar it is held to. */
interface Found {
  /** Number of working tests, each parameter set counted once. */
  readonly working: number;
  /** Number of declared tests. */
  readonly total: number;
  /** Why they show nothing of the tool; null if they do. */
  readonly held: Pick<ToolFacts, 'cause' | 'reason'> | null;
  /** Results of the tests that do not count. */
  readonly failures: readonly string[];
}

/** What a specification makes of it. */
type Standing = Pick<ToolFacts, 'bar' | 'status' | 'reason' | 'cause' | 'causes'>;

/**
 * How a tool stands at the bar of a specification. A tool below it is blocked and never rejected, as more tests repair it
 * (spec 06). Failures stay with a tool that the bar of the default rules would block, in case the island gets those.
 */
export function standAt(
  { shape, spec }: { readonly shape: ToolShape; readonly spec: SpecRules },
  { working, total, held, failures }: Found,
): Standing {
  const bar = spec.bar(shape);
  if (held) return { bar, status: 'blocked', ...held };
  if (working >= bar) {
    const isNeeded = failures.length > 0 && working < DEFAULT_BOOK.spec.bar(shape);
    return { bar, status: 'ok', ...(isNeeded && { causes: [...failures] }) };
  }
  const causes = [...failures, ...(total < bar ? [onlyDeclared(total)] : [])];
  return { bar, status: 'blocked', reason: fewTests(bar, working), causes };
}

/** A problem that keeps the tests of a tool from showing anything, as facts hold it. */
export function heldBy(found: Problem): NonNullable<Found['held']> {
  const { code, args } = found;
  return { reason: describeProblem(found).message, cause: { code, ...(args && { args }) } };
}

/**
 * The facts of a tool under another specification: what was found stays, and what follows from it is derived again. A
 * reason without its cause comes from an earlier version; it stays under every specification.
 */
export function judgeAgain(facts: ToolFacts, shape: ToolShape, spec: SpecRules): ToolFacts {
  const { working, total, bar: was, status, reason, cause, causes = [], ...rest } = facts;
  const bar = spec.bar(shape);
  const isHeld = status === 'blocked' && reason !== fewTests(was, working);
  const isFreed = cause !== undefined && working >= bar;
  const held = isHeld && !isFreed ? { reason: reason ?? 'blocked', ...(cause && { cause }) } : null;
  const failures = causes.filter((one) => one !== onlyDeclared(total));
  // Failures stay with a tool that is freed, as another bar may ask for them again.
  const found = failures.length > 0 ? { causes: failures } : {};
  return {
    working,
    total,
    ...found,
    ...standAt({ shape, spec }, { working, total, held, failures }),
    ...rest,
  };
}

/**
 * The facts of a schema as the specification judges them; the same object if it is the one that judged them before.
 *
 * @param shapeOf null for a tool that can no longer be read: its facts stay
 */
export function judgeFacts(
  facts: SchemaFacts,
  spec: SpecRules,
  shapeOf: (tool: string) => ToolShape | null,
): SchemaFacts {
  if (isJudgedBy(facts, spec)) return facts;
  const { gradingSpec: _, ...found } = facts;
  const tools = Object.entries(facts.tools).map(([tool, known]) => {
    const shape = shapeOf(tool);
    return [tool, shape ? judgeAgain(known, shape, spec) : known];
  });
  return { ...found, ...specOfFacts(spec), bar: usualBar(spec), tools: Object.fromEntries(tools) };
}

/** The bar of a tool that takes any values. */
export function usualBar(spec: SpecRules): number {
  return spec.bar({ sets: 'many', required: 1 });
}

/** Every test was sent, but the API did not answer. */
const NO_ANSWER = 'DPT-102';

/**
 * How much the working tests of a tool allow; null if no test was sent, because then nothing is known of it.
 */
export function depthOf({ records, working, cause }: ToolFacts, spec: SpecRules): TestDepth | null {
  const wasSent = working > 0 || cause === undefined || cause.code === NO_ANSWER;
  return records.length > 0 && wasSent ? spec.rung(working) : null;
}

const CAUSES: Readonly<Record<string, BlockedCause>> = { [NO_ANSWER]: 'api-down', 'DPT-111': 'invalid' };

/** What prevents a grader from being asked about a tool; null if nothing is known to. */
export function obstacleOf(facts: ToolFacts | undefined): Obstacle | null {
  if (facts?.status !== 'blocked') return null;
  const { working, bar, reason, causes = [], cause } = facts;
  const text = [reason ?? 'blocked', ...(causes.length > 0 ? [causes.join(', ')] : [])].join(': ');
  const code = cause?.code ?? (reason === fewTests(bar, working) ? FEW_TESTS : undefined);
  return { cause: CAUSES[code ?? ''] ?? 'few-tests', text, ...(code !== undefined && { code }) };
}

const FEW_TESTS = 'DPT-101';

function fewTests(bar: number, working: number): string {
  return describeProblem(problem(FEW_TESTS, undefined, { bar, working })).message;
}

/** Whether a sentence says that a tool has fewer working tests than it needs. */
export function saysFewTests(sentence: string): boolean {
  return /^fewer than \d+ working tests/.test(sentence);
}

function onlyDeclared(total: number): string {
  return `only ${total} declared`;
}

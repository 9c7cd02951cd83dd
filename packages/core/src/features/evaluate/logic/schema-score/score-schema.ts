import type { Problem, Severity } from '../../../../problems/problem.js';
import { isRecord } from '../../../../values/is-record.js';
import type { SchemaFacts, SchemaScore } from '../schema-score.js';

/** Steps of a path as `formatValuePath` writes it. */
const STEP = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

interface Place {
  /** Whether an error is on the value itself. */
  hit: boolean;
  readonly below: Map<string, Place>;
}

/** The most that a part can cost the whole: if this part has no soundness, half of the whole's value is left. */
const SHARE_OF_PART = 0.5;

/**
 * The soundness of a value: 0 if an error is on the value itself; otherwise each part with errors takes away half of
 * what that part has lost. So errors that appear below a fixed one cost less than that one did, and sound parts,
 * however many, change nothing.
 *
 * @param root name of the export that paths begin with; errors elsewhere also count as parts of the whole
 * @param paths of the errors, as `formatValuePath` writes them
 * @returns 0 (an error on the value itself) to 1 (no error)
 */
export function soundnessOf(root: string, paths: readonly string[]): number {
  const top = createPlace();
  for (const path of paths) placeAt(top, stepsOf(path, root)).hit = true;
  return worthOf(top);
}

function createPlace(): Place {
  return { hit: false, below: new Map() };
}

function placeAt(top: Place, steps: readonly string[]): Place {
  return steps.reduce((place, step) => {
    const next = place.below.get(step) ?? createPlace();
    place.below.set(step, next);
    return next;
  }, top);
}

/** A place outside the export counts as a part beside its members. */
function stepsOf(path: string, root: string): string[] {
  if (!path.startsWith(root)) return [path];
  const steps: string[] = [];
  for (STEP.lastIndex = root.length; ; ) {
    const [found, name, index, quoted] = STEP.exec(path) ?? [];
    if (found === undefined) return steps;
    steps.push(name ?? index ?? (JSON.parse(quoted ?? '""') as string));
  }
}

function worthOf(place: Place): number {
  if (place.hit) return 0;
  return [...place.below.values()].reduce(
    (worth, part) => worth * (1 - SHARE_OF_PART * (1 - worthOf(part))),
    1,
  );
}

/** Highest score of a schema that could be read only in part, and of one that the gate refuses. */
const PARTLY_READ = 0.1;
const REFUSED = 0.5;

/** The cost of one remark: a schema whose remarks cost 1 together has half of the cleanness. */
const COST: Readonly<Record<Severity, number>> = { error: 1, warning: 0.1, info: 0.02 };

/**
 * Calculates the score from the facts that code finds in a schema without a request (docs/evaluators.md). Each stage lies above
 * the previous one, so problems that appear once a part can be read, or the gate is passed, never cost more than that
 * step gains. Fixing a problem that reveals no other beside it never lowers the score.
 */
export function scoreSchema(facts: SchemaFacts): SchemaScore {
  const { value, exportName, unread, problems, findings, answers, veto } = facts;
  const nothing = { soundness: null, questions: null, cleanness: null };
  if (veto) return { score: 0, stage: 'vetoed', parts: nothing };
  const root = exportName ?? 'main';
  if (!isRecord(value)) return { score: 0, stage: 'unread', parts: nothing };
  if (unread.length > 0) {
    const soundness = soundnessOf(root, pathsOf(unread));
    return { score: PARTLY_READ * soundness, stage: 'partly-read', parts: { ...nothing, soundness } };
  }
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const soundness = soundnessOf(root, pathsOf(errors));
    const score = PARTLY_READ + (REFUSED - PARTLY_READ) * soundness;
    return { score, stage: 'refused', parts: { ...nothing, soundness } };
  }
  if (!isCallable(value)) {
    return { score: REFUSED, stage: 'empty', parts: { ...nothing, soundness: 1 } };
  }
  const questions = shareOfPassed(answers);
  const cleanness =
    1 / (1 + [...problems, ...findings].reduce((sum, { severity }) => sum + COST[severity], 0));
  const score = REFUSED + (1 - REFUSED) * ((questions + cleanness) / 2);
  return { score, stage: 'valid', parts: { soundness: 1, questions, cleanness } };
}

/** Tools under their old name `routes` are not examined, so they do not count. */
function isCallable({ tools, routes, resources }: Readonly<Record<string, unknown>>): boolean {
  return hasMembers(tools) || (hasMembers(resources) && !hasMembers(routes));
}

function hasMembers(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** A problem without a path concerns the module. */
function pathsOf(problems: readonly Problem[]): string[] {
  return problems.map(({ where }) => where?.path ?? 'module');
}

/** 1 if no question could be answered: n/a is not a failure. */
function shareOfPassed(answers: SchemaFacts['answers']): number {
  const counted = answers.filter(({ score }) => score === 'pass' || score === 'fail');
  const sum = (list: typeof counted) => list.reduce((total, { weight }) => total + weight, 0);
  return counted.length === 0 ? 1 : sum(counted.filter(({ score }) => score === 'pass')) / sum(counted);
}

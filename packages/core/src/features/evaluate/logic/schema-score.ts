import { describeValue } from '../../../problems/describe-issue.js';
import { fatal } from '../../../problems/error-codes.js';
import type { GradingError, Problem, Severity } from '../../../problems/problem.js';
import type { Finding } from '../../../rules/finding.js';
import type { StoredAnswer } from '../../../spec/state.js';
import type { VetoTrigger } from '../../../spec/vocabulary.js';
import { isRecord } from '../../../values/is-record.js';
import { decodeUtf8 } from '../../../values/read-json.js';

/** The score that code alone gives a schema, without making any request: one number with its reasons. */
export interface SchemaScore {
  /** 0 to 1. */
  readonly score: number;
  /**
   * The stage that a schema reaches: `vetoed` and `unread` score 0, `partly-read` at most 0.1, `refused` below 0.5,
   * `empty` (neither tool nor resource, or tools under the old key `routes`) 0.5, `valid` from 0.5 up.
   */
  readonly stage: 'vetoed' | 'unread' | 'partly-read' | 'refused' | 'empty' | 'valid';
  /** The components of the score, each from 0 to 1; null if the stage does not use one. */
  readonly parts: {
    /** 1 if there are no errors; each error lowers the value, and an error higher up in the schema lowers it more. */
    readonly soundness: number | null;
    /** Weighted share of the answered questions that pass. */
    readonly questions: number | null;
    /** 1 if there are no warnings, notes or findings; each of them lowers the value. */
    readonly cleanness: number | null;
  };
}

/** The basis for the score of a schema. */
export interface SchemaFacts {
  /** The exported value; undefined if nothing was read. */
  readonly value: unknown;
  readonly exportName: string | null;
  /** Problems of unreadable parts. */
  readonly unread: readonly Problem[];
  /** All problems of the gate, including those of unreadable parts. */
  readonly problems: readonly Problem[];
  readonly findings: readonly Finding[];
  readonly answers: readonly StoredAnswer[];
  readonly veto: { readonly triggeredBy: VetoTrigger; readonly evidence: string } | null;
}

/** Steps of a path as `formatValuePath` writes it. */
const STEP = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

interface Place {
  /** Whether an error is on the value itself. */
  hit: boolean;
  readonly below: Map<string, Place>;
}

/**
 * The largest share of the whole that one part can cost: if a part has a soundness of 0, half of the whole's value is
 * left.
 */
const SHARE_OF_PART = 0.5;

/**
 * The soundness of a value: 0 if an error is on the value itself; otherwise each part with errors costs half of what
 * the part itself has lost. So if fixing an error reveals errors below it, they cost less than the fixed one did; and
 * sound parts change nothing, however many there are.
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

/** A place outside the export counts as a part on the same level as the export's own parts. */
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

/** Maximum scores for a schema that could be read only in part, and for one that the gate refuses. */
const PARTLY_READ = 0.1;

const REFUSED = 0.5;

/** What one warning, note or finding costs: a schema for which they cost 1 in total has a cleanness of one half. */
const COST: Readonly<Record<Severity, number>> = { error: 1, warning: 0.1, info: 0.02 };

/**
 * Calculates the score from the facts that code finds in a schema without making a request (docs/evaluators.md). Scores
 * rise from stage to stage. A schema that reaches a stage may reveal further problems there, but they never
 * cost more than reaching the stage gains. Fixing a problem never lowers the score unless the fix reveals another
 * problem next to the fixed one.
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

/** Tools under the old key `routes` are not examined, so they do not count. */
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

/**
 * Reads a payload for an evaluator, protocol v2 or v1 (seed 004). Only the candidate is used, and unknown keys are
 * ignored.
 *
 * @param bytes the whole standard input, UTF-8; a byte order mark is skipped
 * @returns the candidate
 * @throws GradingError PLD-001 (not JSON), PLD-002 (not an object, no candidate, another protocol)
 */
export function parsePayload(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === null) throw fatal('PLD-001', undefined, { reason: 'its bytes are not UTF-8' });
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fatal('PLD-001', undefined, { reason: text.trim() === '' ? 'it is empty' : error.message });
  }
  if (!isRecord(payload)) throw misfit('the whole', 'an object', payload);
  const { _protocol_version: version, candidate } = payload;
  if (version !== undefined && version !== 2) throw misfit('_protocol_version', '2, or absent', version);
  if (typeof candidate !== 'string') throw misfit('candidate', 'text', candidate);
  return candidate;
}

function misfit(field: string, expected: string, value: unknown): GradingError {
  return fatal('PLD-002', undefined, { field, expected, found: describeValue(value) });
}

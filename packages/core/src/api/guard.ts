import { describeValue } from '../problems/describe-issue.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { isRecord } from '../values/is-record.js';
import { nearestNames } from '../values/nearest-names.js';
import { errorTexts } from './error-texts.js';
import type { Kind } from './kinds.js';

/**
 * Checks what programs pass to the public functions: an argument that a function does not know, lacks, or cannot use ends
 * the call before anything is done.
 */

/** Reports the arguments of one group of functions, with its own codes. */
export interface ArgumentCodes {
  readonly missing: (field: string, where: { readonly path: string }) => Problem;
  readonly wrongType: 'GRD-002' | 'HSH-002' | 'SNP-002' | 'SL-002' | 'IDX-002' | 'PB-002' | 'LCK-002';
}

/** Codes of a group whose missing argument has a code of its own. */
export function codesOf(
  missing:
    | 'GRD-001'
    | 'PRT-001'
    | 'HSH-001'
    | 'SNP-001'
    | 'SL-001'
    | 'IDX-001'
    | 'PB-001'
    | 'PRE-001'
    | 'EXP-001'
    | 'LCK-001',
  wrongType: ArgumentCodes['wrongType'] = 'GRD-002',
): ArgumentCodes {
  return { missing: (field, where) => problem(missing, where, { field }), wrongType };
}

const USE_CASE = codesOf('GRD-001');

// biome-ignore lint/suspicious/noExplicitAny: any function, whatever it takes
type AnyFunction = (...given: any[]) => unknown;
/** Names of all arguments, of every form that a function takes. */
type Names<Input> = Input extends unknown ? keyof Input : never;
type InputOf<F extends AnyFunction> = Exclude<Parameters<F>[0], undefined>;

/** What one function takes, and what it returns beside `errors` when an argument is refused. */
export type Call<F extends AnyFunction> = {
  readonly takes: { readonly [Name in Names<InputOf<F>>]: Kind };
  readonly refused: Omit<Awaited<ReturnType<F>>, 'errors'>;
  /** Where the codes of the group do not fit. */
  readonly codes?: ArgumentCodes;
} & (ReturnType<F> extends Promise<unknown> ? { readonly waits: true } : { readonly waits?: never });

/** A row for every function that takes arguments. */
export type Calls<Group> = {
  readonly [Name in keyof Group as Group[Name] extends AnyFunction
    ? Parameters<Group[Name]>['length'] extends 0
      ? never
      : Name
    : never]: Group[Name] extends AnyFunction ? Call<Group[Name]> : never;
};

/** A call as `guard` and the tests read it. */
export interface GuardedCall {
  readonly takes: Readonly<Record<string, Kind>>;
  readonly refused: object;
  readonly codes?: ArgumentCodes;
  readonly waits?: true;
}

const guarded = new WeakMap<object, GuardedCall>();

/** The row of a guarded function; undefined for a function without arguments. */
export function callOf(run: object): GuardedCall | undefined {
  return guarded.get(run);
}

/** A group of functions that check their arguments before they do anything. */
export function guard<Group extends object>(group: Group, codes: ArgumentCodes, calls: Calls<Group>): Group {
  const rows: Readonly<Record<string, GuardedCall | undefined>> = calls as never;
  const members = Object.entries(group).map(([name, member]: [string, unknown]) => {
    const row = rows[name];
    return [
      name,
      row && typeof member === 'function' ? guardCall(member as AnyFunction, codes, row) : member,
    ];
  });
  return Object.freeze(Object.fromEntries(members)) as Group;
}

/** One function that checks its arguments before it does anything. */
export function guardOne<F extends AnyFunction>(run: F, codes: ArgumentCodes, call: Call<F>): F {
  return guardCall(run, codes, call as never) as F;
}

/**
 * A use case of the command line that checks its options before it does anything.
 *
 * @throws GradingError GRD-001, GRD-002 or GRD-011 (returned by the promise), as for other unusable options
 */
export function guardUseCase<F extends AnyFunction>(
  run: F,
  takes: { readonly [Name in Names<InputOf<F>>]: Kind },
): F {
  const guardedRun = async (...given: unknown[]) => {
    const { value, problems } = readArguments(given, takes, USE_CASE);
    const [first] = problems;
    if (first) throw new GradingError(first, describeProblem(first).message);
    return run(value);
  };
  return register(guardedRun, run, { takes, refused: {}, waits: true }) as unknown as F;
}

function guardCall(run: AnyFunction, codes: ArgumentCodes, call: GuardedCall): AnyFunction {
  const guardedRun = (...given: unknown[]) => {
    const { value, problems } = readArguments(given, call.takes, call.codes ?? codes);
    if (problems.length === 0) return run(value);
    // A copy each time: what a program adds to one result is not in the next.
    const refused = structuredClone(call.refused);
    const errors = errorTexts(problems);
    const answer = { ...refused, errors, ...('messages' in refused && { messages: [...errors] }) };
    return call.waits ? Promise.resolve(answer) : answer;
  };
  return register(guardedRun, run, call);
}

function register(guardedRun: AnyFunction, run: AnyFunction, call: GuardedCall): AnyFunction {
  guarded.set(guardedRun, call);
  return Object.defineProperty(guardedRun, 'name', { value: run.name });
}

/**
 * Reads every argument once, inherited ones and getters too, and hands on a plain copy: what was checked is what is used.
 */
function readArguments(
  given: readonly unknown[],
  takes: GuardedCall['takes'],
  codes: ArgumentCodes,
): { readonly value: Readonly<Record<string, unknown>>; readonly problems: readonly Problem[] } {
  const [input = {}, ...more] = given;
  if (!isRecord(input) || more.length > 0) {
    const found = more.length > 0 ? `${given.length} arguments` : describeValue(input);
    const args = { expected: 'one object with named arguments', found };
    return { value: {}, problems: [problem(codes.wrongType, { path: '/' }, args)] };
  }
  const known = Object.keys(takes);
  const value = Object.fromEntries(
    known.map((name) => [name, input[name]]).filter(([, found]) => found !== undefined),
  );
  const problems = [
    ...Object.entries(takes).flatMap(([name, kind]) => checkOne(name, kind, { found: value[name], codes })),
    ...namesOf(input)
      .filter((name) => !known.includes(name))
      .map((name) => unknownField(name, known)),
  ];
  return { value, problems };
}

/** Every name that a value or its prototypes list, and its own hidden ones. */
function namesOf(input: object): string[] {
  const names = new Set(Object.getOwnPropertyNames(input));
  for (const name in input) names.add(name);
  return [...names];
}

/** GRD-011, with the known name that may have been meant. */
export function unknownField(name: string, known: readonly string[], above = ''): Problem {
  const [near] = nearestNames(name, known);
  const suggestion = near === undefined ? '' : `; did you mean "${near}"?`;
  return problem('GRD-011', { path: `${above}/${name}` }, { field: name, suggestion });
}

/** Arguments of one form of a call given beside those of another: none of them would have an effect. */
export function besideProblems(
  input: object,
  names: readonly string[],
  { of, code = 'GRD-002' }: { readonly of: string; readonly code?: 'GRD-002' | 'PB-002' },
): Problem[] {
  return Object.entries(input)
    .filter(([name, value]) => names.includes(name) && value !== undefined)
    .map(([name, value]) =>
      problem(code, { path: `/${name}` }, { expected: `nothing beside ${of}`, found: describeValue(value) }),
    );
}

function checkOne(
  name: string,
  kind: Kind,
  { found, codes }: { readonly found: unknown; readonly codes: ArgumentCodes },
): Problem[] {
  const where = { path: `/${name}` };
  if (found === null && kind.isNullable) return [];
  if (found === undefined && kind.isOptional) return [];
  if (found === undefined || (found === null && !kind.isOptional)) return [codes.missing(name, where)];
  if (!kind.is(found)) {
    return [problem(codes.wrongType, where, { expected: kind.what, found: describeValue(found) })];
  }
  const isBlank = kind.isText && !/\S/.test(String(found));
  return isBlank && !kind.isOptional ? [codes.missing(name, where)] : [];
}

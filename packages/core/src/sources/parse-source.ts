import { type Comment, Parser, type Program, tokTypes } from 'acorn';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { createPositions, type Position, type ReadingLimits } from './logic/module-reading.js';

/** The parsed text of a module. Offsets do not include a byte-order mark. */
export interface ParsedSource {
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly position: (offset: number) => Position;
}

/** The syntax tree of a module, or one of the problems SRC-001, SRC-003 or SRC-004. */
export function parseSource(text: string, limits: ReadingLimits): ParsedSource | Problem {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const position = createPositions(source);
  const refusal = findTextRefusal(source, limits, position);
  if (refusal) return refusal;
  const comments: Comment[] = [];
  const program = parseProgram(source, comments, position);
  return 'code' in program ? program : { source, program, comments, position };
}

function findTextRefusal(
  source: string,
  { maxBytes }: ReadingLimits,
  position: (offset: number) => Position,
): Problem | undefined {
  const nul = source.indexOf('\0');
  if (nul >= 0) return problem('SRC-004', position(nul), { found: 'a NUL byte' });
  // The length in UTF-16 units never exceeds the length in UTF-8 bytes.
  if (source.length > maxBytes) return problem('SRC-003', {}, { limit: `${maxBytes} bytes` });
  return undefined;
}

function parseProgram(
  source: string,
  comments: Comment[],
  position: (offset: number) => Position,
): Program | Problem {
  try {
    return parseBounded(source, comments);
  } catch (error) {
    if (error instanceof BeyondParser) {
      return problem('SRC-003', position(error.pos), { limit: error.limit });
    }
    if (!(error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number')) throw error;
    const where = position(error.pos);
    return problem('SRC-001', where, { reason: error.message.replace(/ \(\d+:\d+\)$/, '') });
  }
}

/** Limit on the total cost of nested parser steps: about 160 levels of any construct, or a chain of 4,000 operands. */
const BUDGET = 4_000;
const COST_OF_OPERAND = 1;

/** Every method through which the parser calls itself, with its approximate share of the stack. */
const COSTS: Readonly<Record<string, number>> = {
  parseStatement: 10,
  parseMaybeAssign: 10,
  parseMaybeUnary: 10,
  parseExprAtom: 5,
  parseBindingAtom: 10,
  regexp_disjunction: 10,
};

/**
 * Maximum number of named groups in the regular expressions of a module: acorn compares each new name with all earlier
 * ones.
 */
const MAX_NAMED_GROUPS = 1_000;
/** A scope with up to this many names is searched name by name; nearly every scope is that small. */
const FEW_NAMES = 16;

/** Thrown if a module exceeds a limit of the parser; `limit` completes the sentence "this is more than …". */
class BeyondParser extends Error {
  readonly pos: number;
  readonly limit: string;

  constructor(pos: number, limit: string) {
    super(limit);
    this.pos = pos;
    this.limit = limit;
  }
}

/** The names of a scope, with an index, because acorn searches them for each new name and each export. */
class ScopeNames extends Array<string> {
  #places: Map<string, number> | null = null;

  override push(name: string): number {
    if (this.length === FEW_NAMES) this.#places = new Map(this.map((one, at): [string, number] => [one, at]));
    if (this.#places && !this.#places.has(name)) this.#places.set(name, this.length);
    return super.push(name);
  }

  override indexOf(name: string): number {
    return this.#places ? (this.#places.get(name) ?? -1) : super.indexOf(name);
  }
}

/**
 * acorn with a limit on its recursion, and without work that grows with the square of the input. acorn itself stops
 * only when the stack overflows. If the engine has to compile a regular expression close to that point, it does not
 * throw an error but ends the process.
 */
class BoundedParser extends Parser {
  spent = 0;
  /** The chain of operators being read; `next` is the operand at which reading continues. */
  sum: { readonly start: unknown; readonly level: unknown; next: unknown } | null = null;
  namedGroups = 0;
  declare readonly pos: number;
  declare readonly scopeStack: Record<'var' | 'lexical' | 'functions', string[]>[];
}

type Step = (this: BoundedParser, ...given: unknown[]) => unknown;

for (const [name, cost] of Object.entries(COSTS)) {
  const step = stepOf(name);
  const bounded: Step = function (this: BoundedParser, a, b, c, d) {
    spend(this, cost);
    // An error ends the whole parser, so the cost need not be restored after one.
    const result = step.call(this, a, b, c, d);
    this.spent -= cost;
    return result;
  };
  Reflect.set(BoundedParser.prototype, name, bounded);
}

/** acorn reads one operand of a chain and calls itself for the rest; this loop replaces that recursion. */
const readOperand = stepOf('parseExprOp');
const readSum: Step = function (this: BoundedParser, left, start, place, level, forInit) {
  const outer = this.sum;
  if (outer !== null && outer.start === start && outer.level === level) {
    outer.next = left;
    return left;
  }
  const own = { start, level, next: left as unknown };
  this.sum = own;
  let result = left;
  let operands = 0;
  while (own.next !== null) {
    const sofar = own.next;
    own.next = null;
    spend(this, COST_OF_OPERAND);
    operands += 1;
    result = readOperand.call(this, sofar, start, place, level, forInit);
  }
  this.spent -= operands * COST_OF_OPERAND;
  this.sum = outer;
  return result;
};
Reflect.set(BoundedParser.prototype, 'parseExprOp', readSum);

const enterScope = stepOf('enterScope');
const enterNamed: Step = function (this: BoundedParser, flags) {
  enterScope.call(this, flags);
  const scope = this.scopeStack.at(-1);
  if (scope)
    Object.assign(scope, { var: new ScopeNames(), lexical: new ScopeNames(), functions: new ScopeNames() });
};
Reflect.set(BoundedParser.prototype, 'enterScope', enterNamed);

const readGroupName = stepOf('regexp_eatGroupName');
const countGroupName: Step = function (this: BoundedParser, state) {
  this.namedGroups += 1;
  if (this.namedGroups > MAX_NAMED_GROUPS) {
    throw new BeyondParser(this.pos, `${MAX_NAMED_GROUPS} named groups in regular expressions`);
  }
  return readGroupName.call(this, state);
};
Reflect.set(BoundedParser.prototype, 'regexp_eatGroupName', countGroupName);

/** Not an error: thrown to leave acorn's reading of a regular expression once its syntax has been checked. */
class ValidExpression {
  readonly source: string;
  readonly flags: string;

  constructor({ source, flags }: { readonly source: string; readonly flags: string }) {
    this.source = source;
    this.flags = flags;
  }
}

/**
 * acorn itself would now have the engine compile each regular expression, for a value that is never used here. Each
 * `\p{…}` takes up to 1 MB to compile.
 */
const validatePattern = stepOf('validateRegExpPattern');
const validateOnly: Step = function (this: BoundedParser, state) {
  validatePattern.call(this, state);
  throw new ValidExpression(state as ValidExpression);
};
Reflect.set(BoundedParser.prototype, 'validateRegExpPattern', validateOnly);

const readExpression = stepOf('readRegexp');
const readUncompiled: Step = function (this: BoundedParser) {
  try {
    return readExpression.call(this);
  } catch (found) {
    if (!(found instanceof ValidExpression)) throw found;
    const { source: pattern, flags } = found;
    return stepOf('finishToken').call(this, tokTypes.regexp, { pattern, flags, value: null });
  }
};
Reflect.set(BoundedParser.prototype, 'readRegexp', readUncompiled);

function stepOf(name: string): Step {
  const step: unknown = Reflect.get(Parser.prototype, name);
  if (typeof step !== 'function') throw new Error(`this acorn has no ${name}`);
  return step as Step;
}

function spend(parser: BoundedParser, cost: number): void {
  parser.spent += cost;
  if (parser.spent > BUDGET) throw new BeyondParser(parser.pos, 'nesting that a parser can handle');
}

/**
 * Parses a module into its syntax tree.
 *
 * @throws SyntaxError from acorn, with `pos`, or BeyondParser
 */
export function parseBounded(source: string, comments: Comment[]): Program {
  return BoundedParser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
}

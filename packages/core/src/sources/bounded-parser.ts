import { type Comment, Parser, type Program } from 'acorn';

/** What the steps of one inside the other may cost: some 160 levels of anything, or a sum of 4,000. */
const BUDGET = 4_000;
const COST_OF_OPERAND = 1;

/** Every way in which the parser comes to call itself, and what it takes of the stack, roughly. */
const COSTS: Readonly<Record<string, number>> = {
  parseStatement: 10,
  parseMaybeAssign: 10,
  parseMaybeUnary: 10,
  parseExprAtom: 5,
  parseBindingAtom: 10,
  regexp_disjunction: 10,
};

/** Names of groups that are read in the regular expressions of a module: acorn holds each against all of its name. */
const MAX_NAMED_GROUPS = 1_000;
/** Names up to which a scope is searched one by one: nearly every scope there is. */
const FEW_NAMES = 16;

/** What goes beyond what is parsed; `limit` completes "this is more than …". */
export class BeyondParser extends Error {
  readonly pos: number;
  readonly limit: string;

  constructor(pos: number, limit: string) {
    super(limit);
    this.pos = pos;
    this.limit = limit;
  }
}

/** Names of a scope. acorn asks for each new one, and for each export, whether it is there. */
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
 * acorn, with an end to how deep it calls itself, and without work that grows with the square of what it reads. Its own
 * end is that of the stack, and close to that the engine may have to compile a regular expression: for this it has no
 * error, it ends the process.
 */
class BoundedParser extends Parser {
  spent = 0;
  /** The sum that is being read; `next` is what it has come to, where it goes on. */
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
    // An error ends the parser as a whole, so nothing has to be put right after one.
    const result = step.call(this, a, b, c, d);
    this.spent -= cost;
    return result;
  };
  Reflect.set(BoundedParser.prototype, name, bounded);
}

/** Of a sum acorn reads one operand, and then calls itself for the rest: here it is called again instead. */
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
    throw new BeyondParser(this.pos, `${MAX_NAMED_GROUPS} names of groups in regular expressions`);
  }
  return readGroupName.call(this, state);
};
Reflect.set(BoundedParser.prototype, 'regexp_eatGroupName', countGroupName);

function stepOf(name: string): Step {
  const step: unknown = Reflect.get(Parser.prototype, name);
  if (typeof step !== 'function') throw new Error(`this acorn has no ${name}`);
  return step as Step;
}

function spend(parser: BoundedParser, cost: number): void {
  parser.spent += cost;
  if (parser.spent > BUDGET) throw new BeyondParser(parser.pos, 'what a parser can nest');
}

/**
 * The syntax tree of a module.
 *
 * @throws SyntaxError of acorn, with `pos`; BeyondParser
 */
export function parseBounded(source: string, comments: Comment[]): Program {
  return BoundedParser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
}

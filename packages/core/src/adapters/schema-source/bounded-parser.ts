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

/** What is nested deeper than is read. */
export class NestedTooDeep extends Error {
  readonly pos: number;

  constructor(pos: number) {
    super('nested too deep');
    this.pos = pos;
  }
}

/**
 * acorn, with an end to how deep it calls itself. Its own end is that of the stack, and close to that the engine may
 * have to compile a regular expression: for this it has no error, it ends the process.
 */
class BoundedParser extends Parser {
  spent = 0;
  /** The sum that is being read; `next` is what it has come to, where it goes on. */
  sum: { readonly start: unknown; readonly level: unknown; next: unknown } | null = null;
  declare readonly pos: number;
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

function stepOf(name: string): Step {
  const step: unknown = Reflect.get(Parser.prototype, name);
  if (typeof step !== 'function') throw new Error(`this acorn has no ${name}`);
  return step as Step;
}

function spend(parser: BoundedParser, cost: number): void {
  parser.spent += cost;
  if (parser.spent > BUDGET) throw new NestedTooDeep(parser.pos);
}

/**
 * The syntax tree of a module.
 *
 * @throws SyntaxError of acorn, with `pos`; NestedTooDeep
 */
export function parseBounded(source: string, comments: Comment[]): Program {
  return BoundedParser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
}

import { bindPattern } from './bind.js';
import { callMethod } from './calls.js';
import { evaluateTest, stops } from './conditions.js';
import type { Frame, Interpreter, Site } from './frame.js';
import { callNamed } from './language.js';
import type { Argument, Call, Expression, FunctionNode, Pattern, Statement } from './syntax.js';
import {
  assign,
  choices,
  either,
  itemsOf,
  joinTexts,
  lookUp,
  memberValue,
  newScope,
  record,
  type Scope,
  scalar,
  scalarsIn,
  UNKNOWN,
  type Value,
  wantsIn,
} from './values.js';
import { itemOf, newWant, type Scalar } from './wants.js';

/** A module is small; whatever takes longer than this is not followed to its end. */
const MOST_STEPS = 400_000;
const DEEPEST_CALL = 30;
const MOST_RECURSIONS = 2;

/**
 * Follows the code of a handler without running it: every branch once, every loop once, local functions into their
 * bodies. It notes on each part of an answer how the code uses it. Nothing of it is exact, and nothing has to be: what
 * it overlooks is missing in the answer, and then the handler says so.
 */
export class Following implements Interpreter {
  readonly sites: Site[] = [];
  #steps = 0;
  readonly #active: FunctionNode[] = [];

  block(statements: readonly Statement[], outer: Frame, own = false): void {
    const frame = own ? outer : { ...outer, scope: newScope(outer.scope, outer.depth) };
    for (const statement of statements) {
      if (statement.type !== 'FunctionDeclaration') continue;
      frame.scope.names.set(statement.id.name, { kind: 'function', node: statement, scope: frame.scope });
    }
    for (const statement of statements) this.statement(statement, frame);
  }

  statement(node: Statement, frame: Frame): void {
    this.#steps += 1;
    const deeper = { ...frame, depth: frame.depth + 1 };
    switch (node.type) {
      case 'ExpressionStatement':
        this.evaluate(node.expression, frame);
        return;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          bindPattern(this, id, init ? this.evaluate(init, frame) : UNKNOWN, frame);
        }
        return;
      case 'ExportNamedDeclaration':
        if (node.declaration && node.declaration.type !== 'ClassDeclaration')
          this.statement(node.declaration, frame);
        return;
      case 'ReturnStatement':
        if (node.argument && frame.chooses) evaluateTest(this, node.argument, frame, true);
        else if (node.argument) frame.returns.push(this.evaluate(node.argument, frame));
        return;
      case 'BlockStatement':
        this.block(node.body, frame);
        return;
      case 'IfStatement':
        evaluateTest(this, node.test, frame, stops(node.consequent) ? false : null);
        this.statement(node.consequent, deeper);
        if (node.alternate) this.statement(node.alternate, deeper);
        return;
      case 'TryStatement':
        this.block(node.block.body, frame);
        if (node.handler) this.block(node.handler.body.body, deeper);
        if (node.finalizer) this.block(node.finalizer.body, frame);
        return;
      case 'ThrowStatement':
        this.evaluate(node.argument, frame);
        return;
      case 'SwitchStatement':
        this.#switch(node, deeper);
        return;
      default:
        this.#loop(node, frame, deeper);
    }
  }

  #switch(node: Extract<Statement, { type: 'SwitchStatement' }>, frame: Frame): void {
    const wants = wantsIn(this.evaluate(node.discriminant, frame));
    for (const { test, consequent } of node.cases) {
      const values = test ? scalarsIn(this.evaluate(test, frame)) : [];
      for (const want of wants) for (const value of values) want.values.add(value);
      this.block(consequent, frame);
    }
  }

  #loop(node: Statement, frame: Frame, deeper: Frame): void {
    const inner = { ...deeper, scope: newScope(frame.scope, frame.depth) };
    switch (node.type) {
      case 'ForOfStatement':
      case 'ForInStatement': {
        const over = this.evaluate(node.right, frame);
        const item = node.type === 'ForOfStatement' ? itemsOf(over) : keysOf(over);
        const { left } = node;
        bindPattern(this, left.type === 'VariableDeclaration' ? firstOf(left) : left, item, inner);
        this.statement(node.body, inner);
        return;
      }
      case 'ForStatement':
        if (node.init?.type === 'VariableDeclaration') this.statement(node.init, inner);
        else if (node.init) this.evaluate(node.init, inner);
        if (node.test) this.evaluate(node.test, inner);
        this.statement(node.body, inner);
        if (node.update) this.evaluate(node.update, inner);
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.evaluate(node.test, inner);
        this.statement(node.body, inner);
        return;
      case 'LabeledStatement':
        this.statement(node.body, frame);
        return;
      default:
    }
  }

  evaluate(node: Expression | Argument, frame: Frame): Value {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) return UNKNOWN;
    switch (node.type) {
      case 'Literal':
        return literal(node);
      case 'Identifier':
        return lookUp(frame.scope, node.name) ?? named(node.name);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return { kind: 'function', node, scope: frame.scope };
      case 'MemberExpression':
        return this.#member(node, frame);
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.evaluate(node.expression, frame);
      case 'AwaitExpression':
        return this.evaluate(node.argument, frame);
      case 'SpreadElement':
        return itemsOf(this.evaluate(node.argument, frame));
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, frame);
      case 'ObjectExpression':
        return this.#object(node, frame);
      case 'ArrayExpression':
        return this.#array(node, frame);
      case 'AssignmentExpression':
        return this.#assign(node, frame);
      case 'TemplateLiteral':
        return this.#template(node, frame);
      case 'BinaryExpression':
        return this.#binary(node, frame);
      case 'LogicalExpression': {
        const left = node.operator === '&&' ? null : this.evaluate(node.left, frame);
        if (!left) evaluateTest(this, node.left, frame, null);
        return either(left, this.evaluate(node.right, frame));
      }
      case 'ConditionalExpression':
        evaluateTest(this, node.test, frame, null);
        return either(this.evaluate(node.consequent, frame), this.evaluate(node.alternate, frame));
      case 'UnaryExpression':
      case 'UpdateExpression':
        return this.#unary(node, frame);
      case 'SequenceExpression':
        return node.expressions.map((one) => this.evaluate(one, frame)).at(-1) ?? UNKNOWN;
      default:
        return UNKNOWN;
    }
  }

  #unary(node: Extract<Expression, { type: 'UnaryExpression' | 'UpdateExpression' }>, frame: Frame): Value {
    const value = this.evaluate(node.argument, frame);
    const isNumber = node.operator === '+' || node.operator === '-';
    if (isNumber) for (const want of wantsIn(value)) want.uses.add('number');
    if (node.operator === '-') return scalar(...scalarsIn(value).map((one) => -Number(one)));
    return isNumber ? value : UNKNOWN;
  }

  #member(node: Extract<Expression, { type: 'MemberExpression' }>, frame: Frame): Value {
    if (node.object.type === 'Super') return UNKNOWN;
    const object = this.evaluate(node.object, frame);
    const { property } = node;
    if (!node.computed && property.type === 'Identifier') return memberValue(object, property.name);
    if (property.type === 'PrivateIdentifier') return UNKNOWN;
    return this.#memberBy(object, this.evaluate(property, frame));
  }

  #memberBy(object: Value, key: Value): Value {
    const names = scalarsIn(key).filter((name) => name !== null);
    if (names.length > 0) return either(...names.map((name) => memberValue(object, String(name))));
    return either(
      ...choices(object).map((one): Value => {
        if (one.kind === 'want') return { kind: 'want', want: itemOf(one.want, 'indexed') };
        if (one.kind === 'list') return one.item;
        if (one.kind !== 'record') return UNKNOWN;
        return either(...one.members.values(), one.rest);
      }),
    );
  }

  #object(node: Extract<Expression, { type: 'ObjectExpression' }>, frame: Frame): Value {
    const made = record();
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.evaluate(property.argument, frame);
        for (const one of choices(spread)) {
          if (one.kind === 'record') for (const [name, value] of one.members) made.members.set(name, value);
        }
        made.spread = either(made.spread, spread);
        continue;
      }
      const value = this.evaluate(property.value, frame);
      const names = this.#keys(property.key, property.computed, frame);
      for (const name of names) made.members.set(name, value);
      if (names.length === 0) made.rest = either(made.rest, value);
    }
    return made;
  }

  #keys(key: Expression | { type: 'PrivateIdentifier' }, computed: boolean, frame: Frame): string[] {
    if (key.type === 'PrivateIdentifier') return [];
    if (!computed && key.type === 'Identifier') return [key.name];
    return scalarsIn(this.evaluate(key, frame)).map(String);
  }

  #array(node: Extract<Expression, { type: 'ArrayExpression' }>, frame: Frame): Value {
    const at = node.elements.map((one) => (one ? this.evaluate(one, frame) : UNKNOWN));
    const isPlain = node.elements.every((one) => one?.type !== 'SpreadElement');
    return { kind: 'list', at: isPlain ? at : null, item: either(...at) };
  }

  #template(node: Extract<Expression, { type: 'TemplateLiteral' }>, frame: Frame): Value {
    const parts = node.quasis.flatMap(({ value }, at): Value[] => {
      const inside = node.expressions[at];
      const text = scalar(value.cooked ?? value.raw);
      return inside ? [text, this.evaluate(inside, frame)] : [text];
    });
    return joinTexts(parts);
  }

  #binary(node: Extract<Expression, { type: 'BinaryExpression' }>, frame: Frame): Value {
    if (/^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(node.operator)) {
      evaluateTest(this, node, frame, null);
      return UNKNOWN;
    }
    if (node.left.type === 'PrivateIdentifier') return UNKNOWN;
    const [left, right] = [this.evaluate(node.left, frame), this.evaluate(node.right, frame)];
    if (node.operator === '+') return joinTexts([left, right]);
    for (const want of [...wantsIn(left), ...wantsIn(right)]) want.uses.add('number');
    return UNKNOWN;
  }

  #assign(node: Extract<Expression, { type: 'AssignmentExpression' }>, frame: Frame): Value {
    const { left } = node;
    const given = this.evaluate(node.right, frame);
    const isPlain = node.operator === '=';
    if (left.type === 'Identifier') {
      const before = isPlain ? null : lookUp(frame.scope, left.name);
      assign(frame.scope, left.name, either(before, given), frame.depth);
    } else if (left.type === 'MemberExpression') this.#write(left, given, frame);
    else bindPattern(this, left, given, frame);
    return given;
  }

  #write(left: Extract<Expression, { type: 'MemberExpression' }>, given: Value, frame: Frame): void {
    if (left.object.type === 'Super') return;
    const names = this.#keys(left.property, left.computed, frame);
    for (const one of choices(this.evaluate(left.object, frame))) {
      if (one.kind === 'list') one.item = either(one.item, given);
      if (one.kind !== 'record') continue;
      for (const name of names) one.members.set(name, either(one.members.get(name), given));
      if (names.length === 0) one.rest = either(one.rest, given);
    }
  }

  #call(node: Call, frame: Frame): Value {
    const { callee } = node;
    if (callee.type === 'Super') return UNKNOWN;
    const args = () => node.arguments.map((one) => this.evaluate(one, frame));
    const chained = callee.type === 'ChainExpression' ? callee.expression : callee;
    if (chained.type === 'MemberExpression' && chained.object.type !== 'Super') {
      const object = this.evaluate(chained.object, frame);
      const [name] = this.#keys(chained.property, chained.computed, frame);
      if (name !== undefined) return callMethod(this, { object, name, args: args(), frame });
    }
    return this.apply(this.evaluate(callee, frame), args(), frame);
  }

  /** What a call gives: of local functions what they return, of others what is known of them. */
  apply(callee: Value, args: readonly Value[], frame: Frame): Value {
    return either(
      ...choices(callee).map((one) => {
        if (one.kind === 'function') return this.#enter(one.node, one.scope, args, frame);
        return one.kind === 'builtin' ? callNamed(this, { name: one.name, args, frame }) : UNKNOWN;
      }),
    );
  }

  #enter(node: FunctionNode, scope: Scope, args: readonly Value[], { depth }: Frame): Value {
    const isDeep = this.#active.length >= DEEPEST_CALL;
    if (isDeep || this.#active.filter((one) => one === node).length >= MOST_RECURSIONS) return UNKNOWN;
    this.#active.push(node);
    const inner = this.#open(node, scope, args, depth);
    if (node.body.type === 'BlockStatement') this.block(node.body.body, inner, true);
    else inner.returns.push(this.evaluate(node.body, inner));
    this.#active.pop();
    return either(...inner.returns);
  }

  choose({ node, scope }: Extract<Value, { kind: 'function' }>, args: readonly Value[], frame: Frame): void {
    const inner = { ...this.#open(node, scope, args, frame.depth), chooses: true };
    if (node.body.type === 'BlockStatement') this.block(node.body.body, inner, true);
    else evaluateTest(this, node.body, inner, true);
  }

  #open(node: FunctionNode, scope: Scope, args: readonly Value[], depth: number): Frame {
    const inner: Frame = { scope: newScope(scope, depth), depth, returns: [], chooses: false };
    for (const [at, parameter] of node.params.entries()) {
      const isRest = parameter.type === 'RestElement';
      const rest = (): Value => ({ kind: 'list', at: args.slice(at), item: either(...args.slice(at)) });
      bindPattern(
        this,
        isRest ? parameter.argument : parameter,
        isRest ? rest() : (args[at] ?? UNKNOWN),
        inner,
      );
    }
    return inner;
  }

  /** Notes a request; its answer is what the code makes of it. */
  request(pieces: readonly string[]): Value {
    const want = newWant();
    this.sites.push({ pieces, want });
    return { kind: 'answer', want };
  }
}

function named(name: string): Value {
  return name === 'undefined' || name === 'NaN' ? UNKNOWN : { kind: 'builtin', name };
}

function literal(node: Extract<Expression, { type: 'Literal' }>): Value {
  if (node.regex) return { kind: 'regex', source: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  const isScalar = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar ? scalar(value as Scalar) : UNKNOWN;
}

function keysOf(value: Value): Value {
  for (const want of wantsIn(value)) itemOf(want, 'entries');
  return UNKNOWN;
}

function firstOf({ declarations }: { declarations: readonly { readonly id: Pattern }[] }): Pattern {
  const [first] = declarations;
  if (!first) throw new Error('a loop declares a variable');
  return first.id;
}

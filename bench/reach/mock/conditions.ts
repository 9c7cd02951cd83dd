import type { Frame, Interpreter } from './frame.js';
import type { Expression, Statement } from './syntax.js';
import { scalarsIn, type Value, wantsIn } from './values.js';
import { memberOf, type Scalar, type Want } from './wants.js';

type Binary = Extract<Expression, { type: 'BinaryExpression' }>;

/**
 * Evaluates a condition. `wish` says how it has to come out for the code to go on; null: both ways are fine. A `===`
 * that has to hold makes the other side a value of the answer, one that must not makes it a value to avoid.
 */
export function evaluateTest(
  interpreter: Interpreter,
  node: Expression,
  frame: Frame,
  wish: boolean | null,
): void {
  switch (node.type) {
    case 'UnaryExpression':
      if (node.operator === '!')
        evaluateTest(interpreter, node.argument, frame, wish === null ? null : !wish);
      else interpreter.evaluate(node, frame);
      return;
    case 'LogicalExpression':
      evaluateTest(interpreter, node.left, frame, wish);
      evaluateTest(interpreter, node.right, frame, wish);
      return;
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      evaluateTest(interpreter, node.expression, frame, wish);
      return;
    case 'BinaryExpression':
      if (/^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(node.operator)) compare(interpreter, node, frame, wish);
      else interpreter.evaluate(node, frame);
      return;
    case 'CallExpression':
      callTest(interpreter, node, frame, wish);
      return;
    default: {
      const value = interpreter.evaluate(node, frame);
      for (const want of wantsIn(value)) {
        if (wish === false) want.unwanted = true;
        else want.uses.add('read');
      }
    }
  }
}

function compare(interpreter: Interpreter, node: Binary, frame: Frame, wish: boolean | null): void {
  const { operator, left } = node;
  if (left.type === 'PrivateIdentifier') return;
  if (left.type === 'UnaryExpression' && left.operator === 'typeof') {
    const wants = wantsIn(interpreter.evaluate(left.argument, frame));
    const [type] = scalarsIn(interpreter.evaluate(node.right, frame));
    const isWished = wish !== null && operator.startsWith('=') === wish;
    if (isWished) for (const want of wants) noteType(want, type);
    return;
  }
  const [one, other] = [interpreter.evaluate(left, frame), interpreter.evaluate(node.right, frame)];
  if (operator === 'in') {
    const names = scalarsIn(one).map(String);
    if (wish !== false) for (const want of wantsIn(other)) for (const name of names) memberOf(want, name);
  } else if (operator.startsWith('=') || operator.startsWith('!')) {
    const isEqual = operator.startsWith('=') === (wish ?? true);
    if (wish === null && !isEqual) return;
    equate(one, other, isEqual);
    equate(other, one, isEqual);
  } else orderNumbers({ one, other, operator }, wish);
}

function noteType(want: Want, type: Scalar | undefined): void {
  if (type === 'string') want.uses.add('text');
  if (type === 'number') want.uses.add('number');
}

function equate(value: Value, other: Value, isEqual: boolean): void {
  const scalars = scalarsIn(other);
  for (const want of wantsIn(value)) {
    for (const one of scalars) {
      if (!isEqual) want.avoided.add(one);
      else if (one !== null) want.values.add(one);
    }
  }
}

/** A number that is on the wished side of the other one. */
function orderNumbers(
  { one, other, operator }: { one: Value; other: Value; operator: string },
  wish: boolean | null,
): void {
  for (const want of [...wantsIn(one), ...wantsIn(other)]) want.uses.add('number');
  if (wish === null) return;
  const isMore = operator.startsWith('>') === wish;
  for (const want of wantsIn(one)) {
    for (const bound of scalarsIn(other)) {
      if (typeof bound === 'number') want.values.add(isMore ? bound + 1 : bound - 1);
    }
  }
}

/** `list.includes(value)`, `text.startsWith('…')`, `Array.isArray(value)`. */
function callTest(
  interpreter: Interpreter,
  node: Extract<Expression, { type: 'CallExpression' }>,
  frame: Frame,
  wish: boolean | null,
): void {
  interpreter.evaluate(node, frame);
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
  const [argument] = node.arguments;
  if (wish === null || !argument || callee.object.type === 'Super') return;
  const { name } = callee.property;
  if (name === 'isArray') {
    if (wish) for (const want of wantsIn(interpreter.evaluate(argument, frame))) want.uses.add('list');
  } else if (/^(?:includes|startsWith|endsWith|has)$/.test(name)) {
    const object = interpreter.evaluate(callee.object, frame);
    const given = interpreter.evaluate(argument, frame);
    equate(object, given, wish);
    for (const list of object.kind === 'list' ? [object.item] : []) equate(given, list, wish);
  }
}

/** Whether a branch ends what the code does: it throws, leaves, or reports a failure. */
export function stops(node: Statement): boolean {
  switch (node.type) {
    case 'ThrowStatement':
    case 'ReturnStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return true;
    case 'BlockStatement':
      return node.body.some(stops);
    case 'ExpressionStatement':
      return reportsFailure(node.expression);
    default:
      return false;
  }
}

/** `struct.status = false`. */
function reportsFailure(node: Expression): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return false;
  const { property } = node.left;
  const name =
    property.type === 'Identifier' ? property.name : property.type === 'Literal' ? property.value : '';
  return name === 'status' && node.right.type === 'Literal' && node.right.value === false;
}

import type {
  AnyNode,
  ArrayExpression,
  BinaryExpression,
  Expression,
  Identifier,
  MemberExpression,
  ObjectExpression,
  Property,
  TemplateLiteral,
  UnaryExpression,
} from 'acorn';
import type { EvaluationSession } from './evaluation-session.js';
import { findMember, listMembers, type PlacedValue, placeComposite, placePrimitive } from './placed-value.js';

/** Reasons why a construct is not read; each completes a sentence that begins with "main.x". */
const REASONS: Partial<Record<AnyNode['type'], string>> = {
  CallExpression: 'calls a function',
  NewExpression: 'creates an object with new',
  ImportExpression: 'imports a module',
  AwaitExpression: 'waits for a result',
  TaggedTemplateExpression: 'calls a function on a template',
  ConditionalExpression: 'chooses a value by a condition',
  LogicalExpression: 'chooses a value by a condition',
  AssignmentExpression: 'assigns a variable',
  UpdateExpression: 'changes a variable',
  SequenceExpression: 'lists several expressions',
  ChainExpression: 'reads a member by optional chaining',
  ThisExpression: 'uses this',
  MetaProperty: 'refers to the module itself',
};

/** Constructs that can never be JSON; chapter 09 of the Schemas-Spec refuses them with SEC017. */
const NO_DATA: Partial<Record<AnyNode['type'], string>> = {
  FunctionExpression: 'a function',
  ArrowFunctionExpression: 'a function',
  FunctionDeclaration: 'a function',
  ClassExpression: 'a class',
  ClassDeclaration: 'a class',
};

function describeConstruct(node: AnyNode): string {
  return REASONS[node.type] ?? 'is written in a way that requires the module to run';
}

/** Describes a node that can never be data; returns undefined for any other node. */
function describeNoData(node: AnyNode): string | undefined {
  return NO_DATA[node.type];
}

/** Value of a literal expression; undefined if it was refused as a whole (the session records the reason). */
export function evaluateLiteral(session: EvaluationSession, node: Expression): PlacedValue | undefined {
  if (!session.enter(node)) return undefined;
  const placed = evaluateByType(session, node);
  session.leave();
  return placed;
}

function evaluateByType(session: EvaluationSession, node: Expression): PlacedValue | undefined {
  switch (node.type) {
    case 'Literal':
      if (node.regex) return session.refuseData(node, 'a regular expression');
      if (typeof node.value === 'bigint') return session.refuseData(node, 'a bigint');
      return session.charge(node, placePrimitive(node.value, node.start));
    case 'TemplateLiteral':
      return evaluateTemplate(session, node);
    case 'ArrayExpression':
      return evaluateArray(session, node);
    case 'ObjectExpression':
      return evaluateObject(session, node);
    case 'UnaryExpression':
      return evaluateUnary(session, node);
    case 'BinaryExpression':
      return evaluateSum(session, node);
    case 'Identifier':
    case 'MemberExpression': {
      const found = resolveReference(session, node);
      return found && session.charge(node, found, found.size);
    }
    default: {
      const noData = describeNoData(node);
      return noData ? session.refuseData(node, noData) : session.refuse(node, describeConstruct(node));
    }
  }
}

function evaluateTemplate(session: EvaluationSession, node: TemplateLiteral): PlacedValue | undefined {
  let text = node.quasis[0]?.value.cooked ?? '';
  for (const [at, expression] of node.expressions.entries()) {
    const part = evaluatePrimitive(session, expression);
    if (!part) return undefined;
    text += `${part.value}${node.quasis[at + 1]?.value.cooked ?? ''}`;
    if (!session.holdsText(node, text)) return undefined;
  }
  return session.charge(node, placePrimitive(text, node.start));
}

function evaluateArray(session: EvaluationSession, node: ArrayExpression): PlacedValue | undefined {
  const members: (PlacedValue | undefined)[] = [];
  for (const element of node.elements) {
    if (element?.type === 'SpreadElement') {
      const spread = evaluateLiteral(session, element.argument);
      if (!spread) return undefined;
      if (!spread.members || spread.keys)
        return session.refuse(element, 'spreads a value that is not a list');
      // Refusals inside a spread list have paths with the indexes of that list, so the list around it counts as refused
      // as a whole.
      if (spread.broken) session.markRefused();
      for (const member of listMembers(spread)) members.push(member);
    } else if (element) {
      session.path.push(members.length);
      members.push(evaluateLiteral(session, element));
      session.path.pop();
    } else members.push(placePrimitive(undefined, node.start));
  }
  const value = members.map((member) => member?.value);
  return session.charge(node, placeComposite(value, node.start, members));
}

function evaluateUnary(session: EvaluationSession, node: UnaryExpression): PlacedValue | undefined {
  const { operator } = node;
  if (operator !== '-' && operator !== '+' && operator !== '!') {
    return session.refuse(node, `uses the operator ${operator}`);
  }
  const operand = evaluatePrimitive(session, node.argument);
  if (!operand) return undefined;
  const { value } = operand;
  const result = operator === '!' ? !value : operator === '-' ? -Number(value) : Number(value);
  return session.charge(node, placePrimitive(result, node.start));
}

/**
 * Evaluates `a + b + c …`. A chain that makes up a long string is a deeply nested tree, so this loops instead of
 * recursing.
 */
function evaluateSum(session: EvaluationSession, node: BinaryExpression): PlacedValue | undefined {
  const operands: Expression[] = [];
  let left: Expression = node;
  while (left.type === 'BinaryExpression') {
    if (left.operator !== '+' || left.left.type === 'PrivateIdentifier') {
      return session.refuse(left, `uses the operator ${left.operator}`);
    }
    operands.push(left.right);
    left = left.left;
  }
  const first = evaluatePrimitive(session, left);
  if (!first) return undefined;
  let sum = first.value;
  for (const operand of operands.reverse()) {
    const part = evaluatePrimitive(session, operand);
    if (!part) return undefined;
    sum = add(sum, part.value);
    if (typeof sum === 'string' && !session.holdsText(node, sum)) return undefined;
  }
  return session.charge(node, placePrimitive(sum, node.start));
}

function add(left: unknown, right: unknown): string | number {
  if (typeof left === 'string' || typeof right === 'string') return `${left}${right}`;
  return Number(left) + Number(right);
}

/** Resolves a name or a member. Only the resulting value counts against the limits, not the steps that lead to it. */
function resolveReference(session: EvaluationSession, node: Expression): PlacedValue | undefined {
  if (node.type === 'Identifier') return resolveName(session, node);
  if (node.type !== 'MemberExpression') return evaluateLiteral(session, node);
  if (!session.enter(node)) return undefined;
  const found = resolveMember(session, node);
  session.leave();
  return found;
}

function resolveName(session: EvaluationSession, node: Identifier): PlacedValue | undefined {
  const binding = session.scope.bindings.get(node.name);
  if (!binding) {
    if (node.name === 'undefined') return placePrimitive(undefined, node.start);
    return session.refuse(node, `refers to ${node.name}, which is not defined in the module`);
  }
  if (binding.kind === 'function') return session.refuseData(node, 'a function or class');
  if (binding.kind === 'other') return session.refuse(node, binding.reason);
  if (binding.end > node.start) return session.refuse(node, `refers to ${node.name} before it is defined`);
  const known = session.constants.get(node.name);
  if (!known) {
    const placed = evaluateLiteral(session, binding.init);
    session.constants.set(node.name, { placed });
    return placed;
  }
  if (!known.placed || known.placed.broken) session.markRefused();
  return known.placed;
}

function resolveMember(session: EvaluationSession, node: MemberExpression): PlacedValue | undefined {
  if (node.object.type === 'Super' || node.property.type === 'PrivateIdentifier') {
    return session.refuse(node, describeConstruct(node));
  }
  const owner = resolveReference(session, node.object);
  const key =
    !node.computed && node.property.type === 'Identifier'
      ? placePrimitive(node.property.name, node.property.start)
      : evaluatePrimitive(session, node.property);
  if (!owner || !key) return undefined;
  if (owner.broken) session.markRefused();
  const member = findMember(owner, owner.keys ? String(key.value) : Number(key.value));
  return member ?? session.refuse(node, `reads the member ${key.value}, which does not exist`);
}

function evaluatePrimitive(session: EvaluationSession, node: Expression): PlacedValue | undefined {
  const found = evaluateLiteral(session, node);
  if (found?.members) return session.refuse(node, 'turns an object or a list into text or a number');
  return found;
}

/** Reads an object literal into a plain object; a key that could reach a prototype never becomes a member. */
function evaluateObject(session: EvaluationSession, node: ObjectExpression): PlacedValue | undefined {
  const value: Record<string, unknown> = {};
  const keys: string[] = [];
  const members: (PlacedValue | undefined)[] = [];
  const places = new Map<string, number>();
  const put = (key: string, member: PlacedValue | undefined) => {
    const at = Object.hasOwn(value, key) ? places.get(key) : undefined;
    members[at ?? keys.length] = member;
    if (at === undefined) {
      places.set(key, keys.length);
      keys.push(key);
    }
    value[key] = member?.value;
  };
  const spreadOver = new Set<string>();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = evaluateSpread(session, property.argument);
      if (!spread) return undefined;
      const spreadMembers = spread.keys ? listMembers(spread) : [];
      for (const [at, key] of (spread.keys ?? []).entries()) {
        put(key, spreadMembers[at]);
        spreadOver.add(key);
      }
      continue;
    }
    const key = evaluateKey(session, property);
    if (key === undefined) return undefined;
    if (Object.hasOwn(value, key) && !spreadOver.delete(key)) session.noteDuplicate(key, property.start);
    session.path.push(key);
    put(key, evaluateProperty(session, property));
    session.path.pop();
  }
  return session.charge(node, placeComposite(value, node.start, members, keys));
}

function evaluateSpread(session: EvaluationSession, node: Expression): PlacedValue | undefined {
  const spread = evaluateLiteral(session, node);
  if (!spread || spread.keys || spread.value === null || spread.value === undefined) return spread;
  return session.refuse(node, 'spreads a value that is not an object');
}

function evaluateKey(session: EvaluationSession, property: Property): string | undefined {
  const { key } = property;
  const placed =
    !property.computed && key.type === 'Identifier'
      ? placePrimitive(key.name, key.start)
      : evaluateLiteral(session, key);
  if (!placed) return undefined;
  const name = placed.value;
  if (typeof name !== 'string' && typeof name !== 'number') {
    return session.refuse(key, 'has a key that is neither text nor a number');
  }
  if (name === '__proto__') return session.refuse(key, 'sets __proto__');
  return String(name);
}

function evaluateProperty(session: EvaluationSession, property: Property): PlacedValue | undefined {
  if (property.kind !== 'init') return session.refuseData(property, 'a getter or setter');
  if (property.method) return session.refuseData(property, 'a method');
  return evaluateLiteral(session, property.value);
}

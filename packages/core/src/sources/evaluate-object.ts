import type { Expression, ObjectExpression, Property } from 'acorn';
import { evaluateLiteral } from './evaluate-literal.js';
import type { EvaluationSession } from './evaluation-session.js';
import { listMembers, type PlacedValue, placeComposite, placePrimitive } from './placed-value.js';

/** An object literal as a plain object; a key that could reach a prototype never becomes a member. */
export function evaluateObject(session: EvaluationSession, node: ObjectExpression): PlacedValue | undefined {
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
  return session.refuse(node, 'spreads a value that is no object');
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

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import type { Scope } from '../code-facts/code-sites.js';
import { foldText, meaningsOf, memberName, unwrap } from '../code-facts/meaning.js';
import type { Step } from './main-parts.js';

interface Shared {
  readonly node: AnyNode;
  readonly steps: readonly Step[];
}

/** Functions that return their first argument. */
const SAME = new Set(['Object.freeze', 'Object.seal', 'Object.preventExtensions', 'Object.assign']);
/** Most sources of one assignment that are examined. */
const MAX_SOURCES = 30;
/** Methods of a list that return one of its members. */
const PICKING = new Set(['find', 'findLast', 'at', 'pop', 'shift']);
/** Methods of a list that return the list itself. */
const CHANGING = new Set(['sort', 'reverse', 'fill', 'copyWithin']);
/** Methods of a list that return a new list of its members. */
const LISTING = new Set(['filter', 'slice', 'concat', 'toSorted', 'toReversed', 'values']);

/**
 * The owner of the members that the steps lead to, if a built-in function returns it:
 * `Object.values( main.tools )[ 0 ]` belongs to `main.tools`.
 */
export function sharedByCall(
  call: CallExpression,
  { scope, steps }: { readonly scope: Scope; readonly steps: readonly Step[] },
): Shared[] {
  const callee = unwrap(call.callee);
  const [first, ...others] = call.arguments;
  const ofMethod =
    callee.type === 'MemberExpression' && callee.object.type !== 'Super'
      ? sharedByMethod(callee, scope, steps)
      : [];
  if (!first) return ofMethod;
  const ofFunction = meaningsOf(callee, scope)
    .filter(({ kind }) => kind === 'global')
    .flatMap(({ name, path }): Shared[] => {
      const called = [name, ...path].join('.');
      if (SAME.has(called)) {
        const copied = called === 'Object.assign' && steps.length > 0 ? others.slice(0, MAX_SOURCES) : [];
        return [first, ...copied].map((node) => ({ node, steps }));
      }
      const [key] = others;
      if (called === 'Reflect.get') {
        return [{ node: first, steps: [(key && foldText(key, scope)) ?? null, ...steps] }];
      }
      const inside = stepsIntoList(called, steps);
      return inside ? [{ node: first, steps: inside }] : [];
    });
  return [...ofMethod, ...ofFunction];
}

/** Steps into a list of an object's or a list's members: the list is new, but its members are shared. */
function stepsIntoList(called: string, [step, ...steps]: readonly Step[]): Step[] | null {
  if (step === undefined) return null;
  if (called === 'Object.values' || called === 'Array.from') return [null, ...steps];
  // Only the second element of a pair is shared.
  return called === 'Object.entries' && steps.length > 0 && steps[0] !== '0'
    ? [null, ...steps.slice(1)]
    : null;
}

function sharedByMethod(callee: MemberExpression, scope: Scope, steps: readonly Step[]): Shared[] {
  const method = memberName(callee, scope) ?? '';
  const node = callee.object;
  if (PICKING.has(method)) return [{ node, steps: [null, ...steps] }];
  if (CHANGING.has(method)) return [{ node, steps }];
  return LISTING.has(method) && steps.length > 0 ? [{ node, steps: [null, ...steps.slice(1)] }] : [];
}

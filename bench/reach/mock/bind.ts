import type { Frame, Interpreter } from './frame.js';
import type { Pattern } from './syntax.js';
import { either, itemsOf, memberValue, scalarsIn, type Value } from './values.js';

/** Declares the names of a pattern with what the value holds for them. */
export function bindPattern(interpreter: Interpreter, pattern: Pattern, value: Value, frame: Frame): void {
  switch (pattern.type) {
    case 'Identifier':
      frame.scope.names.set(pattern.name, value);
      return;
    case 'AssignmentPattern': {
      const fallback = interpreter.evaluate(pattern.right, frame);
      bindPattern(interpreter, pattern.left, either(value, fallback), frame);
      return;
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          bindPattern(interpreter, property.argument, value, frame);
          continue;
        }
        const { key } = property;
        const isPlain = !property.computed && key.type === 'Identifier';
        const [name] = isPlain ? [key.name] : scalarsIn(interpreter.evaluate(key, frame));
        if (name !== undefined && name !== null)
          bindPattern(interpreter, property.value, memberValue(value, String(name)), frame);
      }
      return;
    case 'ArrayPattern':
      for (const [at, element] of pattern.elements.entries()) {
        if (!element) continue;
        if (element.type === 'RestElement') bindPattern(interpreter, element.argument, value, frame);
        else bindPattern(interpreter, element, placeOf(value, at), frame);
      }
      return;
    default:
  }
}

function placeOf(value: Value, at: number): Value {
  const own = memberValue(value, String(at));
  return own.kind === 'unknown' ? itemsOf(value) : own;
}

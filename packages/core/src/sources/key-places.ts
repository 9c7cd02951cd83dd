import { findKeyForms } from '../keys/logic/key-form-text.js';
import type { ModuleReading, Position, ValuePath } from './logic/module-reading.js';

/**
 * Finds the places of keys in a file: those in its text, and those of strings of its value that the text does not show as
 * they are, because it joins or escapes them.
 *
 * @param read the value, and what finds its parts in the text
 */
export function findKeyPlaces(
  source: string,
  position: (offset: number) => Position,
  { value, locate }: Pick<ModuleReading, 'value' | 'locate'>,
): Position[] {
  const inText = findKeyForms(source);
  const isInText = (key: string) => inText.some(({ text }) => key.startsWith(text));
  const places = inText.map(({ index }) => position(index));
  const look = (text: string, at: Step | null) => {
    if (findKeyForms(text).some((key) => !isInText(key.text))) {
      places.push(locate(pathOf(at)) ?? { line: 1, column: 1 });
    }
  };
  // A loop, because a file decides how deep its value is nested.
  const open: { readonly part: unknown; readonly at: Step | null }[] = [{ part: value, at: null }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, at } = next;
    if (typeof part === 'string') look(part, at);
    if (typeof part !== 'object' || part === null) continue;
    const isList = Array.isArray(part);
    for (const [name, member] of Object.entries(part).reverse()) {
      const step: Step = { name: isList ? Number(name) : name, owner: at };
      if (!isList) look(name, step);
      open.push({ part: member, at: step });
    }
  }
  return places;
}

/** A place in a value: the last step of its path, and the place that this step starts from. */
interface Step {
  readonly name: string | number;
  readonly owner: Step | null;
}

function pathOf(last: Step | null): ValuePath {
  const path: (string | number)[] = [];
  for (let step = last; step; step = step.owner) path.unshift(step.name);
  return path;
}

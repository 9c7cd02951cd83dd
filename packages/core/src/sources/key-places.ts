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
  const path: (string | number)[] = [];
  const look = (text: string, at: ValuePath) => {
    if (findKeyForms(text).some((key) => !isInText(key.text))) {
      places.push(locate(at) ?? { line: 1, column: 1 });
    }
  };
  const visit = (part: unknown) => {
    if (typeof part === 'string') return look(part, path);
    if (typeof part !== 'object' || part === null) return;
    const isList = Array.isArray(part);
    for (const [step, member] of Object.entries(part)) {
      path.push(isList ? Number(step) : step);
      if (!isList) look(step, path);
      visit(member);
      path.pop();
    }
  };
  visit(value);
  return places;
}

import { holdsKeyForm } from '../../../keys/logic/key-form-text.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { ModuleReading, ValuePath } from '../../../sources/logic/module-reading.js';
import { formatValuePath } from '../../../values/value-path.js';

/**
 * Searches a module, or a document that was read like a module, for strings that look like a key, and reports the place
 * of each. None of them may get into a prompt (PB-101).
 *
 * @param file name of the file, shown in the problems
 */
export function findSecretPlaces(
  reading: Pick<ModuleReading, 'value' | 'exportName' | 'locate'>,
  file: string,
): Problem[] {
  const root = reading.exportName ?? 'main';
  const visit = (value: unknown, path: ValuePath): Problem[] => {
    if (typeof value === 'string') {
      if (!holdsKeyForm(value)) return [];
      const what = formatValuePath(root, path);
      return [problem('PB-101', { file, path: what, ...reading.locate(path) }, { what })];
    }
    if (typeof value !== 'object' || value === null) return [];
    const items = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return items.flatMap(([key, item]) => visit(item, [...path, key]));
  };
  return visit(reading.value, []);
}

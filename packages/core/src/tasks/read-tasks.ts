import type { Dataset } from '../files/logic/dataset.js';
import { readRecords } from '../files/read-dataset.js';
import { problem } from '../problems/error-codes.js';
import { parseTask, type Task } from './logic/task.js';

/**
 * Reads a task file: JSON Lines with one {@link Task} each, under the limits of a dataset.
 *
 * @returns its tasks, or everything that is wrong with it: DST codes for what cannot be read as JSON Lines, TRI-002 for
 *   lines that are not tasks or repeat an id
 */
export function readTasks(path: string): Promise<Dataset<Task>> {
  const lines = new Map<string, number>();
  return readRecords(path, (record, place) => {
    const parsed = parseTask(record, place);
    if ('code' in parsed) return parsed;
    const { id } = parsed.record;
    const first = lines.get(id);
    if (first !== undefined) {
      return problem('TRI-002', place, { reason: `the id "${id}" already stands in line ${first}` });
    }
    lines.set(id, place.line ?? 0);
    return parsed;
  });
}

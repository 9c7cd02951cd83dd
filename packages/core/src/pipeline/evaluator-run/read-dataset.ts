import { readDatasetLines } from '../../adapters/dataset.js';
import { createRecordCollector, type Dataset } from '../../engine/dataset/collect-records.js';
import { GradingError } from '../../model/problem.js';

/**
 * Reads a set of examples (seed 004: JSON Lines).
 *
 * @returns its records, or everything that is wrong with it: DST-001 … DST-010, with file and line
 */
export async function readDataset(path: string): Promise<Dataset> {
  const collector = createRecordCollector(path);
  try {
    for await (const line of readDatasetLines(path)) collector.take(line);
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return collector.finish(error.problem);
  }
  return collector.finish();
}

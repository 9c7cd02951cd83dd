import { problem } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import { datasetLimits } from '../dataset-limits.js';
import { type DatasetRecord, parseRecord } from './parse-record.js';

/** A line of a file; its bytes are null if it is too long. */
export interface DatasetLine {
  /** 1-based. */
  readonly number: number;
  readonly bytes: Uint8Array | null;
}

export interface Dataset {
  /** In the order of the file; empty if there are problems. */
  readonly records: readonly DatasetRecord[];
  /** Every bad line in the order of the file, the first hundred with reasons; empty if and only if the set is valid. */
  readonly problems: readonly Problem[];
}

const TOO_LONG = problem('DST-004', undefined, { limit: datasetLimits.maxLineBytes });

/**
 * Takes the lines of a dataset one by one, so that the file need not be in memory, and reports all faults at the end.
 *
 * @param file name for display
 */
export function createRecordCollector(file: string) {
  const records: DatasetRecord[] = [];
  const bad: Problem[] = [];
  let badLines = 0;
  let found = 0;
  let firstBeyond = 0;

  return {
    take({ number, bytes }: DatasetLine): void {
      const parsed = bytes === null ? TOO_LONG : parseRecord(bytes);
      if (parsed === null) return;
      if ('code' in parsed) {
        badLines += 1;
        if (bad.length < datasetLimits.maxListed) bad.push({ ...parsed, where: { file, line: number } });
        return;
      }
      found += 1;
      if (found <= datasetLimits.maxRecords) records.push(parsed.record);
      else if (firstBeyond === 0) firstBeyond = number;
    },

    /** @param cut why the file was not read to its end, if it was not */
    finish(cut: Problem | null = null): Dataset {
      const { maxRecords: limit } = datasetLimits;
      const problems = [
        ...bad,
        ...(badLines > bad.length ? [problem('DST-008', { file }, { more: badLines - bad.length })] : []),
        ...(firstBeyond > 0 ? [problem('DST-005', { file, line: firstBeyond }, { found, limit })] : []),
        ...(cut ? [cut] : []),
      ];
      if (problems.length === 0 && found === 0) problems.push(problem('DST-006', { file }));
      return { records: problems.length === 0 ? records : [], problems };
    },
  };
}

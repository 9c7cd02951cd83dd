import { createReadStream } from 'node:fs';
import { fatal } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';
import { codeOf } from '../values/system-error.js';
import {
  createRecordCollector,
  type Dataset,
  type DatasetRecord,
  datasetLimits,
  type ReadRecord,
} from './logic/dataset.js';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file line by line, keeping at most one line of limited length in memory. Skips a byte order mark at the start
 * of the file.
 *
 * @param path a file or a pipe
 * @yields lines in order, without their line feeds; `bytes` is null for a line that is too long
 * @throws GradingError DST-009 (unreadable), DST-007 (larger than the limit)
 */
async function* readDatasetLines(
  path: string,
): AsyncGenerator<{ readonly number: number; readonly bytes: Buffer | null }> {
  const { maxBytes } = datasetLimits;
  const line = createLine();
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw fatal('DST-007', { file: path }, { limit: maxBytes });
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        line.add(chunk.subarray(start, end));
        yield line.take();
        start = end + 1;
      }
      line.add(chunk.subarray(start));
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw fatal('DST-009', { file: path }, { reason: code });
  }
  yield line.take();
}

/** Collects the parts of a line. */
function createLine() {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  return {
    add(part: Buffer): void {
      size += part.length;
      if (size <= datasetLimits.maxLineBytes) parts.push(part);
      else parts = [];
    },
    take(): { readonly number: number; readonly bytes: Buffer | null } {
      number += 1;
      const bytes = size > datasetLimits.maxLineBytes ? null : withoutMark(Buffer.concat(parts), number);
      parts = [];
      size = 0;
      return { number, bytes };
    },
  };
}

function withoutMark(bytes: Buffer, line: number): Buffer {
  const hasMark = line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/**
 * Reads a set of examples (seed 004: JSON Lines).
 *
 * @returns its records, or all of its errors: DST-001 … DST-010, with file and line
 */
export function readDataset(path: string): Promise<Dataset<DatasetRecord>> {
  return readRecords(path, (record) => ({ record }));
}

/** {@link readDataset} for records of one kind: `read` may refuse a record, with a code of its own. */
export async function readRecords<T>(path: string, read: ReadRecord<T>): Promise<Dataset<T>> {
  const collector = createRecordCollector(path, read);
  try {
    for await (const line of readDatasetLines(path)) collector.take(line);
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return collector.finish(error.problem);
  }
  return collector.finish();
}

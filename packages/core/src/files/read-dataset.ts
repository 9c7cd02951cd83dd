import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { errorOf, fatal } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { codeOf } from '../values/system-error.js';
import { type CsvRow, createCsvReader, ROW_OPTIONS } from './logic/csv-rows.js';
import {
  createRecordCollector,
  type Dataset,
  type DatasetPart,
  type DatasetRecord,
  datasetLimits,
  type ParsedRecord,
  parseRecord,
  type ReadRecord,
} from './logic/dataset.js';
import { createArraySplitter, parseElement } from './logic/json-elements.js';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file or a pipe in parts. Skips a byte order mark at its start.
 *
 * @throws GradingError DST-009 (unreadable), DST-007 (larger than the limit)
 */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const { maxBytes } = datasetLimits;
  let size = 0;
  /** The first bytes, as long as they may be the beginning of a mark; null after that. */
  let head: Buffer | null = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw fatal('DST-007', { file: path }, { limit: maxBytes });
      const bytes: Buffer = head === null ? chunk : Buffer.concat([head, chunk]);
      const isStart: boolean = head !== null;
      head = isStart && bytes.length < BYTE_ORDER_MARK.length ? bytes : null;
      if (head === null) yield isStart ? withoutMark(bytes) : bytes;
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw fatal('DST-009', { file: path }, { reason: code });
  }
  if (head !== null) yield head;
}

function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** Reads a file line by line, without the line feeds, keeping at most one line of limited length in memory. */
async function* readLines(path: string): AsyncGenerator<DatasetPart> {
  const line = createLine();
  for await (const chunk of readChunks(path)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
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
    take(): DatasetPart {
      number += 1;
      const bytes = size > datasetLimits.maxLineBytes ? null : Buffer.concat(parts);
      parts = [];
      size = 0;
      return { number, bytes };
    },
  };
}

type Parsed = readonly [number: number, parsed: ParsedRecord];

async function* readJsonLines(path: string): AsyncGenerator<Parsed> {
  for await (const { number, bytes } of readLines(path)) yield [number, parseRecord(bytes)];
}

async function* readJsonArray(path: string): AsyncGenerator<Parsed> {
  const splitter = createArraySplitter();
  for await (const chunk of readChunks(path)) {
    const elements = splitter.push(chunk);
    if ('code' in elements) throw atFile(path, elements);
    for (const { number, bytes } of elements) yield [number, parseElement(bytes)];
  }
  const cut = splitter.finish();
  if (cut) throw atFile(path, cut);
}

async function* readCsv(path: string): AsyncGenerator<Parsed> {
  const { parse } = await import('csv-parse/sync');
  const reader = createCsvReader((text) => parse(text, ROW_OPTIONS));
  function* given(row: CsvRow | Problem | null): Generator<Parsed> {
    if (row && 'code' in row) throw atFile(path, row);
    if (row) yield [row.number, row.parsed];
  }
  for await (const line of readLines(path)) yield* given(reader.take(line));
  yield* given(reader.finish());
}

function atFile(file: string, found: Problem): GradingError {
  return errorOf({ ...found, where: { ...found.where, file } });
}

/** How files are read, by the end of their names; all others are JSON Lines. */
const FORMATS: Readonly<Record<string, (path: string) => AsyncGenerator<Parsed>>> = {
  '.csv': readCsv,
  '.json': readJsonArray,
};

/**
 * Reads a set of examples (seed 004: JSON Lines), or, by the end of its name, a JSON array (`.json`) or CSV (`.csv`).
 *
 * @param limit stops after so many records, and reads nothing behind them
 * @returns its records, or all of its errors: DST-001 … DST-010, DST-014 … DST-017, with file and line
 */
export function readDataset(path: string, limit?: number): Promise<Dataset<DatasetRecord>> {
  return readRecords(path, (record) => ({ record }), limit);
}

/** {@link readDataset} for records of one kind: `read` may refuse a record, with a code of its own. */
export async function readRecords<T>(
  path: string,
  read: ReadRecord<T>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Dataset<T>> {
  const collector = createRecordCollector(path, read);
  const records = (FORMATS[extname(path).toLowerCase()] ?? readJsonLines)(path);
  try {
    for await (const [number, parsed] of records) {
      collector.take(number, parsed);
      if (collector.found >= limit) break;
    }
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return collector.finish(error.problem);
  }
  return collector.finish();
}

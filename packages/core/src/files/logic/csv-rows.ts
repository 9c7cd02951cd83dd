import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type DatasetPart, datasetLimits, decodeText, type ParsedRecord, TOO_LONG } from './dataset.js';

const NOT_CLOSED = 'CSV_QUOTE_NOT_CLOSED';
/** Maximum number of characters of a name that a message shows. */
const SHOWN = 100;
/** Codes of the library. */
const REASONS: Readonly<Record<string, string>> = {
  [NOT_CLOSED]: 'a quote is not closed',
  INVALID_OPENING_QUOTE: 'a quote stands inside a value that is not in quotes',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something other than a comma',
};

/** Options of the library for one row. */
export const ROW_OPTIONS = { record_delimiter: '\n', relax_column_count: true } as const;

/** Splits a row with the library, which throws an error with a code if it is malformed. */
export type SplitRow = (text: string) => readonly (readonly string[])[];

export interface CsvRow {
  /** The line in which it starts, from 1. */
  readonly number: number;
  readonly parsed: ParsedRecord;
}

/** Lines of a row whose end is still to come, because a quote is open. */
interface OpenRow {
  readonly number: number;
  readonly text: string;
  readonly bytes: number;
  readonly quotes: number;
}

/**
 * Reads CSV (RFC 4180) line by line. The first row names the values of the others, which are texts. The library reads
 * one row at a time, so that a bad row does not hide the others, and each problem has its line.
 */
export function createCsvReader(splitRow: SplitRow) {
  let names: readonly string[] | null = null;
  let open: OpenRow | null = null;

  /** Without a header no row can be read, so a bad one is the only problem of its file. */
  const refuse = (number: number, found: Problem): CsvRow | Problem =>
    names === null ? { ...found, where: { line: number } } : { number, parsed: found };
  const refuseText = (number: number, code: string) => {
    const reason = REASONS[code] ?? code;
    return refuse(number, problem(names === null ? 'DST-015' : 'DST-017', undefined, { reason }));
  };
  const readRow = ({ number, text }: OpenRow): CsvRow | Problem | 'open' | null => {
    const fields = fieldsOf(splitRow, text);
    if (fields === NOT_CLOSED) return 'open';
    if (typeof fields === 'string') return refuseText(number, fields);
    if (names !== null) return { number, parsed: toRecord(names, fields) };
    const reason = whyNoHeader(fields);
    if (reason !== null) return refuse(number, problem('DST-015', undefined, { reason }));
    names = fields;
    return null;
  };

  return {
    /**
     * Takes the next line.
     *
     * @returns the row that ends with it, or null; or a problem with its line if the first row cannot name the values
     */
    take({ number, bytes }: DatasetPart): CsvRow | Problem | null {
      const before = open;
      open = null;
      const start = before?.number ?? number;
      if (bytes === null) return refuse(start, TOO_LONG);
      const line = decodeText(bytes);
      if (typeof line !== 'string') return refuse(number, line);
      if (before === null && line.trim() === '') return null;
      const row = {
        number: start,
        text: before === null ? line : `${before.text}\n${line}`,
        bytes: (before?.bytes ?? 0) + bytes.length + 1,
        quotes: (before?.quotes ?? 0) + line.split('"').length - 1,
      };
      if (row.bytes > datasetLimits.maxLineBytes) return refuse(start, TOO_LONG);
      // A quote that is out of place shows in the first line; later, a row can only end after an even number of quotes.
      const read = before !== null && row.quotes % 2 === 1 ? 'open' : readRow(row);
      if (read !== 'open') return read;
      open = row;
      return null;
    },

    /** @returns the row that the end of the file cuts off, or null; or a problem if it is the first row */
    finish(): CsvRow | Problem | null {
      return open && refuseText(open.number, NOT_CLOSED);
    },
  };
}

/** The values of one row, or the library's code for what is wrong with it. */
function fieldsOf(splitRow: SplitRow, text: string): readonly string[] | string {
  try {
    return splitRow(text.replace(/\r$/, ''))[0] ?? [];
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

function toRecord(names: readonly string[], fields: readonly string[]): ParsedRecord {
  return fields.length === names.length
    ? { record: Object.fromEntries(names.map((name, at) => [name, fields[at]])) }
    : problem('DST-016', undefined, { found: fields.length, expected: names.length });
}

function whyNoHeader(names: readonly string[]): string | null {
  const unnamed = names.findIndex((name) => name.trim() === '');
  if (unnamed >= 0) return `column ${unnamed + 1} has no name`;
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (names.some((name) => /\r(?!\n)/.test(name))) return 'its lines do not end in a line feed';
  if (twice !== undefined) return `two columns are named "${twice.slice(0, SHOWN)}"`;
  const [only = ''] = names;
  return names.length === 1 && /[;\t]/.test(only) ? 'its names are not separated by commas' : null;
}

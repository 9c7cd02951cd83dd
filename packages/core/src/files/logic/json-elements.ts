import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type DatasetPart, datasetLimits, type ParsedRecord, parseRecord } from './dataset.js';

const [LINE_FEED, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK: readonly number[] = [0x20, 0x09, 0x0d, LINE_FEED];

/**
 * Cuts a JSON array into its elements while it is being read, so that neither the file nor the array need fit into
 * memory. It looks only for the ends of the elements; `parseElement` checks their content.
 */
export function createArraySplitter() {
  let state: 'before' | 'inside' | 'after' = 'before';
  let line = 1;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let found = 0;
  /** The line in which the current element starts; null before its first character. */
  let start: number | null = null;
  let parts: Buffer[] = [];
  let size = 0;

  const add = (part: Buffer) => {
    size += part.length;
    if (size <= datasetLimits.maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (): DatasetPart => {
    const bytes = size > datasetLimits.maxLineBytes ? null : Buffer.concat(parts);
    const part = { number: start ?? line, bytes };
    [start, parts, size] = [null, [], 0];
    found += 1;
    return part;
  };
  const refuse = (reason: string, number = line) => problem('DST-014', { line: number }, { reason });
  /** Follows the text inside the array; returns whether the byte ends an element. */
  const endsElement = (byte: number): boolean => {
    if (inString) {
      if (!isEscaped && byte === QUOTE) inString = false;
      isEscaped = !isEscaped && byte === BACKSLASH;
      return false;
    }
    if (depth === 0 && (byte === COMMA || byte === CLOSE)) return true;
    start ??= line;
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN || byte === OPEN_OBJECT) depth += 1;
    else if ((byte === CLOSE || byte === CLOSE_OBJECT) && depth > 0) depth -= 1;
    return false;
  };

  return {
    /**
     * Takes the next bytes of the file.
     *
     * @returns the elements that end in them; or DST-014, with a line, if the file is not an array
     */
    push(chunk: Buffer): readonly DatasetPart[] | Problem {
      const elements: DatasetPart[] = [];
      let from = 0;
      for (const [at, byte] of chunk.entries()) {
        if (byte === LINE_FEED) line += 1;
        if (!inString && BLANK.includes(byte)) continue;
        if (state === 'after') return refuse('something follows the end of the array');
        if (state === 'before') {
          if (byte !== OPEN) return refuse('it does not start with [');
          state = 'inside';
          from = at + 1;
        } else if (endsElement(byte)) {
          add(chunk.subarray(from, at));
          from = at + 1;
          // Only in an empty array is there no element before the end.
          if (byte === COMMA || start !== null || found > 0) elements.push(take());
          if (byte === CLOSE) state = 'after';
        }
      }
      if (state === 'inside') add(chunk.subarray(from));
      return elements;
    },

    /** @returns DST-014 if the file ends before the array does */
    finish(): Problem | null {
      if (state === 'after') return null;
      if (state === 'before') return refuse('it is empty');
      return refuse('the file ends before the array does; its last element starts here', start ?? line);
    },
  };
}

/** Reads an element of an array as `parseRecord` does; DST-001 also if nothing stands beside a comma. */
export function parseElement(bytes: Buffer | null): ParsedRecord {
  return (
    parseRecord(bytes) ??
    problem('DST-001', undefined, { reason: 'an element was expected before or after a comma' })
  );
}

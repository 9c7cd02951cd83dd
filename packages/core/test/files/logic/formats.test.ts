// Any records come back from a JSON array and from CSV, wherever the file is cut into chunks and whatever texts contain.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCsvReader, ROW_OPTIONS } from '../../../src/files/logic/csv-rows.js';
import { createArraySplitter, parseElement } from '../../../src/files/logic/json-elements.js';

const text = fc.string({
  unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\\', '[', ']', '{', '}', ' ', 'ü', '😀'),
});

it('a JSON array', () => {
  const records = fc.array(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.constant({ n: [1] }))));
  fc.assert(
    fc.property(records, fc.nat(4), fc.integer({ min: 1, max: 9 }), (given, indent, size) => {
      const bytes = Buffer.from(JSON.stringify(given, null, indent));
      const splitter = createArraySplitter();
      const found: unknown[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        const parts = splitter.push(bytes.subarray(at, at + size));
        if ('code' in parts) throw new Error(parts.code);
        found.push(...parts.map((part) => parseElement(part.bytes)));
      }
      expect(splitter.finish()).toBeNull();
      expect(JSON.stringify(found)).toBe(JSON.stringify(given.map((record) => ({ record }))));
    }),
  );
});

it('CSV', () => {
  const row = fc.tuple(text, text);
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom('\n', '\r\n'), (rows, lineEnd) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
      const lines = [['a', 'b'], ...rows].map((values) => values.map(quoted).join(',')).join(lineEnd);
      const reader = createCsvReader((text) => parse(text, ROW_OPTIONS));
      const found = lines
        .split('\n')
        .map((line, at) => reader.take({ number: at + 1, bytes: Buffer.from(line) }))
        .filter((taken) => taken !== null);
      expect(reader.finish()).toBeNull();
      expect(found.map((taken) => 'parsed' in taken && taken.parsed)).toEqual(
        rows.map(([a, b]) => ({ record: { a, b } })),
      );
    }),
  );
});

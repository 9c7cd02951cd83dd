// Datasets: valid records, every bad line at once with its number and reason, and limits on records, lines and files.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetLimits } from '../../src/files/logic/dataset.js';
import { readDataset } from '../../src/files/read-dataset.js';
import { describeProblem } from '../../src/problems/error-codes.js';

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({});
});
afterAll(() => fixture.rm());

let count = 0;
async function read(content: string | Buffer) {
  count += 1;
  const name = `set-${count}.jsonl`;
  await fixture.writeFile(name, content);
  const file = fixture.getPath(name);
  const { records, problems } = await readDataset(file);
  expect(problems.every((found) => found.where?.file === file)).toBe(true);
  const told = problems.map(
    (found) => `${found.where?.line ?? '-'} ${found.code} ${describeProblem(found).message}`,
  );
  return { records, told };
}

const BAD = Buffer.from([0x22, 0xff, 0x22]);

describe('valid content', () => {
  it.each<[string, string | Buffer, unknown[]]>([
    ['one object per line', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['no line end at the end', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['CRLF', '{"a":1}\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ['a byte order mark', '\uFEFF{"a":1}\n', [{ a: 1 }]],
    ['a byte order mark before a blank line', '\uFEFF\n{"a":1}\n', [{ a: 1 }]],
    ['blank lines', '\n  \n{"a":1}\r\n\r\n\t\n', [{ a: 1 }]],
    ['an empty object', '{}', [{}]],
    ['characters of every width', '{"a":"aä€😀"}', [{ a: 'aä€😀' }]],
    ['line separators that are none here', '{"a":"\u2028\u2029\u0085"}', [{ a: '\u2028\u2029\u0085' }]],
  ])('%s', async (_, content, records) => {
    expect(await read(content)).toEqual({ records, told: [] });
  });

  it('keys with names of a prototype, as plain keys', async () => {
    const line = '{"__proto__":{"polluted":true},"constructor":1}';
    const { records, told } = await read(line);
    expect(told).toEqual([]);
    expect(JSON.stringify(records[0])).toBe(line);
    expect(Object.getPrototypeOf(records[0])).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('a line cut anywhere by the chunks in which a file is read', async () => {
    const records = Array.from({ length: 3000 }, (_, n) => ({ n, text: '€😀'.repeat(n % 40) }));
    const content = records.map((record) => JSON.stringify(record)).join('\r\n');
    expect(content.length).toBeGreaterThan(2 * 64 * 1024);
    expect(await read(content)).toEqual({ records, told: [] });
  });
});

describe('refused content', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['a list', '[1]', /^1 DST-002 the line contains a list instead of a JSON object$/],
    ['a text', '"a"', /^1 DST-002 the line contains a string /],
    ['a number', '7', /^1 DST-002 the line contains a number /],
    ['null', 'null', /^1 DST-002 the line contains null /],
    ['true', 'true', /^1 DST-002 the line contains true /],
    ['cut JSON', '{"a":', /^1 DST-001 the line is not JSON: \S/],
    ['NaN', '{"a":NaN}', /^1 DST-001 /],
    ['two objects in a line', '{"a":1} {"a":2}', /^1 DST-001 /],
    ['an object over two lines', '{"a":1},', /^1 DST-001 /],
    ['a second byte order mark', '\uFEFF\uFEFF{}', /^1 DST-001 /],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{}\n{"a":'), BAD]),
      /^2 DST-003 .* from byte 7 on$/,
    ],
    ['a character cut off', Buffer.from('{"a":"€').subarray(0, -1), /^1 DST-003 .* from byte 8 on$/],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), /^1 DST-003 .* from byte 1 on$/],
    ['a number beyond all bounds', '{"a":[1e999]}', /^1 DST-010 .*beyond 1\.8e308$/],
    ['an abyss', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, /^1 DST-010 .*more than 100 levels/],
    ['nothing', '', /^- DST-006 the set contains no records$/],
    ['blank lines only', '\n\r\n  \n\uFEFF', /^- DST-006 /],
  ])('%s', async (_, content, message) => {
    const { records, told } = await read(content);
    expect(records).toEqual([]);
    expect(told).toEqual([expect.stringMatching(message)]);
  });

  it('99 levels within a record are allowed', async () => {
    expect((await read(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`)).told).toEqual([]);
  });

  it('all bad lines at once, in order, each with its own number', async () => {
    const { records, told } = await read(
      Buffer.concat([Buffer.from('{"a":1}\n\nno\n[]\r\n{"a":2}\n'), BAD, Buffer.from('\n3')]),
    );
    expect(records).toEqual([]);
    expect(told.map((line) => line.slice(0, 9))).toEqual([
      '3 DST-001',
      '4 DST-002',
      '6 DST-003',
      '7 DST-002',
    ]);
  });

  it('more bad lines than anyone reads: a hundred, and the number of the others', async () => {
    const { told } = await read('no\n'.repeat(5000));
    expect(told).toHaveLength(101);
    expect(told[99]).toMatch(/^100 DST-001/);
    expect(told[100]).toBe('- DST-008 not all bad lines are listed; number of lines left out: 4900');
  });
});

describe('limits', () => {
  it('10,000 records are accepted', async () => {
    const { records, told } = await read('{"a":1}\n\n'.repeat(10_000));
    expect(told).toEqual([]);
    expect(records).toHaveLength(10_000);
  });

  it('10,001 are not', async () => {
    const { records, told } = await read('{"a":1}\n\n'.repeat(10_001));
    expect(records).toEqual([]);
    expect(told).toEqual([
      '20001 DST-005 the set has 10001 records, but the limit is 10000; this record is the first one over the limit',
    ]);
  });

  it('bad lines after the last accepted record are reported too', async () => {
    const { told } = await read(`${'{}\n'.repeat(10_005)}no\n`);
    expect(told).toEqual([
      expect.stringMatching(/^10006 DST-001/),
      expect.stringMatching(/^10001 DST-005 the set has 10005 records/),
    ]);
  });

  it('a line may have a megabyte, and not a byte more', async () => {
    const line = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(Buffer.byteLength(line(100))).toBe(100);
    expect((await read(line(datasetLimits.maxLineBytes))).told).toEqual([]);
    const { told } = await read(`{}\n${line(datasetLimits.maxLineBytes + 1)}\nno\n`);
    expect(told).toEqual([
      '2 DST-004 the line has more than 1048576 bytes',
      expect.stringMatching(/^3 DST-001/),
    ]);
  });

  it('an endless line does not fill the memory, and ends the reading', async () => {
    const before = process.memoryUsage().rss;
    const { records, problems } = await readDataset('/dev/zero');
    expect(records).toEqual([]);
    expect(problems).toEqual([expect.objectContaining({ code: 'DST-007', where: { file: '/dev/zero' } })]);
    expect(process.memoryUsage().rss - before).toBeLessThan(datasetLimits.maxBytes / 2);
  });

  it.each([
    ['nowhere.jsonl', 'ENOENT'],
    ['.', 'EISDIR'],
  ])('%s is not read: %s', async (name, reason) => {
    const file = fixture.getPath(name);
    const { problems } = await readDataset(file);
    expect(problems).toEqual([{ code: 'DST-009', severity: 'error', where: { file }, args: { reason } }]);
  });
});

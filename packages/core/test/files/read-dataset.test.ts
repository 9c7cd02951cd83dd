// Datasets in JSON Lines, JSON arrays and CSV: records, all bad ones at once with line and reason, and limits.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetLimits } from '../../src/files/logic/dataset.js';
import { readDataset } from '../../src/files/read-dataset.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import { stringifyExact } from '../../src/values/exact-json.js';

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({});
});
afterAll(() => fixture.rm());

let count = 0;
async function read(
  content: string | Buffer,
  { end = 'jsonl', limit }: { end?: string; limit?: number } = {},
) {
  count += 1;
  const name = `set-${count}.${end}`;
  await fixture.writeFile(name, content);
  const file = fixture.getPath(name);
  const { records, problems } = await readDataset(file, limit);
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
    ['a list', '[1]', /^1 DST-002 the record is a list instead of a JSON object$/],
    ['a text', '"a"', /^1 DST-002 the record is a string /],
    ['a number', '7', /^1 DST-002 the record is a number /],
    ['null', 'null', /^1 DST-002 the record is null /],
    ['true', 'true', /^1 DST-002 the record is true /],
    ['cut JSON', '{"a":', /^1 DST-001 the record is not JSON: \S/],
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
      '2 DST-004 the record has more than 1048576 bytes',
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

describe('a JSON array, in a file named .json', () => {
  const readArray = (content: string | Buffer) => read(content, { end: 'json' });

  it.each<[string, string, unknown[]]>([
    ['on one line', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['over many lines', '\uFEFF\n[\r\n  {\n    "a": [1, {}]\n  },\n\n  {}\n]\n', [{ a: [1, {}] }, {}]],
    [
      'with text that looks like its end',
      '[{"a":"]\\"],[{\\\\"},{"b":"}"}]',
      [{ a: ']"],[{\\' }, { b: '}' }],
    ],
  ])('%s', async (_, content, records) => {
    expect(await readArray(content)).toEqual({ records, told: [] });
  });

  it('keeps the text of numbers', async () => {
    const { records } = await readArray('[{"id":12345678901234567890}]');
    expect(stringifyExact(records)).toBe('[{"id":12345678901234567890}]');
  });

  it.each<[string, string | Buffer, RegExp[]]>([
    ['no record', ' [ ] ', [/^- DST-006/]],
    ['nothing', '', [/^1 DST-014 .*: it is empty$/]],
    ['JSON Lines', '\n{"a":1}\n', [/^2 DST-014 .*: it does not start with \[$/]],
    ['no end', '[\n{"a":1},\n{"b":', [/^3 DST-014 .*its last element starts here$/]],
    ['something after its end', '[{}]\n\nmore', [/^3 DST-014 .*something follows/]],
    [
      'bad elements, each with its line',
      Buffer.concat([Buffer.from('[1,\n{"a":]},\n\n{"a":'), BAD, Buffer.from('},{},\n]')]),
      [
        /^1 DST-002 the record is a number/,
        /^2 DST-001/,
        /^4 DST-003 .*from byte 9 on$/,
        /^5 DST-001 .*before or after a comma$/,
      ],
    ],
  ])('%s is refused', async (_, content, messages) => {
    const { records, told } = await readArray(content);
    expect(records).toEqual([]);
    expect(told).toEqual(messages.map((message) => expect.stringMatching(message)));
  });

  it('has the limits of lines', async () => {
    const long = `{"a":"${'x'.repeat(datasetLimits.maxLineBytes)}"}`;
    expect((await readArray(`[{},\n${long}\n,1]`)).told).toEqual([
      '2 DST-004 the record has more than 1048576 bytes',
      expect.stringMatching(/^3 DST-002/),
    ]);
    const { told } = await readArray(`[${'{},\n'.repeat(10_000)}{}]`);
    expect(told).toEqual([expect.stringMatching(/^10001 DST-005 the set has 10001 records/)]);
  });
});

describe('CSV, in a file named .csv', () => {
  const readCsv = (content: string | Buffer) => read(content, { end: 'csv' });

  it.each<[string, string, unknown[]]>([
    [
      'values are texts',
      'a,b\n1,\n"",true',
      [
        { a: '1', b: '' },
        { a: '', b: 'true' },
      ],
    ],
    [
      'in quotes: commas, line breaks, quotes',
      '\uFEFF"a","b ""c"""\r\n"1, 2","x\r\n\r\ny"\r\n',
      [{ a: '1, 2', 'b "c"': 'x\r\n\r\ny' }],
    ],
    ['blank lines', '\na\n\n1\n \n2\n', [{ a: '1' }, { a: '2' }]],
    ['spaces stay', 'a,b\n 1 ,2\t', [{ a: ' 1 ', b: '2\t' }]],
    ['names of a prototype', '__proto__\nx', [JSON.parse('{"__proto__":"x"}')]],
  ])('%s', async (_, content, records) => {
    expect(await readCsv(content)).toEqual({ records, told: [] });
  });

  it.each<[string, string | Buffer, RegExp[]]>([
    ['no record', 'a,b\n', [/^- DST-006/]],
    ['nothing', '', [/^- DST-006/]],
    ['a column without a name', '\na,,b\n1,2,3', [/^2 DST-015 .*: column 2 has no name$/]],
    ['a name twice', 'a,b,a\n1,2,3', [/^1 DST-015 .*: two columns are named "a"$/]],
    ['semicolons', 'a;b\n1;2', [/^1 DST-015 .*not separated by commas$/]],
    ['a header that is not CSV', 'a,"b"c\n1,2\n1,1', [/^1 DST-015 .*: a closing quote is followed/]],
    ['a header without an end', '"a,b\n1,2', [/^1 DST-015 .*: a quote is not closed$/]],
    ['a header that is not UTF-8', Buffer.concat([BAD, Buffer.from('\n1,1')]), [/^1 DST-003/]],
    ['lines that end in a carriage return', 'a,b\r1,2\r', [/^1 DST-015 .*do not end in a line feed$/]],
    ['an open quote', 'a,b\n1,"2\n3,4\n', [/^2 DST-017 .*: a quote is not closed$/]],
    [
      'bad rows, each with its line',
      Buffer.concat([
        Buffer.from('a,b\n1,2\n3\n"4\r\n5","6",7\n8,x"y\n9,"z"y\n10,'),
        BAD,
        Buffer.from('\n11,12\n"a""\nb",13,14\n'),
      ]),
      [
        /^3 DST-016 values in the row: 1; columns that the header names: 2$/,
        /^4 DST-016 values in the row: 3;/,
        /^6 DST-017 .*: a quote stands inside a value/,
        /^7 DST-017 .*: a closing quote is followed/,
        /^8 DST-003 .*from byte 5 on$/,
        /^10 DST-016/,
      ],
    ],
  ])('%s is refused', async (_, content, messages) => {
    const { records, told } = await readCsv(content);
    expect(records).toEqual([]);
    expect(told).toEqual(messages.map((message) => expect.stringMatching(message)));
  });

  it('has the limits of lines, also for a row of many lines', async () => {
    const long = `"${`${'x'.repeat(1000)}\n`.repeat(1050)}`;
    const { told } = await readCsv(`a\n${long}"\n${'1\n'.repeat(10_001)}`);
    expect(told[0]).toBe('2 DST-004 the record has more than 1048576 bytes');
    expect((await readCsv(`a\n${'1\n'.repeat(10_001)}`)).told).toEqual([
      expect.stringMatching(/^10002 DST-005 the set has 10001 records/),
    ]);
  });
});

describe('with a limit', () => {
  it.each([
    ['jsonl', '{"a":"1"}\n\n{"a":"2"}\nno\n'],
    ['json', '[{"a":"1"},{"a":"2"},no'],
    ['csv', 'a\n1\n2\n3,4\n'],
  ])('%s: the first records are read, and nothing behind them', async (end, content) => {
    expect(await read(content, { end, limit: 2 })).toEqual({ records: [{ a: '1' }, { a: '2' }], told: [] });
    expect((await read(content, { end, limit: 3 })).told).toHaveLength(1);
  });

  it('a bad record before it is reported', async () => {
    expect((await read('no\n{}\n', { limit: 1 })).told).toEqual([expect.stringMatching(/^1 DST-001/)]);
  });
});

// Foreign JSON is counted before it is parsed, and a large text is parsed in a thread with limits on memory and time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_LIMITS, readForeignJson } from '../../src/net/foreign-json.js';

/** For a machine that also runs other tests. */
const deadlineMs = 600_000;
const inThread = { bytesHere: 0, deadlineMs };
const large = (item: string, values: number) =>
  Buffer.from(
    `[${Array(values - 1)
      .fill(item)
      .join()}]`,
  );

describe('a large text', () => {
  it('is read as JSON.parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), async (text) => {
        const read = await readForeignJson(text, inThread);
        expect(read).toEqual({ kind: 'value', value: JSON.parse(text) });
        expect(JSON.stringify(read.kind === 'value' && read.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 8 },
    );
  });

  it.each([
    '{"__proto__":{"a":1}}',
    '\uFEFF[1]',
    ' \n[-0, 1e999, "\\ud800"]',
    '"a [ text, { of ] its own"',
    '7',
  ])('keeps its odd parts: %s', async (text) => {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const read = await readForeignJson(Buffer.from(text), inThread);
    expect(read).toStrictEqual({ kind: 'value', value });
  });

  it('may hold as many values as the limit, and not one more', async () => {
    const texts = [
      '[[],{},"[,{",1]',
      '{"a":{"b":[1,2]},"c":[ ]}',
      ' [ { } , [ \n ] ] ',
      '[[[[]]]]',
      '["\\"",",","\\\\"]',
      '[]',
    ];
    for (const text of texts) {
      const values = JSON.stringify(JSON.parse(text), count()).length && counted;
      expect(await readForeignJson(text, { ...inThread, values })).toMatchObject({ kind: 'value' });
      expect(await readForeignJson(text, { ...inThread, values: values - 1 })).toEqual({ kind: 'too-large' });
    }
  });

  it('with too many values is refused, and with the most allowed is read', async () => {
    const { values } = JSON_LIMITS;
    expect(await readForeignJson(large('{}', values + 1), { deadlineMs })).toEqual({ kind: 'too-large' });
    expect(await readForeignJson(large('{}', values), { deadlineMs })).toMatchObject({ kind: 'value' });
  });

  it.each([
    ['too deep', `${'['.repeat(201)}${']'.repeat(201)}`, 'too-deep'],
    ['cut off', '[1,2', 'no-json'],
    ['a page with as many commas', `<p>${','.repeat(100)}`, 'no-json'],
    ['a table', `a,b\n${'1,2\n'.repeat(100)}`, 'no-json'],
    ['two of them', '[1][2]', 'no-json'],
  ])('is classified: %s', async (_, text, kind) => {
    expect(
      await readForeignJson(text, { ...inThread, values: 50 + text.length * Number(kind === 'too-deep') }),
    ).toEqual({
      kind,
    });
  });

  it('takes no longer than the limit', async () => {
    expect(await readForeignJson(large('[]', 900_000), { deadlineMs: 1 })).toEqual({ kind: 'too-large' });
  });

  it('never needs memory that ends the process, even with few values', async () => {
    const keys = Array.from({ length: 990_000 }, (_, at) => `"${at}-${'k'.repeat(20)}":1`);
    expect(await readForeignJson(Buffer.from(`{${keys.join()}}`), { deadlineMs })).toMatchObject({
      kind: 'value',
    });
    const wide = `["€","${'x'.repeat(31 * 1024 * 1024)}"]`;
    expect(await readForeignJson(Buffer.from(wide), { deadlineMs })).toMatchObject({ kind: 'value' });
  });
});

let counted = 0;
/** The replacer is called once per value. */
function count() {
  counted = 0;
  return (_: string, value: unknown) => {
    counted += 1;
    return value;
  };
}

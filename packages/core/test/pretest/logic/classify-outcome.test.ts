// Answers of an API that make a test work, and tests that are not run.

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/keys/logic/redact.js';
import { HTTP_FAILURES, type HttpOutcome } from '../../../src/net/logic/http.js';
import {
  classifyHandled,
  classifyOutcome,
  refuseTest,
  type TestIdentity,
} from '../../../src/pretest/logic/classify-outcome.js';
import { KEPT_BYTES } from '../../../src/pretest/logic/stored-response.js';
import { problem } from '../../../src/problems/error-codes.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import { testRecord } from '../../../src/spec/facts.js';
import { LATER_BOOK } from '../../spec/books/registered-layers.js';

const KEY = 'k3y-of-the-user';
const redactor = createRedactor([KEY]);
const identity: TestIdentity = {
  tool: 'ping',
  test: 1,
  description: `with ${KEY}`,
  schemaHash: '0123abcd',
  fileSha256: 'f'.repeat(64),
  checkedAt: '2026-03-01T10:00:00.000Z',
};
const asJson = (schema: Record<string, unknown>) => ({ mimeType: 'application/json', schema });

function answer(
  body: string | Buffer,
  more: Partial<Extract<HttpOutcome, { kind: 'response' }>> = {},
): HttpOutcome {
  const bytes = Buffer.from(body as string);
  const facts = { status: 200, contentType: null, truncated: false, durationMs: 5, bytes: bytes.length };
  return { kind: 'response', body: bytes, ...facts, ...more };
}

const classify = (outcome: HttpOutcome, output?: { mimeType: string; schema: Record<string, unknown> }) =>
  classifyOutcome(outcome, output, { identity, redactor, book: DEFAULT_BOOK });

describe('classifyOutcome', () => {
  it.each<[string, HttpOutcome, string, boolean]>([
    ['200 with data', answer('{"a":1}'), 'working', true],
    ['200, false is data', answer('false'), 'working', true],
    ['200, zero is data', answer('0'), 'working', true],
    ['200 with a byte-order mark', answer('\uFEFF{"a":1}'), 'working', true],
    ['200, no body', answer(''), 'empty', false],
    ['200, white space', answer(' \n'), 'empty', false],
    ['200 null', answer('null'), 'empty', false],
    ['200 ""', answer('""'), 'empty', false],
    ['200 []', answer('[]'), 'empty', false],
    ['200 {}', answer('{}'), 'empty', false],
    ['200, no JSON', answer('<html>'), 'not-parseable', false],
    ['200, cut by the client', answer('{"a":1}', { truncated: true }), 'not-parseable', false],
    ['200, too deep', answer(`${'['.repeat(9999)}${']'.repeat(9999)}`), 'not-parseable', false],
    ['201', answer('{"a":1}', { status: 201 }), 'http-error', false],
    ['204', answer('', { status: 204 }), 'empty', false],
    ['206', answer('{"a":1}', { status: 206 }), 'http-error', false],
    ['304', answer('', { status: 304 }), 'http-error', false],
    ...[400, 401, 403, 404, 500, 503].map(
      (status) =>
        [`${status}`, answer('{"a":1}', { status }), 'http-error', false] as [
          string,
          HttpOutcome,
          string,
          boolean,
        ],
    ),
    ['429 until the end', answer('{"a":1}', { status: 429 }), 'transient', false],
  ])('%s', (_, outcome, status, working) => {
    const { record } = classify(outcome);
    expect(record).toMatchObject({ status, working });
    expect(record.httpStatus).toBe(outcome.kind === 'response' ? outcome.status : null);
    expect(record.error === null).toBe(working);
    expect(testRecord.parse(record)).toEqual(record);
  });

  it.each(HTTP_FAILURES)('failure %s', (reason) => {
    const { record, output } = classify(
      { kind: 'failed', reason, message: `no: ${KEY}`, status: null, durationMs: 3 },
      asJson({ type: 'object' }),
    );
    expect(record).toMatchObject({ working: false, error: 'no: [redacted]', response: null, durationMs: 3 });
    const expected = {
      redirect: 'http-error',
      'bad-response': 'not-parseable',
      'blocked-address': 'refused',
      'bad-url': 'refused',
      'bad-request': 'refused',
      'key-held': 'refused',
    };
    expect(record.status).toBe(
      reason in expected ? expected[reason as keyof typeof expected] : 'unreachable',
    );
    expect(output).toBeNull();
  });

  it('declared text and images are data unchanged', () => {
    const text = { mimeType: 'text/plain', schema: { type: 'string' } };
    expect(classify(answer('<html>'), text)).toMatchObject({
      record: { status: 'working', response: '<html>' },
      output: { matches: true },
    });
    expect(classify(answer(''), text).record.status).toBe('empty');
    const png = { mimeType: 'image/png', schema: { type: 'string', format: 'base64' } };
    const image = Buffer.from('89504e470d0a1a0a00', 'hex');
    expect(classify(answer(image), png)).toMatchObject({
      record: { status: 'working', response: image.toString('base64') },
      output: { matches: true },
    });
    expect(classify(answer('<html>'), png).output).toMatchObject({ matches: false });
  });

  it('keeps the data as parsed, also of an error, and keeps text that is not JSON as text', () => {
    expect(classify(answer('{"a":[1]}')).record.response).toEqual({ a: [1] });
    expect(classify(answer('{"e":"no"}', { status: 404 })).record.response).toEqual({ e: 'no' });
    expect(classify(answer('<html>', { status: 500 })).record.response).toBe('<html>');
  });

  it('contains no secret, whichever part echoed it', () => {
    const body = JSON.stringify({
      [KEY]: KEY,
      auth: Buffer.from(`u:${KEY}`).toString('base64'),
      url: `?k=${KEY}`,
    });
    for (const outcome of [
      answer(body),
      answer(body, { status: 401 }),
      answer(`<p>${KEY}`),
      answer(body.slice(0, -1)),
    ]) {
      const shown = JSON.stringify(classify(outcome).record);
      expect(shown).not.toContain(KEY);
      expect(shown).not.toContain(Buffer.from(`u:${KEY}`).toString('base64').slice(4));
    }
  });

  it("leaves no first half of a secret at the client's cut", () => {
    const whole = `${'x'.repeat(500)}${KEY}`;
    for (let cut = 1; cut < KEY.length; cut += 1) {
      const { record } = classify(answer(whole.slice(0, 500 + cut), { truncated: true }));
      expect(record.truncated).toBe(true);
      expect(String(record.response)).toMatch(/^x+$/);
    }
  });

  it('compares the whole body and keeps its first 256 KiB', () => {
    const body = JSON.stringify({ text: 'é'.repeat(300_000), last: KEY, price: 'cheap' });
    const { record, output } = classify(
      answer(body),
      asJson({ type: 'object', properties: { price: { type: 'number' } } }),
    );
    expect(record).toMatchObject({ status: 'working', truncated: true, large: false });
    expect(record.responseBytes).toBe(Buffer.byteLength(body));
    const kept = String(record.response);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(KEPT_BYTES);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(KEPT_BYTES - 4);
    expect(kept).not.toContain('\uFFFD');
    expect(output).toEqual({ matches: false, where: 'data.price: expected number, found string' });
  });

  it('is large above 1 MiB', () => {
    expect(classify(answer('[1]', { bytes: 1_048_576 })).record.large).toBe(false);
    expect(classify(answer('[1]', { bytes: 1_048_577 })).record.large).toBe(true);
  });

  it('compares nothing if nothing is declared or received', () => {
    expect(classify(answer('{"a":1}')).output).toBeNull();
    expect(classify(answer('{"a":1}', { status: 500 }), asJson({ type: 'array' })).output).toBeNull();
    expect(classify(answer('[]'), asJson({ type: 'object' })).output).toBeNull();
  });
});

describe('refuseTest', () => {
  it('is a record without an answer', () => {
    const { record } = refuseTest(problem('DPT-121', undefined, { key: 'id' }), { identity, redactor });
    expect(record).toMatchObject({ status: 'refused', httpStatus: null, working: false, durationMs: 0 });
    expect(record.error).toBe('the test has no value for id, which is required');
    expect(record.description).toBe('with [redacted]');
    expect(testRecord.parse(record)).toEqual(record);
  });
});

describe('the size of a response', () => {
  const MIB = 1024 * 1024;
  const book = LATER_BOOK;
  const measured = (outcome: HttpOutcome, mimeType?: string) =>
    classifyOutcome(outcome, mimeType === undefined ? undefined : { mimeType, schema: {} }, {
      ...{ identity, redactor, book },
    });
  const sizes = ({ record }: ReturnType<typeof measured>) => [
    record.responseBytes,
    record.recordCount,
    record.large,
  ];

  it.each<[string, string | Buffer, string | undefined, [number, number | undefined, boolean]]>([
    ['an array: its JSON text and its records', '[ {"ä": 1}, {"b": 2} ]', undefined, [18, 2, false]],
    ['an array of arrays: only the outer records', '[[1,2],[3]]', undefined, [11, 2, false]],
    ['an object has no records', '{ "a": [1, 2] }', undefined, [11, undefined, false]],
    ['a text: the body', ' a  text ', 'text/plain', [9, undefined, false]],
    ['a text in JSON: the body', ' "äb" ', undefined, [7, undefined, false]],
    [
      'an image: the body, not its base64',
      Buffer.from('89504e470d0a1a0a00', 'hex'),
      'image/png',
      [9, undefined, false],
    ],
  ])('%s', (_, body, mimeType, expected) => {
    const found = measured(answer(body), mimeType);
    expect(sizes(found)).toEqual(expected);
    expect(found.record.durationMs).toBe(5);
    expect(testRecord.parse(found.record)).toEqual(found.record);
  });

  it('is that of the body where the test fails', () => {
    expect(sizes(measured(answer('[ ]')))).toEqual([3, undefined, false]);
    expect(sizes(measured(answer('[ 1 ]', { status: 404 })))).toEqual([5, undefined, false]);
  });

  it.each<[string, number, boolean]>([
    ['at 1 MiB', MIB, false],
    ['above 1 MiB', MIB + 1, true],
  ])('is remarked upon only above the limit: %s', (_, bytes, large) => {
    const found = measured(answer(JSON.stringify(['x'.repeat(bytes - 4)])));
    expect(sizes(found)).toEqual([bytes, 1, large]);
    expect(found.remarks).toEqual(large ? [{ kind: 'large', what: String(bytes) }] : []);
    expect(found.record.status).toBe('working');
    const handled = { value: ['x'.repeat(bytes - 4)], failure: null, httpStatus: 200, durationMs: 1 };
    const made = classifyHandled(handled, undefined, { identity, redactor, book });
    expect([made.record.status, made.record.large]).toEqual(['working', large]);
    expect(made.remarks).toEqual(found.remarks);
  });

  it('is that of the data that handler code made', () => {
    const handled = { value: [{ a: 1 }, { a: 2 }], failure: null, httpStatus: 200, durationMs: 1 };
    const { record } = classifyHandled(handled, undefined, { identity, redactor, book });
    expect(record).toMatchObject({ responseBytes: 17, recordCount: 2, durationMs: 1 });
  });

  it('is that of the body for a specification that does not ask for more', () => {
    const { record, remarks } = classify(answer(`[ "${'x'.repeat(MIB)}" ]`));
    expect(record).toMatchObject({ responseBytes: MIB + 6, large: true });
    expect(record).not.toHaveProperty('recordCount');
    expect(remarks).toEqual([]);
    const handled = { value: [1, 2], failure: null, httpStatus: 200, durationMs: 1 };
    const made = classifyHandled(handled, undefined, { identity, redactor, book: DEFAULT_BOOK });
    expect(made.record).not.toHaveProperty('recordCount');
  });
});

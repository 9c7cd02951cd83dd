// The part of an answer that a test record keeps, with secrets removed on both sides of a cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/keys/logic/redact.js';
import { KEPT_BYTES, storeCutText, storeResponse } from '../../../src/pretest/logic/stored-response.js';

const SECRET = 'SECRETKEYVALUE';

describe('a truncated text', () => {
  it('keeps no part of a secret, whether the cut goes through it or it is before the end', () => {
    const redactor = createRedactor([SECRET]);
    const parts = Array.from({ length: SECRET.length - 4 }, (_, at) => SECRET.slice(0, at + 5));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...parts, SECRET),
        (before, after, end) => {
          // A whole secret somewhere, and at the end what the client's cut left of another.
          const text = `${'.'.repeat(before)}${SECRET}${'.'.repeat(after)}${end}`;
          const { response, truncated } = storeCutText(text, redactor);
          expect(truncated).toBe(true);
          expect(String(response)).not.toContain(SECRET.slice(0, 4));
          expect(String(response)).not.toContain(SECRET.slice(-4));
        },
      ),
    );
  });

  it('is kept up to a possible half of a secret', () => {
    const { response } = storeCutText('a'.repeat(1000), createRedactor([SECRET]));
    expect(String(response)).toMatch(/^a+$/);
    expect(String(response).length).toBeGreaterThan(500);
  });
});

describe('a very large value', () => {
  const redactor = createRedactor([SECRET]);

  /** Redacts everything, then cuts. */
  function storeWhole(value: unknown) {
    const clean = redactor.value(value);
    const text = JSON.stringify(clean);
    if (Buffer.byteLength(text) <= KEPT_BYTES) return { response: clean, truncated: false };
    const start = Buffer.from(text).subarray(0, KEPT_BYTES);
    return { response: new TextDecoder().decode(start, { stream: true }), truncated: true };
  }

  it.each<[string, unknown]>([
    ['records', { id: 7, name: 'of an item'.repeat(9), tags: ['a', {}, [], null, true, 1.5] }],
    ['secrets, so that it gets shorter', Array(40).fill(SECRET.repeat(30))],
    ['bytes of a secret', [[...Buffer.from(`${'.'.repeat(800)} of ${SECRET}`)]]],
    ['names of members', { [SECRET]: 'x'.repeat(500), [`${SECRET} `]: 2, __proto: 3 }],
    ['texts of other letters', ['ä€𝄞"\\'.repeat(100)]],
  ])('is kept as if it had been redacted completely before the cut: %s', (_, part) => {
    const items = Array(Math.ceil((3 * KEPT_BYTES) / JSON.stringify(part).length)).fill(part);
    for (const value of [items, { first: items, last: SECRET }, [[[items]]]]) {
      expect(storeResponse(value, redactor)).toEqual(storeWhole(value));
    }
  });

  it('is read only as far as it is kept', () => {
    let looked = 0;
    const counting = {
      ...redactor,
      value: (value: unknown) => {
        looked += JSON.stringify(value).length;
        return value;
      },
    };
    const value = Array.from({ length: 500_000 }, (_, at) => ({ at }));
    expect(storeResponse(value, counting).truncated).toBe(true);
    expect(looked).toBeLessThan(8 * KEPT_BYTES);
  });
});

// The part of an answer that a test record keeps, with secrets removed on both sides of a cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/keys/logic/redact.js';
import { storeCutText } from '../../../src/pretest/logic/stored-response.js';

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

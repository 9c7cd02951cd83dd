// Known secrets are removed from everything that is written, in every form they take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, holdsSecret } from '../../../src/keys/logic/redact.js';
import { fuzzRuns } from '../../fuzz/runs.js';

const KEY = 'sk-Ab/9+"x\\ü=z 7';
const { text, value } = createRedactor([KEY]);

const hex2 = (byte: number) => byte.toString(16).padStart(2, '0');
const eachByte = (secret: string, show: (byte: number) => string, between = '') =>
  Array.from(Buffer.from(secret), show).join(between);
const inLines = (text: string, end: string, length: number) =>
  text.replace(new RegExp(`.{${length}}(?=.)`, 'g'), (line) => line + end);

const forms: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  'json in json': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  'json, slashes and all but ASCII escaped': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', '\\/')
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  url: (secret) => encodeURIComponent(secret),
  'url, lower case': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'url twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  form: (secret) => new URLSearchParams({ k: secret }).toString().slice(2),
  html: (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  'html twice': (secret) =>
    secret.replaceAll('&', '&amp;amp;').replaceAll('"', '&amp;quot;').replaceAll('<', '&amp;lt;'),
  'html, every character by number': (secret) =>
    Array.from(secret, (character) => `&#${character.codePointAt(0)};`).join(''),
  'html, every character by hex number': (secret) =>
    Array.from(secret, (character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(''),
  'unicode escapes': (secret) =>
    Array.from(secret, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join(''),
  'long unicode escapes': (secret) =>
    Array.from(secret, (one) => `\\U${one.codePointAt(0)?.toString(16).padStart(8, '0')}`).join(''),
  'bytes, escaped': (secret) => eachByte(secret, (byte) => `\\x${hex2(byte)}`),
  'bytes, escaped in JSON': (secret) => eachByte(secret, (byte) => `\\\\x${hex2(byte)}`),
  'bytes, octal': (secret) => eachByte(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'quoted printable': (secret) => eachByte(secret, (byte) => `=${hex2(byte).toUpperCase()}`),
  'hex with colons': (secret) => eachByte(secret, hex2, ':'),
  'hex with blanks': (secret) => eachByte(secret, (byte) => hex2(byte).toUpperCase(), ' '),
  'hex numbers': (secret) => eachByte(secret, (byte) => `0x${hex2(byte)}`, ', '),
  'bytes as numbers': (secret) => eachByte(secret, String, ','),
  'bytes as a list of lines': (secret) => eachByte(secret, String, ',\n  '),
  'invisible characters between': (secret) => [...secret].join('\u200b\ufe0f'),
  'invisible characters between, escaped': (secret) =>
    JSON.stringify([...secret].join('\u2060'))
      .slice(1, -1)
      .replaceAll('\u2060', '\\u2060'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  HEX: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 after 1 byte': (secret) => Buffer.from(`:${secret}`).toString('base64'),
  'base64 after 2 bytes, more behind': (secret) => Buffer.from(`u:${secret}tail`).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 in lines': (secret) => inLines(Buffer.from(`u:${secret}`).toString('base64'), '\r\n', 7),
  'base64 in lines, in JSON': (secret) => inLines(Buffer.from(secret).toString('base64'), '\\n', 5),
  'base64 of its JSON': (secret) =>
    Buffer.from(JSON.stringify({ k: secret }))
      .subarray(5)
      .toString('base64'),
  'base64 in a url': (secret) => encodeURIComponent(Buffer.from(`u:${secret}`).toString('base64')),
};

describe('createRedactor', () => {
  it.each(Object.entries(forms))('removes: %s', (_, form) => {
    const shown = form(KEY);
    const clean = text(`before ${shown} after`);
    expect(clean).toMatch(/^before [\s\S]*\[redacted\][\s\S]* after$/);
    expect(clean).not.toContain(shown);
  });

  it('removes basic credentials, except a part that belongs to the user name', () => {
    const shown = Buffer.from(`user:${KEY}`).toString('base64');
    expect(text(shown)).toBe(`${shown.slice(0, 6)}[redacted]`);
  });

  it('covers strings, keys and numbers of a value and keeps the rest', () => {
    const numeric = createRedactor(['12345678', '1234567890123456789']);
    const input = JSON.parse(
      '{"a12345678b":1,"list":[12345678,{"x":"no"},null,true],"n":1234567890123456789}',
    );
    expect(numeric.value(input)).toEqual({
      'a[redacted]b': 1,
      list: ['[redacted]', { x: 'no' }, null, true],
      n: '[redacted]',
    });
  });

  it('keeps two keys apart that differ only in the secret', () => {
    const twice = createRedactor(['secret4A', 'secret4B']);
    expect(twice.value({ secret4A: 1, secret4B: 2 })).toEqual({ '[redacted]': 1, '[redacted] (2)': 2 });
  });

  it.each([
    ['in capitals', '3FA85F64-5717-4562-B3FC-2C963F66AFA6'],
    ['in full-width letters', '３ｆａ８５ｆ６４-5717-4562-b3fc-2c963f66afa6'],
    ['in full-width capitals, in JSON', '\\uff13FA85F64-5717-4562-B3FC-2C963F66AFA6'],
    ['in capitals, percent-encoded', '%33FA85F64-5717-4562-B3FC-2C963F66AFA6'],
  ])('removes a UUID %s', (_, shown) => {
    const uuid = createRedactor(['3fa85f64-5717-4562-b3fc-2c963f66afa6']);
    expect(uuid.text(`è ${shown} ﬁ`)).toBe('è [redacted] ﬁ');
  });

  it.each([
    ['Ａbcd-é１２', 'Abcd-é12'],
    ['Abcd-é12', 'Ａbcd-e\u0301１２'],
    ['ﬁle-ﬁle', 'file-file'],
    ['각-gag-1', '\u1100\u1161\u11a8-gag-1'],
  ])('removes %s in the form %s', (secret, shown) => {
    expect(createRedactor([secret]).text(`字${shown}字`)).toBe('字[redacted]字');
  });

  it.each([
    ['a1b2c3d4e5f6', 'a1b2c3d4', '[redacted]'],
    ['a1b2c3d4e5f6', 'a1b2c3d4e', '[redacted]'],
    ['a1b2c3d4e5f6', 'a1b2c3d4e5f', '[redacted]'],
    ['a1b2c3d4e5f6', 'a1b2c3d4e5f6', '[redacted]'],
    ['a1b2c3d4e5f6', 'a1b2c3d4****', '[redacted]****'],
    ['a1b2c3d4e5f6', 'a1b\u200bc a1b2\u200bc3d4e', 'a1b\u200bc [redacted]'],
    // Too short, another value, words alone, digits alone.
    ['a1b2c3d4e5f6', 'a1b2c3d', 'a1b2c3d'],
    ['a1b2c3d4e5f6', 'a1b2c3d4e7', 'a1b2c3d4e7'],
    ['sonnet-20241022', 'sonnet-20240620', 'sonnet-20240620'],
    ['a1b2c3d4e5f', 'a1b2c3d4e5', 'a1b2c3d4e5'],
    ['harbour-of-hamburg', 'harbour-of-ham', 'harbour-of-ham'],
    ['20261129214347', '2026112921', '2026112921'],
  ])('of the secret %s in %j leaves %j', (secret, shown, left) => {
    expect(createRedactor([secret]).text(`è ${shown} ﬁ`)).toBe(`è ${left} ﬁ`);
  });

  it('keeps a word in another letter case, because it may occur in any text', () => {
    expect(createRedactor(['Postgres']).text('postgres')).toBe('postgres');
    expect(createRedactor(['abc1234']).text('ABC1234')).toBe('ABC1234');
  });

  it('renames no member, even if its name equals a secret', () => {
    const words = createRedactor(['reasoning', 'score_note']);
    expect(words.value({ reasoning: 'short', score_note: 1, 'reasoning 2': 1 })).toEqual({
      reasoning: 'short',
      score_note: 1,
      '[redacted] 2': 1,
    });
  });

  it('keeps a key called __proto__ as data', () => {
    const input: unknown = JSON.parse(`{"__proto__":{"x":${JSON.stringify(KEY)}}}`);
    expect(JSON.stringify(value(input))).toBe('{"__proto__":{"x":"[redacted]"}}');
  });

  it('ignores values that are too short to be secrets', () => {
    expect(createRedactor(['abc', '']).text('abc')).toBe('abc');
  });

  it('keeps the common numbers of any answer, even with a key of zeros', () => {
    expect(createRedactor(['0000', '1.00', '    ']).value({ a: 0, b: [1], c: '0000' })).toEqual({
      a: 0,
      b: [1],
      c: '[redacted]',
    });
    const digits = '12345678901234567890';
    expect(createRedactor([digits]).value(JSON.parse(`[${digits}]`))).toEqual(['[redacted]']);
  });

  it('recognizes the bytes of a secret in a list of numbers, and keeps other lists', () => {
    const bytes = [...Buffer.from(`x${KEY}y`)];
    expect(value({ type: 'Buffer', data: bytes })).toEqual({ type: 'Buffer', data: '[redacted]' });
    expect(value({ data: [1, 2, 3, 250, 4, 5], more: [[], [300, 1, 1, 1], bytes.slice(0, 6)] })).toEqual({
      data: [1, 2, 3, 250, 4, 5],
      more: [[], [300, 1, 1, 1], bytes.slice(0, 6)],
    });
  });

  it('removes text that only looks like a key, after the known ones are removed', () => {
    const issued = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');
    expect(text(`${KEY} ${issued}`)).toBe('[redacted] [looks like a key, left out]');
    expect(createRedactor([]).value({ a: [issued], [issued]: 1 })).toEqual({
      a: ['[looks like a key, left out]'],
      '[looks like a key, left out]': 1,
    });
  });

  it('takes no longer for a key of backslashes', () => {
    const many = createRedactor(['\\'.repeat(40)]);
    expect(many.text(`${'\\'.repeat(20_000)}!`)).toBe('[redacted]!');
    expect(many.text('\\'.repeat(39))).toBe('\\'.repeat(39));
    expect(createRedactor([`${'\\'.repeat(40)}x`]).text('\\'.repeat(20_000))).toHaveLength(20_000);
  });

  it('is not misled by a backslash before doubly escaped text', () => {
    const shown = '\\\\xc3\\\\x80\\\\x20\\\\x20\\\\x20';
    expect(createRedactor(['À   ']).text(`\\${shown}`)).not.toContain(shown);
  });

  it('is not misled by an x after hex that ends in 0', () => {
    expect(createRedactor(['keys0']).text('6b:65:79:73:30x')).toBe('[redacted]x');
  });

  it('removes overlapping secrets as one', () => {
    expect(createRedactor(['12345', '45678']).text('x12345678y')).toBe('x[redacted]y');
    expect(createRedactor(['key', 'secret', 'secretsecret']).text('secretsecretsecret')).toBe('[redacted]');
  });

  it('terminates for a secret that begins with a surrogate pair', () => {
    expect(createRedactor(['😀abc']).text('x😀abc😀abc')).toBe('x[redacted]');
  });

  it('finds a key with an invisible character by what is seen of it', () => {
    expect(createRedactor(['my\u3164key1']).text('a my\u200bk\\u2060ey1 b')).toBe('a [redacted] b');
    expect(createRedactor(['a\u3164b\u2060']).text('ab cab')).toBe('ab cab');
  });

  // Secrets that are part of the mark itself would reappear with it, and very few visible characters occur in any text.
  const secret = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 40 })
    .filter((text) => !/[[\]redacted]/.test(text) && text.replaceAll(/\p{DI}/gu, '').length >= 4);
  // A backslash at the end would change the meaning of the next character: \b is not b.
  const around = fc.string({ maxLength: 20 }).filter((text) => !text.endsWith('\\'));

  it('detects a secret in a text in every form it would remove', () => {
    for (const form of Object.values(forms))
      expect(holdsSecret(`a ${form(KEY)} b`, ['other', KEY])).toBe(true);
    expect(holdsSecret('abc', ['abc', ''])).toBe(false);
    expect(holdsSecret('nothing of it', [KEY])).toBe(false);
  });

  it('leaves no form of a secret in a text, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        secret,
        around,
        around,
        fc.constantFrom(...Object.keys(forms)),
        (one, before, after, name) => {
          const shown = (forms[name] ?? String)(one);
          const clean = createRedactor([one]).text(before + shown + after);
          expect(clean).not.toContain(shown);
          expect(clean).toContain('[redacted]');
        },
      ),
      { numRuns: fuzzRuns(600) },
    );
  });

  it('leaves no secret in a JSON value, and changes nothing without one', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), secret, (json, one) => {
        const planted = { [`${one} 1`]: [json, `x${one}`], b: Buffer.from(one).toString('base64') };
        const clean = JSON.stringify(createRedactor([one]).value(planted));
        expect(clean).not.toContain(JSON.stringify(one).slice(1, -1));
        expect(clean).not.toContain(Buffer.from(one).toString('base64'));
        expect(createRedactor([]).value(json)).toEqual(json);
      }),
    );
  });

  it('knows the maximum length of a form', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...Object.values(forms)), (one, form) => {
        expect(form(one).length).toBeLessThanOrEqual(createRedactor([one]).longestForm);
      }),
    );
  });
});

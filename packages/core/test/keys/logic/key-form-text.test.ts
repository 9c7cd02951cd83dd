// Text in the form of a key is masked in a prompt.
import { expect, test } from 'vitest';
import {
  beginningOf,
  findKeyForms,
  holdsKeyForm,
  maskKeyForms,
} from '../../../src/keys/logic/key-form-text.js';
import { describeValue } from '../../../src/problems/describe-issue.js';
import { quote } from '../../../src/rules/mcp/members.js';
import { describeFound } from '../../../src/rules/schema/schema-members.js';

const MARK = '[looks like a key, left out]';

/** Assembled here, so that scanners for tokens in sources find none. */
const jwt = [{ alg: 'HS256' }, { sub: '1234567890' }, 'no signature of anybody']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k';
const forms = {
  'a signed token': jwt,
  'an AWS key id': ['AKIA', 'IOSFODNN7ABCDEFG'].join(''),
  'a temporary AWS key id': ['ASIA', 'IOSFODNN7ABCDEFG'].join(''),
  'a GitHub token': ['ghp', letters].join('_'),
  'a fine-grained GitHub token': ['github', 'pat', letters].join('_'),
  'a model provider key': ['sk', letters].join('-'),
  'a payment key': ['sk', 'live', letters.slice(0, 24)].join('_'),
  'a Slack token': ['xoxb', '1234567890', letters.slice(0, 20)].join('-'),
  'a Google key': `AIza${letters.slice(0, 35)}`,
  'a private key': `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIB\n-----END RSA ${'PRIVATE'} KEY-----`,
};

test.each(Object.entries(forms))('%s has the form of a key, and is masked completely', (_, key) => {
  expect(holdsKeyForm(`Send "Bearer ${key}" with it.`)).toBe(true);
  expect(maskKeyForms(`Send "Bearer ${key}" with it.`)).toBe(`Send "Bearer ${MARK}" with it.`);
  expect(findKeyForms(`Send "Bearer ${key}" with it, or ${key}.`)).toEqual([13, 27 + key.length]);
});

test.each([
  'Ids such as eyJhbGciOiJIUzI1NiJ9 are base64.',
  'eyJ.eyJ.x',
  'sk-learn, AKIA, ghp_ and xoxb- are words',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
])('%s does not', (text) => {
  expect(maskKeyForms(text)).toBe(text);
  expect(holdsKeyForm(text)).toBe(false);
  expect(findKeyForms(text)).toEqual([]);
});

test('what a message cuts off leaves no part of a key, and any other text is cut as it stands', () => {
  const key = ['ghp', letters].join('_');
  expect(beginningOf(`${'x'.repeat(9)} ${key}`, 20)).toEqual({
    shown: `${'x'.repeat(9)} [looks lik`,
    isCut: true,
  });
  expect(beginningOf('x'.repeat(21), 20)).toEqual({ shown: 'x'.repeat(20), isCut: true });
  expect(beginningOf('x'.repeat(20), 20)).toEqual({ shown: 'x'.repeat(20), isCut: false });
});

test.each(Object.entries({ describeFound, describeValue, quote }))(
  '%s masks a key before it cuts',
  (_, show) => {
    const key = ['ghp', letters].join('_');
    for (let before = 0; before < 220; before += 5) {
      expect(show(`${'x '.repeat(before / 2)} ${key}`)).not.toContain('ghp_');
    }
  },
);

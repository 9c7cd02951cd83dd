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
  'a private key': `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${letters.repeat(2)}\n-----END RSA ${'PRIVATE'} KEY-----`,
};

test.each(Object.entries(forms))('%s has the form of a key, and is masked completely', (_, key) => {
  expect(holdsKeyForm(`Send "Bearer ${key}" with it.`)).toBe(true);
  expect(maskKeyForms(`Send "Bearer ${key}" with it.`)).toBe(`Send "Bearer ${MARK}" with it.`);
  expect(findKeyForms(`Send "Bearer ${key}" with it, or ${key}.`)).toEqual([
    { index: 13, text: key },
    { index: 27 + key.length, text: key },
  ]);
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

/** What a file is not refused for, though it is masked. */
const standIns = [
  'sk-slovakia-bratislava-region-west',
  'css-sk-loading-spinner-animated-wide',
  'sk-national-statistics-office-2024',
  'https://example.org/sk-kosice-old-town-map-of-streets',
  'sk-SK-x-private-locale-of-bratislava',
  'sk-Old_Town_Of_Kosice_And_Its_Streets',
  'sk-loading-v2-spinner-animated-wide',
  'sk-your-openai-api-key-here',
  `sk-${'x'.repeat(32)}`,
  `sk-${'X'.repeat(24)}`,
  `sk-proj-aB3d${'*'.repeat(2)}${'x'.repeat(30)}`,
  `sk-${'0'.repeat(32)}`,
  `sk_live_${'x'.repeat(24)}`,
  'sk_live_yourStripeKey4Production',
  `ghp_${'x'.repeat(36)}`,
  `ghp_replaceThisBy1TokenOfYourOwnAccount2026`,
  'github_pat_your_own_token_goes_here',
  `AIzaSy${'X'.repeat(33)}`,
  `AIzaSyYOUR-API-KEY-${'A1b'.repeat(7)}`,
  'xoxb-your-token',
  'xoxb-your-bot-token-here',
  'AKIAIOSFODNN7EXAMPLE',
  'AKIAI44QH8DHBEXAMPLE',
  [
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
    'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ',
    'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  ].join('.'),
  `a file begins with -----BEGIN ${'PRIVATE'} KEY----- and then its lines`,
  `'-----BEGIN RSA ${'PRIVATE'} KEY-----'\nexport const handlers = 1;`,
];

test.each(standIns)('%s is no key for which a file would be refused', (text) => {
  expect(findKeyForms(text)).toEqual([]);
});

const base64 = letters.repeat(2).slice(0, 64);
const keys = [
  ['sk', 'live', 'EXAMPLEexampleEXAMPLE0000'].join('_'),
  ['sk', 'live', letters.slice(0, 24).toLowerCase()].join('_'),
  ['sk', letters.slice(0, 20)].join('-'),
  ['sk', 'proj', letters].join('-'),
  ['sk', 'ant', 'api03', letters, letters].join('-'),
  ['sk', 'or', 'v1', '0f1e2d3c4b5a'.repeat(5)].join('-'),
  ['sk', '0123456789abcdef'.repeat(2)].join('-'),
  ['sk', 'abcdefghijklmnopqrstuvwxyz'].join('-'),
  ['sk', 'proj', `${letters}-${letters}_word`].join('-'),
  ['ghp', letters].join('_'),
  ['gho', letters.toLowerCase()].join('_'),
  ['ghs', letters].join('_'),
  ['github', 'pat', letters.slice(0, 22), letters].join('_'),
  ['xoxb', '17653672481', '19874698323', letters.slice(0, 24)].join('-'),
  ['xoxp', '17653672481', '19874698323'].join('-'),
  ['xoxa', '2', letters.slice(0, 20)].join('-'),
  `AIza${letters.slice(0, 35)}`,
  ['AKIA', 'IOSFODNN7ABCDEFG'].join(''),
  ['AKIA', 'QWERTZUIOPASDFGH'].join(''),
  jwt,
  `-----BEGIN ${'PRIVATE'} KEY-----\n${base64}`,
  `-----BEGIN ${'PRIVATE'} KEY-----\\n${base64}\\n`,
  `-----BEGIN RSA ${'PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-EDE3-CBC,0123\n\n${base64}\n`,
  `'-----BEGIN EC ${'PRIVATE'} KEY-----',\n  '${base64}',`,
];

test.each(keys)('%s is one', (key) => {
  expect(findKeyForms(`a ${key} b`)).toHaveLength(1);
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

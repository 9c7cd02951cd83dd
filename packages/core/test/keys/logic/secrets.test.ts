// Names of secrets in a header, a query, the environment and the options of a command; and the values of the
// environment that must not appear in a message or a file.
import { expect, it } from 'vitest';
import { nameCommand } from '../../../src/keys/logic/command-name.js';
import {
  isSecretName,
  listAddressSecrets,
  listEnvironmentSecrets,
  listGivenSecrets,
  listSecrets,
} from '../../../src/keys/logic/secrets.js';

const NAMES = [
  'authorization',
  'X-Api-Key',
  'x-apikey',
  'apiKey',
  'access_token',
  'accesstoken',
  'clientSecret',
  'Ocp-Apim-Subscription-Key',
  'X-Amz-Signature',
  'sig',
  'set-cookie',
  'proxy-authorization',
  'OPENAI_API_KEY',
  'OPENAI_KEY1',
  'AWS_SECRET_ACCESS_KEY',
  'GH_TOKEN',
  'GITHUB_PAT',
  'DB_PASS',
  'MYSQL_PWD',
  'npm_config__auth',
  'PGPASSWORD',
  'x-authtoken',
  'oauth2',
  'db-credentials',
];

it.each(NAMES)('%s is the name of a secret in every place', (name) => {
  const value = 'hunter2hunter2';
  expect(isSecretName(name)).toBe(true);
  expect(listSecrets({ [name.toLowerCase()]: 'abcd' }, new URLSearchParams())).toContain('abcd');
  expect(listSecrets({}, new URLSearchParams({ [name]: value }))).toEqual([value]);
  expect(listEnvironmentSecrets({ [name]: value })).toEqual([value]);
  const option = `--${name.replaceAll('_', '-')}`;
  expect(nameCommand(['serve', option, value]).secrets).toEqual([value]);
  expect(nameCommand(['serve', `${option}=${value}`]).secrets).toEqual([value]);
});

it.each([
  'KEYBOARD',
  'PATH',
  'SSH_ASKPASS',
  'monkey',
  'x-request-id',
  'accept',
  'design',
  'assigned',
  'compass',
  'q',
])('%s is not', (name) => {
  expect(isSecretName(name)).toBe(false);
  expect(listSecrets({}, new URLSearchParams({ [name]: 'hunter2hunter2' }))).toEqual([]);
  expect(listEnvironmentSecrets({ [name]: 'hunter2hunter2' })).toEqual([]);
  expect(nameCommand(['serve', `--${name}`, 'hunter2hunter2']).secrets).toEqual([]);
});

it.each([
  'OPENAI_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'GH_TOKEN',
  'GITHUB_PAT',
  'DB_PASS',
  'MYSQL_PWD',
  'npm_config__auth',
  'password',
])('%s has the name of a credential', (name) => {
  expect(listEnvironmentSecrets({ [name]: 'hunter2hunter2' })).toEqual(['hunter2hunter2']);
});

it.each([
  ['PWD', '/home/someone/project'],
  ['OLDPWD', '/home/someone'],
  ['PATH', '/usr/local/bin:/usr/bin'],
  ['SSH_ASKPASS', '/usr/lib/ssh/ask'],
  ['KEYBOARD', 'qwerty-layout'],
  ['API_KEY', 'short'],
  ['DB_PASSWORD', 'postgres'],
  ['FIELD_KEY', 'reasoning'],
])('%s contains no secret in %s', (name, value) => {
  expect(listEnvironmentSecrets({ [name]: value })).toEqual([]);
});

it('a long word, or one with capitals inside, may be a key', () => {
  const env = { A_KEY: 'abcdefghijklmnop', B_KEY: 'xKcDqWpZ' };
  expect(listEnvironmentSecrets(env)).toEqual(['abcdefghijklmnop', 'xKcDqWpZ']);
});

it('a password inside an address is a secret', () => {
  const env = { DATABASE_URL: 'postgres://grader:s3cret-word@db.example/grades' };
  expect(listEnvironmentSecrets(env)).toEqual(['s3cret-word']);
});

const PASSED = [
  ['API_KEY', 'short', ['short']],
  ['DB_PASSWORD', 'postgres', ['postgres']],
  ['A_KEY', '  hunter2hunter2\n', ['hunter2hunter2']],
  ['X', 'lantern-7731', ['lantern-7731']],
  ['X', 'Bearer lantern-7731', ['Bearer lantern-7731', 'lantern-7731']],
  ['LOG_LEVEL', 'information', []],
  ['PORT', '8080', []],
  ['MODE', 'a-b-c-d', []],
  ['URL', 'db://ada:s3cret@db', ['db://ada:s3cret@db', 's3cret']],
  ['EMPTY_KEY', '', []],
] as const;

it.each(PASSED)('%s=%j, passed on by name, is a secret as %j', (name, value, secrets) => {
  expect(listGivenSecrets([[name, value]])).toEqual(secrets);
});

it.each([
  ['https://ada-lovelace:hunter22@mcp.example/mcp', ['ada-lovelace', 'hunter22']],
  ['https://mcp.example/mcp?key=abcd&profile=lantern-7731&mode=fast', ['abcd', 'lantern-7731']],
  ['https://mcp.example/s/4f9c1d2e3b4a5968/mcp', ['4f9c1d2e3b4a5968']],
  ['--url=https://mcp.example/s/4f9c1d2e3b4a5968/mcp', ['4f9c1d2e3b4a5968']],
  ['https://mcp.example/api/2026-07-28/a-long-name-without-digits', []],
  ['postgres://ada:hunter2@db', ['hunter2']],
  ['server.mjs', []],
])('%s holds the credentials %j', (address, secrets) => {
  expect(listAddressSecrets(address)).toEqual(secrets);
});

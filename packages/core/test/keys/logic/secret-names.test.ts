// Names of secrets in a header, a query, the environment and the options of a command.
import { expect, it } from 'vitest';
import { nameCommand } from '../../../src/features/lint/mcp/ways-in.js';
import { listEnvironmentSecrets } from '../../../src/keys/environment-secrets.js';
import { isSecretName } from '../../../src/keys/logic/secret-names.js';
import { listSecrets } from '../../../src/keys/secret-values.js';

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

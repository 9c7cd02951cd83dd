// Values of the environment that a command must not return in a message or a file.
import { expect, it } from 'vitest';
import { listEnvironmentSecrets } from '../../src/keys/environment-secrets.js';

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

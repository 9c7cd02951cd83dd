/** Words of a name that tell of a credential. */
const TELLING = new Set([
  'auth',
  'authentication',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'key',
  'oauth',
  'pass',
  'passphrase',
  'passwd',
  'password',
  'pat',
  'pwd',
  'secret',
  'sig',
  'sign',
  'signature',
  'token',
]);
/** `apikey`, `accesstoken`, `clientsecret`: nothing parts the words. */
const GLUED = /(?:key|token|secret|password|passwd|passphrase|signature|auth|cookie|credentials?)s?$/;
/** What only sounds so. */
const OTHERS = new Set(['donkey', 'hockey', 'hotkey', 'jockey', 'monkey', 'turkey', 'whiskey']);

/**
 * The one place that says what a secret is called: a header, a parameter of a query, a variable of the environment, an
 * option of a command. A name is no proof, and another name none of the contrary.
 */
export function isSecretName(name: string): boolean {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => TELLING.has(word) || (GLUED.test(word) && !OTHERS.has(word)));
}

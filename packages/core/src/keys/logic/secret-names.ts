/** Words in a name that suggest a credential. */
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
/** `apikey`, `accesstoken`, `clientsecret`: words without a separator. */
const GLUED = /(?:key|token|secret|password|passwd|passphrase|signature|auth|cookie|credentials?)s?$/;
/** Words that only sound alike. */
const OTHERS = new Set(['donkey', 'hockey', 'hotkey', 'jockey', 'monkey', 'turkey', 'whiskey']);

/**
 * The one place that decides which names suggest a secret: of headers, query parameters, environment
 * variables, command options. A name proves nothing either way.
 */
export function isSecretName(name: string): boolean {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => TELLING.has(word) || (GLUED.test(word) && !OTHERS.has(word)));
}

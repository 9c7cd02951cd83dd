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
/** Ends of words that are written without a separator, such as `apikey`, `accesstoken` or `clientsecret`. */
const GLUED = /(?:key|token|secret|password|passwd|passphrase|signature|auth|cookie|credentials?)s?$/;
/** Words that end in `key` but have nothing to do with one. */
const OTHERS = new Set(['donkey', 'hockey', 'hotkey', 'jockey', 'monkey', 'turkey', 'whiskey']);

/**
 * The one place that decides which names of headers, query parameters, environment variables and command
 * options suggest a secret. A name proves nothing either way.
 */
export function isSecretName(name: string): boolean {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => TELLING.has(word) || (GLUED.test(word) && !OTHERS.has(word)));
}

/** Shorter values occur by chance: redacting them would destroy evidence. */
const LEAST = 8;
/**
 * Matches words that may occur in any answer, such as `postgres` or `reasoning`. No key is that short and made up of
 * letters alone.
 */
const WORD = /^[A-Za-z][a-z]{0,14}$/;

/**
 * Values in a command's environment that must not appear in a message or a file: the values of variables whose
 * names suggest a credential, and passwords and keys inside addresses.
 */
export function listEnvironmentSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    // PWD is the current folder of a shell, not a password.
    isSecretName(name) && !/^(?:OLD)?PWD$/.test(name) ? [value.trim()] : findUrlSecrets(value),
  );
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST && !WORD.test(secret));
}

/**
 * Values that a user hands to one server by name, as headers or variables; they go nowhere else. Unlike in a whole
 * environment, every value counts, in its parts too (`Bearer ‹key›`), but for what may occur in any text: under a name
 * that suggests no credential, words and values of fewer than 8 characters.
 */
export function listGivenSecrets(values: Iterable<readonly [string, string]>): string[] {
  const secrets = [...values].flatMap(([name, value]) => [
    ...secretParts(name, value.trim()).filter(
      (part) => part !== '' && (isSecretName(name) || !WORD.test(part)),
    ),
    ...listAddressSecrets(value),
  ]);
  return [...new Set(secrets)];
}

/** A segment of a path that may be a key (`/s/‹key›/mcp`): long, with letters and digits. */
const KEY_SEGMENT = /^(?=.*[A-Za-z])(?=.*\d).{16,}$/;

/** Everything in an address that may be a credential: user name, password, values of the query, segments of the path. */
export function listAddressSecrets(text: string): string[] {
  const [address = ''] = /https?:\/\/\S+/i.exec(text) ?? [];
  if (!URL.canParse(address)) return findUrlSecrets(text);
  const { username, password, pathname, searchParams } = new URL(address);
  const given = listGivenSecrets([['user', username], ['password', password], ...searchParams]);
  return [...given, ...pathname.split('/').filter((segment) => KEY_SEGMENT.test(segment))];
}

/**
 * Password of `scheme://user:password@host`, as in addresses of databases and proxies, and the keys in its
 * query.
 */
export function findUrlSecrets(value: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#:@]*:([^/?#@]+)@/i.exec(value) ?? [];
  const [, query = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^?#]*\?([^#]+)/i.exec(value) ?? [];
  const keys = query.split('&').flatMap((part) => {
    const [, name = '', key = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    return isSecretName(name) ? [key] : [];
  });
  return password === undefined ? keys : [password, ...keys];
}

/**
 * In a header whose name does not suggest a secret, a shorter value may be a word that occurs by chance: redacting it
 * would destroy evidence.
 */
const LEAST_ELSEWHERE = 8;

const HARMLESS = /^(accept|accept-.*|content-type|user-agent)$/;

/**
 * Values sent to an evaluator that must not leak from its answer into a message or a file: header values, whole
 * and in parts (a server may quote only the key of `Bearer ‹key›`), and keys in the query.
 *
 * @param headers as sent, names in lower case
 */
export function listSecrets(headers: Readonly<Record<string, string>>, query: URLSearchParams): string[] {
  const own = Object.entries(headers).filter(([name]) => !HARMLESS.test(name));
  const inQuery = [...query].filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [...new Set([...own.flatMap(([name, value]) => secretParts(name, value)), ...inQuery])];
}

function secretParts(name: string, value: string): string[] {
  const least = isSecretName(name) ? 0 : LEAST_ELSEWHERE;
  const parts = value.split(/[\s;,=]+/).filter((part) => part.length >= LEAST_ELSEWHERE);
  return [value, ...parts, ...basicCredentials(value)].filter((part) => part.length >= least);
}

/** What `Basic ‹base64›` encodes: the user name with the password, and the password alone. */
function basicCredentials(value: string): string[] {
  const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Parts of a variable's name that tell of a credential. */
const TELLING = new Set([
  'apikey',
  'auth',
  'authorization',
  'credential',
  'credentials',
  'key',
  'pass',
  'passphrase',
  'passwd',
  'password',
  'pat',
  'pwd',
  'secret',
  'token',
]);
/** A name is no proof, and a short value occurs by chance: redacting it would destroy evidence. */
const LEAST = 8;

/**
 * Values of the environment that a command inherits and must not get back into a message or a file: those whose
 * variable is named like a credential, and passwords inside addresses.
 */
export function listEnvironmentSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    isTelling(name) ? [value.trim()] : passwordsIn(value),
  );
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST);
}

function isTelling(name: string): boolean {
  // The folder a shell is in.
  if (name === 'PWD') return false;
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((part) => TELLING.has(part));
}

/** `scheme://user:password@host`, as databases and proxies are addressed. */
function passwordsIn(value: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#:@]*:([^/?#@]+)@/i.exec(value) ?? [];
  return password === undefined ? [] : [password];
}

import { isSecretName } from './logic/secret-names.js';

/** Shorter values occur by chance: redacting them would destroy evidence. */
const LEAST = 8;
/**
 * `postgres`, `reasoning`: words that occur in any answer. No key is so short and made of small letters
 * alone.
 */
const WORD = /^[A-Za-z][a-z]{0,14}$/;

/**
 * Values of the environment that a command inherits and that must not appear in a message or a file: those of
 * variables named like a credential, and passwords inside addresses.
 */
export function listEnvironmentSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    // PWD is the current folder of a shell, not a password.
    isSecretName(name) && !/^(?:OLD)?PWD$/.test(name) ? [value.trim()] : findUrlSecrets(value),
  );
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST && !WORD.test(secret));
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

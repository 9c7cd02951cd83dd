import { isSecretName } from './logic/secret-names.js';

/** A short value occurs by chance: redacting it would destroy evidence. */
const LEAST = 8;
/** `postgres`, `reasoning`: a word that stands in any answer. No key is so short and made of small letters alone. */
const WORD = /^[A-Za-z][a-z]{0,14}$/;

/**
 * Values of the environment that a command inherits and must not get back into a message or a file: those whose
 * variable is named like a credential, and passwords inside addresses.
 */
export function listEnvironmentSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    // The folder a shell is in.
    isSecretName(name) && !/^(?:OLD)?PWD$/.test(name) ? [value.trim()] : findUrlSecrets(value),
  );
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST && !WORD.test(secret));
}

/** The password of `scheme://user:password@host`, as databases and proxies are addressed, and keys of its query. */
export function findUrlSecrets(value: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#:@]*:([^/?#@]+)@/i.exec(value) ?? [];
  const [, query = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^?#]*\?([^#]+)/i.exec(value) ?? [];
  const keys = query.split('&').flatMap((part) => {
    const [, name = '', key = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    return isSecretName(name) ? [key] : [];
  });
  return password === undefined ? keys : [password, ...keys];
}

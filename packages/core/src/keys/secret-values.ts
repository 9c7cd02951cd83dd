import { isSecretName } from './logic/secret-names.js';

/** Under any other name a short value is a word that occurs by chance: redacting it would destroy evidence. */
const LEAST_ELSEWHERE = 8;

const HARMLESS = /^(accept|accept-.*|content-type|user-agent)$/;

/**
 * What must never come back out of an evaluator's answer into a message or a file: the values of its headers, whole
 * and in their parts (of `Bearer ‹key›` a server quotes the key alone), and of keys in the query.
 *
 * @param headers as they go on the wire, names in lower case
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

/** `Basic ‹base64›` is user name and password to whoever reads it. */
function basicCredentials(value: string): string[] {
  const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

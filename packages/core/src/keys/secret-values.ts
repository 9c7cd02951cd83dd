import { isSecretName } from './logic/secret-names.js';

/**
 * In a header with any other name, a shorter value is a word that occurs by chance: redacting it would
 * destroy evidence.
 */
const LEAST_ELSEWHERE = 8;

const HARMLESS = /^(accept|accept-.*|content-type|user-agent)$/;

/**
 * Values that must not leak from an evaluator's answer into a message or a file: those of its headers, whole
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

/** `Basic ‹base64›` is readable as user name and password. */
function basicCredentials(value: string): string[] {
  const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

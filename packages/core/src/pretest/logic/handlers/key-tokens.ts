import type { HttpRequest } from '../../../net/logic/http.js';

/**
 * Tokens in place of keys for handler code: the engine holds only random text, which becomes the key in a request that
 * is about to be sent (Schemas-Spec 05, API Key Protection).
 */
export interface KeyTokens {
  /** Token by name of the server parameter. */
  readonly params: Readonly<Record<string, string>>;
  /** Names of the keys in a request. */
  namesIn(request: HttpRequest): readonly string[];
  /** The request with the keys filled in. */
  fill(request: HttpRequest): HttpRequest;
}

/**
 * @param values keys by name
 * @param newToken returns another token each time, of lower-case letters and digits only, so that no encoding changes
 *   it
 */
export function createKeyTokens(values: Readonly<Record<string, string>>, newToken: () => string): KeyTokens {
  const keys = Object.entries(values).map(([name, value]) => ({ name, value, token: newToken() }));
  const replaceAll = (text: string, encode: (value: string) => string) =>
    keys.reduce((filled, { token, value }) => filled.replaceAll(token, () => encode(value)), text);
  return {
    params: Object.fromEntries(keys.map(({ name, token }) => [name, token])),
    namesIn: ({ url, headers, body = '' }) => {
      const texts = [
        url,
        body,
        ...Object.entries(headers).flatMap(([name, value]) => [name, openBasic(value)]),
      ];
      return keys.filter(({ token }) => texts.some((text) => text.includes(token))).map(({ name }) => name);
    },
    fill: (request) => ({
      ...request,
      url: replaceAll(request.url, encodeURIComponent),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, fillHeader(value, replaceAll)]),
      ),
      ...(request.body !== undefined && { body: replaceAll(request.body, encoderOf(request)) }),
    }),
  };
}

type ReplaceAll = (text: string, encode: (value: string) => string) => string;

const BASIC = /^Basic\s+([A-Za-z0-9+/=]+)$/i;
const plain = (value: string) => value;

/** Decodes the base64 of `Basic …`: a handler that builds such credentials puts the token inside. */
function openBasic(value: string): string {
  const [, credentials] = BASIC.exec(value) ?? [];
  return credentials === undefined
    ? value
    : `${value} ${Buffer.from(credentials, 'base64').toString('utf8')}`;
}

function fillHeader(value: string, replaceAll: ReplaceAll): string {
  const [, credentials] = BASIC.exec(value) ?? [];
  if (credentials === undefined) return replaceAll(value, plain);
  const opened = Buffer.from(credentials, 'base64').toString('utf8');
  const filled = replaceAll(opened, plain);
  return filled === opened ? value : `Basic ${Buffer.from(filled, 'utf8').toString('base64')}`;
}

function encoderOf({ headers }: HttpRequest): (value: string) => string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/x-www-form-urlencoded/i.test(type)) return encodeURIComponent;
  return /json/i.test(type) ? (value) => JSON.stringify(value).slice(1, -1) : plain;
}

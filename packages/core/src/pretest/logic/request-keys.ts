import { createSecretSearch, isLongEnough } from '../../keys/logic/find-secrets.js';
import { findHeld, type HeldKey } from '../../keys/logic/key-home.js';
import type { SendKeys } from '../../keys/logic/send-keys.js';
import type { HttpRequest } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';

/** Checks each outgoing request, including redirects, for keys that must not be sent to its host (decision 0078). */
export interface KeyGuard {
  judge(request: HttpRequest): Leaving;
}

interface Leaving {
  /** Why the request must not be sent, or null. */
  readonly held: Problem | null;
  /** `NAME=host` for each of the request's keys that is sent only because the user allows it. */
  readonly sentKeys: readonly string[];
}

const WHY: Readonly<Record<HeldKey['why'], string>> = {
  foreign: 'which is no host of its owner',
  rentable: 'where anybody can rent a name',
  'not https': 'which is not asked by https',
};

/** @param values keys by name; they are found in every form in which requests and servers write them */
export function createKeyGuard(values: Readonly<Record<string, string>>, sendKeys: SendKeys): KeyGuard {
  const keys = Object.entries(values).map(([name, value]) => {
    // A host name is in lower case, and so is a key in it.
    const find = createSecretSearch([value, value.toLowerCase()]);
    return { name, value, isIn: (text: string) => find(text).length > 0 };
  });
  const showHost = (url: URL) =>
    keys
      .filter(({ value }) => isLongEnough(value))
      .reduce((host, { value }) => host.replaceAll(value.toLowerCase(), '[redacted]'), url.host);
  return {
    judge: ({ url: address, headers, body = '' }) => {
      const sentKeys: string[] = [];
      if (!URL.canParse(address)) return { held: null, sentKeys };
      const url = new URL(address);
      const texts = [address, url.href, body, ...Object.entries(headers).flat()];
      for (const { name, value, isIn } of keys) {
        // `https://{{ALCHEMY_HOST}}`: a key that is the whole host reaches no host but the one it names.
        const isHost = url.protocol === 'https:' && url.host === value.toLowerCase();
        const held = isHost ? null : findHeld(name, url);
        if (!held || !texts.some(isIn)) continue;
        const pair = sendKeys.find(name, url);
        if (pair === undefined) return { held: sayHeld(name, held, url, showHost(url)), sentKeys };
        sentKeys.push(pair);
      }
      return { held: null, sentKeys };
    },
  };
}

function sayHeld(name: string, { owner, why }: HeldKey, url: URL, host: string): Problem {
  const port = url.protocol === 'https:' || url.port !== '' ? '' : ':80';
  return problem('DPT-146', undefined, { name, owner, host, why: WHY[why], allow: `${host}${port}` });
}

/**
 * Gives handler code tokens instead of keys: the engine holds only random text, which is replaced by the key just
 * before a request is sent (Schemas-Spec 05, API Key Protection).
 */
export interface KeyTokens {
  /** The token of each server parameter, by the parameter's name. */
  readonly params: Readonly<Record<string, string>>;
  /** Names of the keys in a request. */
  namesIn(request: HttpRequest): readonly string[];
  /** The request with the keys filled in. */
  fill(request: HttpRequest): HttpRequest;
}

/**
 * @param values keys by name
 * @param newToken returns a different token each time, made of lower-case letters and digits only, so that no encoding
 *   changes it
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

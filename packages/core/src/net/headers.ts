import { validateHeaderName, validateHeaderValue } from 'node:http';
import { codeOf } from '../values/system-error.js';

/** Headers of the connection: only the client sets them, never a schema. */
const CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const DEFAULTS = {
  accept: '*/*',
  // Many public APIs refuse clients that do not name themselves.
  'user-agent': 'flowmcp-grading',
  'accept-encoding': 'gzip, br',
};

/** The headers to send: our defaults, overridden by the caller's headers in any letter case. */
export function completeHeaders(own: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...DEFAULTS, ...Object.fromEntries(given.filter(([name]) => !isConnectionHeader(name))) };
}

/** @param position counted from 1 */
export function findHeaderFault(
  { name, value }: { readonly name: string; readonly value: string },
  position: number,
): HeaderFault | null {
  if (!isValid(() => validateHeaderName(name))) {
    return { which: `no. ${position}`, reason: 'its name is not a header name' };
  }
  if (isConnectionHeader(name)) return { which: name, reason: 'it belongs to the connection' };
  if (isValid(() => validateHeaderValue(name, value))) return null;
  return {
    which: name,
    reason: 'its value contains a line break or another character that headers cannot carry',
  };
}

/** Why a header cannot be sent, and the part that may be shown: never its value, nor a name that may be a value. */
interface HeaderFault {
  readonly which: string;
  readonly reason: string;
}

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_INVALID_')) return false;
    throw error;
  }
}

function isConnectionHeader(name: string): boolean {
  return CONNECTION.has(name.toLowerCase());
}

/**
 * The delay a server asks for, in milliseconds: `Retry-After` holds seconds or an HTTP date (RFC 9110 10.2.3). null if
 * it is missing or unreadable.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts far more than HTTP dates; only text with the name of a month can be one.
  const at = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { codeOf } from '../values/system-error.js';
import { isConnectionHeader } from './request-headers.js';

/** Why a header cannot be sent, and the part that may be shown: never its value, nor a name that may be a value. */
export interface HeaderFault {
  readonly which: string;
  readonly reason: string;
}

/** @param position counted from 1 */
export function findHeaderFault(
  { name, value }: { readonly name: string; readonly value: string },
  position: number,
): HeaderFault | null {
  if (!isValid(() => validateHeaderName(name))) {
    return { which: `no. ${position}`, reason: 'its name is no header name' };
  }
  if (isConnectionHeader(name)) return { which: name, reason: 'it belongs to the connection' };
  if (isValid(() => validateHeaderValue(name, value))) return null;
  return {
    which: name,
    reason: 'its value holds a line break or another character that headers can not carry',
  };
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

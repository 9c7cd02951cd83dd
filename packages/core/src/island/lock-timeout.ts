import { fatal } from '../problems/error-codes.js';

/** Default. */
export const LOCK_TIMEOUT_MS = 10_000;

export const LOCK_TIMEOUT_NAME = 'FLOWMCP_LOCK_TIMEOUT';

const LONGEST_S = 86_400;

/**
 * How long to wait for the lock on a target, in milliseconds.
 *
 * @param text value of FLOWMCP_LOCK_TIMEOUT, in whole seconds; 0 does not wait
 * @throws GradingError CFG-003
 */
export function parseLockTimeout(text: string | undefined): number {
  if (text === undefined) return LOCK_TIMEOUT_MS;
  if (/^\d{1,5}$/.test(text) && Number(text) <= LONGEST_S) return Number(text) * 1000;
  throw fatal('CFG-003', undefined, {
    name: LOCK_TIMEOUT_NAME,
    found: JSON.stringify(text),
    expected: `whole seconds from 0 to ${LONGEST_S}`,
  });
}

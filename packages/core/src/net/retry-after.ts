/**
 * The delay a server asks for, in milliseconds: `Retry-After` holds seconds or an HTTP date (RFC 9110 10.2.3). null if
 * it is missing or unreadable.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts far more than HTTP dates, which name their month.
  const at = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

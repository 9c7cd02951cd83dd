import { fatal } from '../problems/error-codes.js';

/** Redirects the requests of one origin to another (a mock, a staging server). */
export type MapOrigin = (url: URL) => URL;

/**
 * Reads `--origin-map`. Path and query stay unchanged.
 *
 * @throws GradingError NET-021 for an entry that is not a plain http(s) origin
 */
export function parseOriginMap(entries: Readonly<Record<string, string>>): MapOrigin {
  const map = new Map(Object.entries(entries).map(([from, to]) => [parseOrigin(from), parseOrigin(to)]));
  return (url) => {
    const target = map.get(url.origin);
    return target === undefined ? url : new URL(`${target}${url.pathname}${url.search}`);
  };
}

function parseOrigin(entry: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : null;
  const bare = url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href);
  if (!bare) throw fatal('NET-021', undefined, { entry });
  return url.origin;
}

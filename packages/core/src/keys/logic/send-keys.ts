import { fatal } from '../../problems/error-codes.js';

/** Additional hosts to which the user allows keys to be sent. */
export interface SendKeys {
  /** `NAME=host` or `NAME=host:port`, sorted by code unit. */
  readonly pairs: readonly string[];
  /** The pair that allows a key to be sent to an address; undefined if there is none. */
  find(name: string, url: URL): string | undefined;
}

/**
 * Reads `--send-key` and `grading.sendKeys`. A host matches only itself, not the hosts below it. An entry
 * without a port allows https on any port; an entry with a port allows only that port, but also http, for a
 * proxy that offers nothing else.
 *
 * @throws GradingError NET-023 for an invalid host
 */
export function parseSendKeys(entries: Readonly<Record<string, readonly string[]>>): SendKeys {
  const named = Object.entries(entries).flatMap(([name, hosts]) =>
    hosts.map((entry) => `${name}=${parseHost(name, entry)}`),
  );
  const pairs = [...new Set(named)].sort();
  return {
    pairs,
    find: (name, { protocol, hostname, port }) => {
      const isSafe = protocol === 'https:';
      const withPort = `${name}=${hostname}:${port || (isSafe ? 443 : 80)}`;
      return pairs.find((pair) => pair === withPort || (isSafe && pair === `${name}=${hostname}`));
    },
  };
}

function parseHost(name: string, entry: string): string {
  const [, host = '', port] = /^([^/?#@\s\\]+?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  // The URL parser normalises a host to the form that is compared later: lower case, punycode, 127.1 as
  // 127.0.0.1.
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null;
  const isHost = url?.port === '' && /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname);
  if (!isHost) throw fatal('NET-023', undefined, { name, entry });
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
}

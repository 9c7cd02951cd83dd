import { fatal } from '../../problems/error-codes.js';

/** Where keys may go because their user says so. */
export interface SendKeys {
  /** `NAME=host` or `NAME=host:port`, by code unit. */
  readonly pairs: readonly string[];
  /** The pair that lets a key go to an address; undefined where none does. */
  find(name: string, url: URL): string | undefined;
}

/**
 * Reads `--send-key` and `grading.sendKeys`. A host is exact: nothing below it is meant. Without a port it is meant by https
 * on any port, with one by http too, for a proxy that speaks nothing else.
 *
 * @throws GradingError NET-023 for an entry that is no host
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
  // The URL parser spells a host as it will later be compared: lower case, punycode, 127.1 as 127.0.0.1.
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null;
  const isHost = url?.port === '' && /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname);
  if (!isHost) throw fatal('NET-023', undefined, { name, entry });
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
}

/** Headers of the connection, which the client sets and a schema cannot. */
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
  // Many public APIs refuse clients without a name.
  'user-agent': 'flowmcp-grading',
  'accept-encoding': 'gzip, br',
};

export function isConnectionHeader(name: string): boolean {
  return CONNECTION.has(name.toLowerCase());
}

/** The headers to send: our defaults, overridden by the caller's headers in any letter case. */
export function completeHeaders(own: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...DEFAULTS, ...Object.fromEntries(given.filter(([name]) => !isConnectionHeader(name))) };
}

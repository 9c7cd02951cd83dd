import { fatal } from '../../../problems/error-codes.js';
import { sha256 } from '../../../spec/hash.js';
import type { EvaluatorMark } from '../logic/queued-call.js';

export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly tls: boolean;
  readonly username: string | null;
  /** Secret. */
  readonly password: string | null;
  /** The address in a form that may be shown. */
  readonly shown: string;
}

const PORT = 6379;
const DATABASE = /^\/(\d{1,5})?$/;

/**
 * Reads `redis://[user[:password]@]host[:port][/db]`, or `rediss://` for TLS.
 *
 * @throws GradingError QUE-001, without the text, which may contain a password
 */
export function parseQueueAddress(text: string): QueueAddress {
  const refuse = (reason: string) => fatal('QUE-001', undefined, { reason });
  if (!URL.canParse(text)) throw refuse('redis://host:port/db was expected, but it is not an address');
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== 'redis:' && protocol !== 'rediss:') {
    throw refuse(`redis:// or rediss:// was expected, found ${protocol}//`);
  }
  if (hostname === '') throw refuse('it names no host');
  const [path, db = '0'] = DATABASE.exec(pathname === '' ? '/' : pathname) ?? [];
  if (path === undefined) throw refuse('the number of a database was expected after the host, such as /0');
  if (search !== '' || hash !== '') throw refuse('it contains a query or a fragment, which would be ignored');
  const place = `${hostname}:${port === '' ? PORT : port}/${Number(db)}`;
  return {
    // An IPv6 host has brackets in a URL, but must not have them when connecting.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORT : Number(port),
    db: Number(db),
    tls: protocol === 'rediss:',
    username: username === '' ? null : decode(username, refuse),
    password: password === '' ? null : decode(password, refuse),
    shown: `${protocol}//${place}`,
  };
}

function decode(text: string, refuse: (reason: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse(
      'its user or password contains a % that does not start a character; write %25 for a literal %',
    );
  }
}

/** Prefix of all our keys in a Redis that others use too. */
export const PREFIX = 'flowmcp';

const LONGEST = 60;

/**
 * The queue of an evaluator, independent of its version: a worker with another version should report the difference
 * instead of using a queue of its own. A provider's limits apply to a model or a service, so each of these has its own
 * queue.
 */
export function queueNameOf({ harness, name, model }: EvaluatorMark): string {
  const words = [harness, model ?? name].join('-').replaceAll(/[^\w.-]+/g, '-');
  return `${words.slice(0, LONGEST)}-${sha256(JSON.stringify([harness, name, model])).slice(0, 8)}`;
}

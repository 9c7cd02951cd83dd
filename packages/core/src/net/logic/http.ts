import type { Gathered } from '../../spec/gathered.js';

/** Maximum size of a response, in bytes. Reading stops there, and a larger response cannot be judged. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** One HTTP call as plain data. It exists in memory only and is never stored. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute http(s) address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Only the status is wanted: the body is discarded unread. */
  readonly ignoreBody?: boolean;
}

/** The result of reading JSON from outside. */
export type ForeignJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'no-json' }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-large' };

export const HTTP_FAILURES = [
  'timeout',
  'dns',
  'refused',
  'tls',
  'reset',
  'network',
  'blocked-address',
  'redirect',
  'bad-url',
  'bad-request',
  'bad-response',
  'closed',
  'key-held',
] as const;
export type HttpFailure = (typeof HTTP_FAILURES)[number];

/** The outcome of a call. A failure is a value, too: nothing that a server or the network does causes an exception. */
export type HttpOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly contentType: string | null;
      /** The decoded bytes, up to the client's limit. */
      readonly body: Buffer;
      /** Number of decoded bytes that were read; if truncated, the body has more. */
      readonly bytes: number;
      /** The answer was longer than the limit, and the rest was not read. */
      readonly truncated: boolean;
      /** Content of a large body, parsed off the main thread; absent: not parsed yet. */
      readonly json?: ForeignJson;
      readonly durationMs: number;
      /**
       * How the call differed from a plain one, for example because another origin was called; absent if it did not
       * differ.
       */
      readonly gathered?: Gathered;
    }
  | {
      readonly kind: 'failed';
      readonly reason: HttpFailure;
      /** Contains no address, header or value of the request. */
      readonly message: string;
      /** Status of the last answer, if there was one (such as a redirect without a valid destination). */
      readonly status: number | null;
      readonly durationMs: number;
      readonly gathered?: Gathered;
    };

/** Sends requests; the pretest makes no other use of the network. */
export interface HttpClient {
  /** @param mayFollow called before each redirect with the resulting request; without it every redirect is followed */
  send(request: HttpRequest, mayFollow?: (next: HttpRequest) => boolean): Promise<HttpOutcome>;
  close(): Promise<void>;
}

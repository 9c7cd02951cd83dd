import type { Gathered } from '../../spec/gathered.js';

/** One HTTP call as plain data. It lives in memory only and is never written down. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute http(s) address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Only the status is wanted: the answer's body is dropped unread. */
  readonly ignoreBody?: boolean;
}

/** What came of reading JSON that others sent. */
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

/** What came of a call. A failure is a value too; nothing is thrown for what a server or a network does. */
export type HttpOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly contentType: string | null;
      /** Decoded bytes, at most the client's cap. */
      readonly body: Buffer;
      /** Decoded bytes that were read; a lower bound when truncated. */
      readonly bytes: number;
      /** The answer was longer than the cap and the rest was not read. */
      readonly truncated: boolean;
      /** What a large body holds, read off the main thread; absent: nobody has looked yet. */
      readonly json?: ForeignJson;
      readonly durationMs: number;
      /** Absent: nothing sets the way to it apart. */
      readonly gathered?: Gathered;
    }
  | {
      readonly kind: 'failed';
      readonly reason: HttpFailure;
      /** Names no address, header or value of the request. */
      readonly message: string;
      /** Status of the last answer, where there was one (a redirect that leads nowhere). */
      readonly status: number | null;
      readonly durationMs: number;
      readonly gathered?: Gathered;
    };

/** Whoever sends requests; the pretest knows no more of it than this. */
export interface HttpClient {
  /** @param mayFollow asked before each redirect, with the request it makes; without it every redirect is followed */
  send(request: HttpRequest, mayFollow?: (next: HttpRequest) => boolean): Promise<HttpOutcome>;
  close(): Promise<void>;
}

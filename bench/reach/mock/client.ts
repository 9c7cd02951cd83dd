import type { HttpClient, HttpRequest } from '../../../packages/core/src/net/logic/http.js';
import { type MockAnswer, PNG } from './answers.js';

export interface Exchange {
  readonly request: HttpRequest;
  readonly answer: MockAnswer;
}

/** A client that reaches no network: every request gets its mock answer with HTTP 200. */
export function createMockClient(
  answer: (request: HttpRequest) => MockAnswer,
  note: (exchange: Exchange) => void = () => {},
): HttpClient {
  return {
    send: async (request) => {
      if (request.ignoreBody) return respond({ contentType: 'text/html', body: '' });
      const found = answer(request);
      note({ request, answer: found });
      return respond(found);
    },
    close: async () => {},
  };
}

function respond({ contentType, body: text }: MockAnswer) {
  const body = Buffer.from(text, text === PNG ? 'latin1' : 'utf8');
  return {
    ...({ kind: 'response', status: 200, contentType, body, bytes: body.length } as const),
    ...{ truncated: false, durationMs: 0 },
  };
}

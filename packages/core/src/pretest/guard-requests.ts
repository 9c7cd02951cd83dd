import type { Redactor } from '../keys/logic/redact.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../net/logic/http.js';
import { describeProblem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { HandlerFetch } from '../sandbox/logic/handlers.js';
import type { OpenSlot } from '../sources/logic/placeholders.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../spec/schema-main.js';
import { createSlotSearch } from './logic/handlers/find-open-slot.js';
import { judgeRequest } from './logic/handlers/judge-request.js';
import type { KeyTokens } from './logic/handlers/key-tokens.js';
import { formatFetchAnswer, formatFetchError, readFetch } from './logic/handlers/read-fetch.js';

/**
 * The only network access for the code of one test: allowed requests go through the guarded client, with keys filled
 * in.
 */
export interface Guard {
  send(request: HttpRequest): Promise<HttpOutcome | Problem>;
  /** The same for a `fetch` of handler code. */
  readonly fetch: HandlerFetch;
  /** The last outcome; null if nothing was sent. */
  last(): HttpOutcome | null;
  /** Why the first blocked request was not sent. */
  refused(): Problem | null;
  /** Why a request with an unfilled placeholder was not sent: then the test does not work, whatever its code does. */
  unfilled(): Problem | null;
}

interface GuardInput {
  readonly main: SchemaMain;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  readonly tokens: KeyTokens;
  /** Placeholders that were still unfilled when the code got the request. */
  readonly open: readonly OpenSlot[];
  readonly client: HttpClient;
  readonly allowWrites: boolean;
  readonly redactor: Redactor;
}

export function createGuard({
  main,
  tool,
  test,
  tokens,
  open,
  client,
  allowWrites,
  redactor,
}: GuardInput): Guard {
  const slots = createSlotSearch({ main, test, open });
  let last: HttpOutcome | null = null;
  let refused: Problem | null = null;
  let unfilled: Problem | null = null;
  const send = async (request: HttpRequest): Promise<HttpOutcome | Problem> => {
    const keys = tokens.namesIn(request);
    const holding = slots.findIn(request);
    unfilled ??= holding;
    const found = holding ?? judgeRequest(request, { tool, root: main.root ?? '', allowWrites, keys });
    if (found) {
      refused ??= found;
      return found;
    }
    last = await client.send(tokens.fill(request));
    if (last.kind === 'response') slots.learnFrom(last.body);
    return last;
  };
  return {
    send,
    fetch: async (text) => {
      const request = readFetch(text);
      if (!request) return formatFetchError('this is no request');
      const sent = await send(request);
      if ('code' in sent) return formatFetchError(describeProblem(sent).message);
      return formatFetchAnswer(sent, request.url, redactor);
    },
    last: () => last,
    refused: () => refused,
    unfilled: () => unfilled,
  };
}

import { pathToFileURL } from 'node:url';
import { HANDLER_STAGES, type HandlerRuntime, type HandlerStages } from '../../src/sandbox/logic/handlers.js';

type Handler = (input: unknown) => unknown;
let fresh = 0;

type Made = Record<string, Record<string, Handler>>;

/**
 * Runs handlers as the FlowMCP runtime does: in this process. For sources that the developer trusts; the sandbox is
 * compared with it. During a call, `fetch` is that of the call.
 */
export function createPlainHandlers(file: string, lists: Readonly<Record<string, unknown>>): HandlerRuntime {
  // State that the module keeps begins afresh with each runtime.
  fresh += 1;
  const url = `${pathToFileURL(file)}?fresh=${fresh}`;
  let made: Made | null = null;
  const load = async () => {
    try {
      if (made === null) {
        const module = (await import(url)) as {
          handlers: (injected: unknown) => Made;
        };
        made = module.handlers({ sharedLists: lists, libraries: {} });
      }
    } catch (error) {
      return { ok: false as const, reason: String((error as Error).message) };
    }
    const handlers = made;
    const stages: HandlerStages = new Map(
      Object.keys(handlers).map((tool) => [
        tool,
        HANDLER_STAGES.filter((stage) => typeof handlers[tool]?.[stage] === 'function'),
      ]),
    );
    return { ok: true as const, value: stages };
  };
  return {
    libraries: [],
    load,
    call: async ({ tool, stage, input, fetch: ask }) => {
      const before = globalThis.fetch;
      globalThis.fetch = async (url, init = {}) => answerPlainly(ask, String(url), init);
      try {
        const value = await made?.[tool]?.[stage]?.(JSON.parse(JSON.stringify(input)));
        const text = JSON.stringify(value);
        return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
      } catch (error) {
        return { ok: false, reason: error instanceof Error ? error.message : String(error) };
      } finally {
        globalThis.fetch = before;
      }
    },
    close: async () => undefined,
  };
}

async function answerPlainly(ask: (text: string) => Promise<string>, url: string, init: RequestInit) {
  const { method = 'GET', headers = {}, body = null } = init;
  const sent = new Request(url, { method, headers, body, ...(body && { duplex: 'half' }) });
  const asked = {
    url,
    method: method.toUpperCase(),
    headers: [...sent.headers],
    body: body && (await sent.text()),
  };
  const answer = JSON.parse(await ask(JSON.stringify(asked)));
  if (answer.error !== undefined) throw new TypeError(`fetch failed: ${answer.error}`);
  const bytes = answer.base64 === undefined ? Buffer.from(answer.text) : Buffer.from(answer.base64, 'base64');
  return new Response(answer.status === 204 ? null : bytes, {
    status: answer.status,
    headers: answer.contentType === null ? {} : { 'content-type': answer.contentType },
  });
}

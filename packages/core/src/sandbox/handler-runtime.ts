import pLimit from 'p-limit';
import { isLarge, readForeignJson } from '../net/foreign-json.js';
import { isRecord } from '../values/is-record.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../values/json-depth.js';
import type { SandboxLibrary } from './library-scripts.js';
import { MOST_SCRIPTS, SANDBOX_LIMITS } from './limits.js';
import {
  type CodeResult,
  HANDLER_STAGES,
  type HandlerFetch,
  type HandlerRuntime,
  type HandlerStage,
  type HandlerStages,
} from './logic/handlers.js';
import { type CodeEngine, type HandlerCommand, isEnding, type SandboxReply } from './messages.js';

/** How many times one schema may restart an engine that had to be stopped. */
const RESTARTS = 3;
/** Maximum number of requests one call may make, in any engine. */
const MOST_REQUESTS = SANDBOX_LIMITS.requests;

interface HandlerModule {
  readonly source: string;
  /** Entries of the shared lists, by name. */
  readonly lists: Readonly<Record<string, unknown>>;
  /** Names of the libraries that the schema declares. */
  readonly declared?: readonly string[];
  /** Those that the engine loads before the module. */
  readonly libraries?: readonly SandboxLibrary[];
}

/** Answers requests from code that must not make any. */
const NO_FETCH: HandlerFetch = async () =>
  JSON.stringify({ error: 'requests are possible in a handler only' });

/**
 * The handlers of one schema. One engine serves all of its tests and starts when the first handler runs. If code had to
 * be stopped, the module is loaded again, up to {@link RESTARTS} times; after that its handlers no longer run.
 */
export function createHandlerRuntime(
  engine: CodeEngine,
  { source, lists, declared = [], libraries = [] }: HandlerModule,
): HandlerRuntime {
  // The engine does one thing at a time.
  const inTurn = pLimit(1);
  let loaded: CodeResult<HandlerStages> | null = null;
  let ended = 0;
  let lastReason = '';
  let isClosed = false;
  // Once the engine is closed, calls that are still waiting must not start it again: nothing would ever stop it.
  const run = async (command: HandlerCommand, fetch: HandlerFetch): Promise<SandboxReply> => {
    if (isClosed) return { ok: false, failure: 'engine', reason: 'not run: the engine was closed' };
    const reply = await engine.run(command, fetch);
    // If the engine was closed while it was starting, it is running now.
    if (isClosed) await engine.close();
    return reply;
  };
  const note = (reply: SandboxReply) => {
    if (reply.ok || !isEnding(reply)) return;
    ended += 1;
    lastReason = reply.reason;
  };
  const load = async (): Promise<CodeResult<HandlerStages>> => {
    if (loaded && (engine.isRunning || !loaded.ok)) return loaded;
    if (libraries.length > MOST_SCRIPTS) {
      loaded = {
        ok: false,
        reason: `it needs ${libraries.length} libraries, and ${MOST_SCRIPTS} are the most`,
      };
      return loaded;
    }
    const command = {
      kind: 'handlers',
      source: source.startsWith('\uFEFF') ? source.slice(1) : source,
      lists: JSON.stringify(lists),
      libraries: declared,
      scripts: libraries.map(({ name, read }) => ({ name, source: read() })),
    } as const;
    const reply = await run(command, NO_FETCH);
    note(reply);
    loaded = reply.ok ? await readStages(reply.text) : asResult(reply);
    return loaded;
  };
  return {
    libraries: libraries.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    load: () => inTurn(load),
    call: ({ tool, stage, input, fetch }) =>
      inTurn(async () => {
        if (ended > RESTARTS) return { ok: false, reason: `not run after ${ended} others: ${lastReason}` };
        const ready = await load();
        if (!ready.ok) return ready;
        const command = { kind: 'call', tool, stage, input: JSON.stringify(input) } as const;
        const reply = await run(command, countRequests(fetch));
        note(reply);
        return reply.ok ? readResult(reply.text) : asResult(reply);
      }),
    close: () => {
      isClosed = true;
      return engine.close();
    },
  };
}

function asResult({ failure, reason, missing }: Extract<SandboxReply, { ok: false }>): CodeResult<never> {
  return {
    ...{ ok: false, reason },
    ...(failure === 'write' && { writesTo: reason }),
    ...(missing !== undefined && { missing }),
  };
}

function countRequests(fetch: HandlerFetch): HandlerFetch {
  const made = { own: 0, left: 0 };
  return async (text, isLeftOver = false) => {
    const whose = isLeftOver ? 'left' : 'own';
    made[whose] += 1;
    return made[whose] > MOST_REQUESTS
      ? JSON.stringify({ error: `more than ${MOST_REQUESTS} requests in one call` })
      : fetch(text, isLeftOver);
  };
}

/** Reads `[["getItems",["preRequest"]]]` and ignores everything else that a stranger's code returns. */
async function readStages(text: string): Promise<CodeResult<HandlerStages>> {
  const read = await readResult(text);
  if (!read.ok) return read;
  const pairs = Array.isArray(read.value) ? read.value : [];
  const stages = pairs.flatMap((pair: unknown): [string, HandlerStage[]][] => {
    if (!Array.isArray(pair)) return [];
    const [tool, names]: unknown[] = pair;
    if (typeof tool !== 'string' || !Array.isArray(names)) return [];
    return [[tool, HANDLER_STAGES.filter((stage) => names.includes(stage))]];
  });
  return { ok: true, value: new Map(stages) };
}

/**
 * Reads a result of the sandbox. The result arrives as text, so no getter, proxy or `toJSON` from a stranger runs on
 * our side. A key that would reach a prototype when the value is copied is refused, as in the static reader.
 */
async function readResult(text: string): Promise<CodeResult<unknown>> {
  const isDeep = !isLarge(text) && jsonDepth(text) > MAX_JSON_DEPTH;
  const read = isDeep ? ({ kind: 'too-deep' } as const) : await readForeignJson(text);
  if (read.kind === 'too-large') return { ok: false, reason: 'what it gives is too large', isTooLarge: true };
  if (read.kind === 'too-deep') {
    return { ok: false, reason: `what it gives is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  if (read.kind === 'no-json') return { ok: false, reason: 'what it gives is no JSON' };
  const { value } = read;
  return holdsProto(value)
    ? { ok: false, reason: 'what it gives has a key "__proto__"' }
    : { ok: true, value };
}

function holdsProto(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) {
      if (Object.hasOwn(value, '__proto__')) return true;
      for (const item of Object.values(value)) open.push(item);
    }
  }
  return false;
}

import type { Redactor } from '../keys/logic/redact.js';
import { readLargeBody } from '../net/foreign-json.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../net/logic/http.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { HandlerFetch, HandlerRuntime, HandlerStage } from '../sandbox/logic/handlers.js';
import type { OpenSlot } from '../sources/logic/placeholders.js';
import type { RuleBook } from '../spec/books/book.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../spec/schema-main.js';
import { isRecord } from '../values/is-record.js';
import { type BodyFailure, findFailure, isEmpty, readAnswer } from './logic/classify-body.js';
import {
  type ClassifiedTest,
  classifyHandled,
  classifyOutcome,
  couldNotTell,
  handlerFailed,
  refuseTest,
  type TestIdentity,
} from './logic/classify-outcome.js';
import {
  createSlotSearch,
  formatFetchAnswer,
  formatFetchError,
  judgeRequest,
  readFetch,
} from './logic/handler-requests.js';
import {
  applyPreRequest,
  callerValues,
  draftRequest,
  finishRequest,
  type RequestDraft,
} from './logic/request/draft-request.js';
import type { KeyTokens } from './logic/request-keys.js';

interface HandledTest {
  readonly main: SchemaMain;
  readonly name: string;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  readonly stages: readonly HandlerStage[];
  readonly runtime: HandlerRuntime;
  readonly tokens: KeyTokens;
  readonly client: HttpClient;
  /** Sends what work of an earlier test asks for. */
  readonly leftOverClient: HttpClient;
  readonly allowWrites: boolean;
  readonly identity: TestIdentity;
  readonly redactor: Redactor;
  readonly book: RuleBook;
}

/** A test on its way through the stages. */
interface Run extends HandledTest {
  readonly guard: Guard;
  readonly values: Record<string, unknown>;
  readonly since: () => number;
}

/**
 * Runs one test of a tool with handler code (Schemas-Spec 01, Handler Types): `preRequest` may change the request,
 * `executeRequest` replaces it, and `postRequest` turns the answer into data. If the code throws an error, the test
 * fails with that error as the reason.
 */
export async function runHandledTest(test: HandledTest): Promise<ClassifiedTest> {
  const { main, tool, tokens } = test;
  const drafted = draftRequest({ main, tool, test: test.test, serverParams: tokens.params });
  if ('code' in drafted) return refuseTest(drafted, test);
  const { draft, open } = drafted;
  const started = performance.now();
  const run: Run = {
    ...test,
    guard: createGuard({ ...test, open }),
    values: callerValues(tool, test.test),
    since: () => Math.round(performance.now() - started),
  };
  const done = await runStages(run, draft);
  const unfilled = run.guard.unfilled();
  return unfilled && done.untold?.code !== 'DPT-147' ? refuseTest(unfilled, test) : done;
}

async function runStages(run: Run, draft: RequestDraft): Promise<ClassifiedTest> {
  const prepared = await prepare(run, draft);
  if ('record' in prepared) return prepared;
  return run.stages.includes('executeRequest') ? execute(run, prepared) : send(run, prepared);
}

async function prepare(run: Run, draft: RequestDraft): Promise<RequestDraft | ClassifiedTest> {
  if (!run.stages.includes('preRequest')) return draft;
  const { url, method, headers, body } = draft;
  const called = await call(run, 'preRequest', {
    struct: { url, method, headers, body },
    payload: run.values,
  });
  if ('record' in called) return called;
  const changed = applyPreRequest(draft, called.value);
  return typeof changed === 'string' ? fail(run, 'preRequest', changed) : changed;
}

/**
 * The runtime passes `executeRequest` a result to fill and the request as payload, while the specification passes the
 * request as `struct` and the caller's values as payload. Here both are combined, so that code written for either finds
 * what it expects.
 */
async function execute(run: Run, draft: RequestDraft): Promise<ClassifiedTest> {
  const { url, method, headers, body } = draft;
  const request = { url, method, headers, body };
  const called = await call(run, 'executeRequest', {
    struct: { ...request, status: true, messages: [], data: null, dataAsString: null },
    payload: { ...run.values, ...request, userParams: run.values, serverParams: run.tokens.params },
  });
  if ('record' in called) return called;
  const { value } = called;
  if (!isRecord(value)) return fail(run, 'executeRequest', 'it gives no object');
  const struct = isRecord(value.struct) ? value.struct : {};
  if (struct.status === false) return fail(run, 'executeRequest', describeMessages(struct.messages));
  const data = value.response === undefined ? struct.data : value.response;
  return finish(run, draft, { data, failure: findFailure(data, null) });
}

async function send(run: Run, draft: RequestDraft): Promise<ClassifiedTest> {
  const request = finishRequest(draft);
  if ('code' in request) return refuseTest(request, run);
  const outcome = await run.guard.send(request);
  if ('code' in outcome) return refuseTest(outcome, run);
  const sent = await readLargeBody(outcome);
  if (!run.stages.includes('postRequest')) return classifyOutcome(sent, run.tool.output, run);
  if (sent.kind === 'failed' || sent.status !== run.book.scoring.workingHttpStatus) {
    return classifyOutcome(sent, undefined, run);
  }
  const answer = readAnswer(sent, undefined);
  if (answer.kind !== 'data') return classifyOutcome(sent, undefined, run);
  const failure = findFailure(answer.value, sent.contentType);
  const finished = await finish(run, draft, { data: run.redactor.value(answer.value), failure });
  // Code that fails on an empty answer is not at fault.
  const isFault = finished.record.status === 'handler-error';
  return isFault && isEmpty(answer.value) ? classifyOutcome(sent, undefined, run) : finished;
}

/** The data from the tool's declared request, or from `executeRequest`, which replaces that request. */
interface Brought {
  readonly data: unknown;
  readonly failure: BodyFailure | null;
}

/** Runs `postRequest`, then judges the data. */
async function finish(run: Run, draft: RequestDraft, brought: Brought): Promise<ClassifiedTest> {
  const { data, failure } = brought;
  if (!run.stages.includes('postRequest') || failure?.weight === 'certain') return judge(run, brought);
  const { url, method, headers, body } = draft;
  const called = await call(run, 'postRequest', {
    response: data,
    struct: { url, method, headers, body },
    payload: run.values,
  });
  if ('record' in called) return called;
  if (!isRecord(called.value)) return fail(run, 'postRequest', 'it gives no object');
  const { response } = called.value;
  if (response === undefined) return judge(run, brought);
  return judge(run, { data: response, failure: failure && weighAgain(failure, response) });
}

/**
 * If handler code has turned an answer into data, a failure in the answer is only a remark, unless the data still
 * reports a failure.
 */
function weighAgain(failure: BodyFailure, response: unknown): BodyFailure {
  return findFailure(response, null) === null ? { ...failure, weight: 'remark' } : failure;
}

function judge(run: Run, { data: value, failure }: Brought): ClassifiedTest {
  const handled = { value, failure, httpStatus: run.guard.last()?.status ?? null, durationMs: run.since() };
  return classifyHandled(handled, run.tool.output, run);
}

async function call(
  run: Run,
  stage: HandlerStage,
  input: unknown,
): Promise<{ readonly value: unknown } | ClassifiedTest> {
  const result = await run.runtime.call({ tool: run.name, stage, input, fetch: run.guard.fetch });
  if (result.ok) return { value: result.value };
  const { reason, writesTo, missing, isTooLarge } = result;
  if (isTooLarge) return couldNotTell(problem('DPT-137'), { ...run, durationMs: run.since() });
  // The API's answer does not matter here: the code might have acted differently with a writable main, or the library.
  if (writesTo !== undefined) {
    const found = problem('SRC-010', undefined, { what: stage, path: writesTo });
    return couldNotTell(found, { ...run, durationMs: run.since() });
  }
  if (missing === undefined) return fail(run, stage, reason);
  const found = problem('DPT-147', undefined, { library: missing });
  return couldNotTell(found, { ...run, durationMs: run.since() });
}

/** If a request was blocked, that is the reason to report: code that fails afterwards fails because of it. */
function fail(run: Run, stage: HandlerStage, reason: string): ClassifiedTest {
  const refused: Problem | null = run.guard.refused();
  if (refused) return refuseTest(refused, run);
  const found = problem('DPT-141', undefined, { stage, reason });
  return handlerFailed(found, run.guard.last(), { ...run, durationMs: run.since() });
}

function describeMessages(messages: unknown): string {
  const texts = Array.isArray(messages) ? messages.filter((text) => typeof text === 'string') : [];
  return texts.length > 0 ? texts.join('; ').slice(0, 500) : 'it says that it failed, and not why';
}

/**
 * The only network access for the code of one test: allowed requests go through the guarded client, with keys filled
 * in.
 */
interface Guard {
  send(request: HttpRequest): Promise<HttpOutcome | Problem>;
  /**
   * Does the same as `send` for a `fetch` call in handler code. A request of an earlier test's work is held to the same
   * rules, and leaves no trace in this test.
   */
  readonly fetch: HandlerFetch;
  /** The last outcome; null if nothing was sent. */
  last(): HttpOutcome | null;
  /** Why the first blocked request was not sent. */
  refused(): Problem | null;
  /**
   * Why a request with an unfilled placeholder was not sent: in that case the test does not count as working,
   * whatever its code does.
   */
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
  readonly leftOverClient: HttpClient;
  readonly allowWrites: boolean;
  readonly redactor: Redactor;
  readonly book: RuleBook;
}

function createGuard(input: GuardInput): Guard {
  const { main, tool, test, tokens, open, client, leftOverClient, allowWrites, redactor } = input;
  const slots = createSlotSearch({ main, test, open });
  let last: HttpOutcome | null = null;
  let refused: Problem | null = null;
  let unfilled: Problem | null = null;
  const judgeOne = (request: HttpRequest, holding: Problem | null) =>
    holding ??
    judgeRequest(request, { tool, root: main.root ?? '', allowWrites, keys: tokens.namesIn(request) });
  const sendLeftOver = async (request: HttpRequest): Promise<HttpOutcome | Problem> =>
    judgeOne(request, slots.findIn(request)) ?? leftOverClient.send(tokens.fill(request));
  const send = async (request: HttpRequest): Promise<HttpOutcome | Problem> => {
    const holding = slots.findIn(request);
    unfilled ??= holding;
    const found = judgeOne(request, holding);
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
    fetch: async (text, isLeftOver) => {
      const request = readFetch(text);
      if (!request) return formatFetchError('this is no request');
      const sent = await (isLeftOver ? sendLeftOver : send)(request);
      if ('code' in sent) return formatFetchError(describeProblem(sent).message);
      return formatFetchAnswer(sent, request.url, redactor);
    },
    last: () => last,
    refused: () => refused,
    unfilled: () => unfilled,
  };
}

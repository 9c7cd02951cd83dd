import type { Redactor } from '../keys/logic/redact.js';
import { readLargeBody } from '../net/foreign-json.js';
import type { HttpClient } from '../net/logic/http.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { HandlerRuntime, HandlerStage } from '../sandbox/logic/handlers.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../spec/schema-main.js';
import { scoringSystem } from '../spec/scoring-system-1.0.0.js';
import { isRecord } from '../values/is-record.js';
import { createGuard, type Guard } from './guard-requests.js';
import { type BodyFailure, findFailure, isEmpty } from './logic/classify-body.js';
import { classifyHandled, couldNotTell, handlerFailed } from './logic/classify-handled.js';
import {
  type ClassifiedTest,
  classifyOutcome,
  refuseTest,
  type TestIdentity,
} from './logic/classify-outcome.js';
import { applyPreRequest, finishRequest } from './logic/handlers/finish-request.js';
import type { KeyTokens } from './logic/handlers/key-tokens.js';
import { readAnswer } from './logic/read-answer.js';
import { callerValues, draftRequest, type RequestDraft } from './logic/request/draft-request.js';

interface HandledTest {
  readonly main: SchemaMain;
  readonly name: string;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  readonly stages: readonly HandlerStage[];
  readonly runtime: HandlerRuntime;
  readonly tokens: KeyTokens;
  readonly client: HttpClient;
  readonly allowWrites: boolean;
  readonly identity: TestIdentity;
  readonly redactor: Redactor;
}

/** A test in progress through the stages. */
interface Run extends HandledTest {
  readonly guard: Guard;
  readonly values: Record<string, unknown>;
  readonly since: () => number;
}

/**
 * Runs one test of a tool with handler code (Schemas-Spec 01, Handler Types): `preRequest` may change the request,
 * `executeRequest` replaces it, `postRequest` turns the answer into data. A fault of the code is a failed test with its
 * reason.
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
  return unfilled ? refuseTest(unfilled, test) : done;
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
 * request as `struct` and the caller's values as payload: code written for either finds what it expects.
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
  if (sent.kind === 'failed' || sent.status !== scoringSystem.workingHttpStatus) {
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

/** The result of the tool's own request, or of `executeRequest` in its place. */
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

/** Handler code that turned an answer into data could read it; but data that still reports a failure is not data. */
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
  const { reason, writesTo, isTooLarge } = result;
  if (isTooLarge) return couldNotTell(problem('DPT-137'), { ...run, durationMs: run.since() });
  if (writesTo === undefined) return fail(run, stage, reason);
  // Whatever the API answered: the code might have acted differently with a writable main.
  const found = problem('SRC-010', undefined, { what: stage, path: writesTo });
  return couldNotTell(found, { ...run, durationMs: run.since() });
}

/** A blocked request comes first: code that fails afterwards fails because of it. */
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

import { oneLine } from '../documents/quoted-text.js';
import { isSameRootDomain } from '../keys/logic/hosts.js';
import { createRedactor, type Redactor } from '../keys/logic/redact.js';
import type { SendKeys } from '../keys/logic/send-keys.js';
import { readLargeBody } from '../net/foreign-json.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../net/logic/http.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import {
  type CodeResult,
  type HandlerMode,
  type HandlerRuntime,
  type HandlerStage,
  libraryNameOf,
} from '../sandbox/logic/handlers.js';
import type { HandlersReading } from '../sources/logic/module-reading.js';
import type { RuleBook } from '../spec/books/book.js';
import type { DocsFact, SchemaFacts, TestRecord, ToolFacts } from '../spec/facts.js';
import { type Gathered, gatheredField } from '../spec/gathered.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../spec/schema-main.js';
import type { SharedLists } from '../spec/shared-list.js';
import {
  type ClassifiedTest,
  classifyOutcome,
  judgeDocs,
  refuseTest,
  type TestIdentity,
} from './logic/classify-outcome.js';
import { judgeTool } from './logic/judge-tool.js';
import { mayHaveCode, reasonNotToRun, reasonNotToWrite } from './logic/reason-not-to-run.js';
import { buildRequest } from './logic/request/build-request.js';
import { findForbiddenValue } from './logic/request/parameter-value.js';
import { createKeyGuard, createKeyTokens, type KeyGuard, type KeyTokens } from './logic/request-keys.js';
import { runHandledTest } from './run-handled-test.js';

export interface PretestInput {
  readonly namespace: string;
  readonly schema: string;
  readonly schemaHash: string;
  readonly fileSha256: string;
  readonly main: SchemaMain;
  readonly handlers: HandlersReading;
  /** How to run handler code; null: do not run it. */
  readonly handling: Handling | null;
  /** Names of the tools to test. */
  readonly tools: readonly string[];
  /** Number of the only test to run, counted from 1; then no page is requested either. Default: all of them. */
  readonly only?: number | undefined;
  readonly lists: SharedLists;
  /** null if the run is offline: then no request is made. */
  readonly client: HttpClient | null;
  /** null: run without keys. */
  readonly serverParams: Readonly<Record<string, string>> | null;
  readonly missingKeys: readonly string[];
  /** Hosts that may receive keys in addition to their owners' hosts. */
  readonly sendKeys: SendKeys;
  /** Path of the key file as named in reasons: without a user's name, because reasons are stored and shown. */
  readonly envPath: string;
  readonly allowWrites: boolean;
  /** Tools that must never be run, and why. */
  readonly refused: ReadonlyMap<string, Problem>;
  /** Earlier facts; used offline, and only if they are about the same content. */
  readonly previous: SchemaFacts | null;
  readonly now: () => Date;
  /** Called for each declared test of the tools: before it is run, or in its place if it is not. */
  readonly onTest?: (() => void) | undefined;
  /** That of the island. */
  readonly book: RuleBook;
}

/** Runs the handlers of the schema; nothing is started for a schema without handlers. */
export interface Handling {
  readonly mode: Exclude<HandlerMode, 'skip'>;
  readonly open: () => HandlerRuntime;
  /** Returns a different string each time: one that no schema can predict, of lower-case letters and digits only. */
  readonly newToken: () => string;
}

export interface PretestResult {
  readonly tools: Readonly<Record<string, ToolFacts>>;
  /**
   * The records of the tests that were run, in the given order of the tools and, for each tool, in the order of its
   * tests. Each record gets its own file.
   */
  readonly records: readonly { readonly tool: string; readonly record: TestRecord }[];
  /** Result of requesting the terms of service; null if they were not requested. */
  readonly terms: DocsFact | null;
}

interface Run {
  readonly input: PretestInput;
  readonly client: HttpClient;
  readonly redactor: Redactor;
  readonly keyGuard: KeyGuard;
  readonly docs: Promise<DocsFact | null>;
  readonly tokens: KeyTokens;
  /** null: handler code is not run. */
  readonly runtime: HandlerRuntime | null;
  /** The factory's write to main, which changes every served tool, whether or not it has code (decision 0068). */
  readonly written: Problem | null;
}

/**
 * Runs the declared tests of a schema's tools and turns the answers into facts (Grading rules §5). Tools run in
 * parallel as far as the client allows, the tests of one tool in sequence. Writes nothing; the result contains neither
 * a request nor a key.
 */
export async function pretestSchema(input: PretestInput): Promise<PretestResult> {
  const { client } = input;
  if (client === null) {
    const kept = input.tools.map((name) => [name, offlineFacts(input, name)] as const);
    return { tools: Object.fromEntries(kept), records: [], terms: input.previous?.terms ?? null };
  }
  const keys = input.serverParams ?? {};
  const tokens = createKeyTokens(keys, input.handling?.newToken ?? (() => ''));
  const redactor = createRedactor([...Object.values(keys), ...Object.values(tokens.params)]);
  const keyGuard = createKeyGuard(keys, input.sendKeys);
  const link: AskForLink = async (url) =>
    judgeDocs(redactor.text(url), await client.send({ method: 'GET', url, headers: {}, ignoreBody: true }));
  const runtime = input.handlers.kind === 'none' ? null : (input.handling?.open() ?? null);
  const isWhole = input.only === undefined;
  const docs = isWhole ? askForDocs(input.main.docs, link) : Promise.resolve(null);
  const terms = isWhole ? askForTerms(input.main, link) : Promise.resolve(null);
  const tested = await findFactoryWrite(input, runtime)
    .then((written) => {
      const run: Run = { input, client, redactor, keyGuard, docs, tokens, runtime, written };
      return Promise.all(input.tools.map((name) => pretestTool(run, name)));
    })
    .finally(() => runtime?.close());
  return {
    tools: Object.fromEntries(tested.map(({ name, facts }) => [name, facts])),
    records: tested.flatMap(({ name, tests }) => tests.map(({ record }) => ({ tool: name, record }))),
    terms: await terms,
  };
}

async function pretestTool(run: Run, name: string) {
  const { input } = run;
  const tool = toolOf(input, name);
  const handlerMode = input.handling?.mode ?? 'skip';
  const stopped =
    input.refused.get(name) ?? run.written ?? reasonNotToRun({ ...input, handlerMode, name, tool });
  const code = stopped === null ? await loadStages(run, name) : { stages: [] };
  const notRun = 'problem' in code ? code.problem : stopped;
  const stages = 'stages' in code ? code.stages : [];
  const tests: ClassifiedTest[] = [];
  for (const [at, test] of (tool.tests ?? []).entries()) {
    input.onTest?.();
    if (notRun !== null || (input.only !== undefined && input.only !== at + 1)) continue;
    tests.push(await runTest(run, { name, tool, test, stages, number: at + 1 }));
  }
  const { lists, book } = input;
  const facts = judgeTool({ tool, lists, tests, docs: await run.docs, notRun, spec: book.spec });
  return { name, tests, facts };
}

/**
 * A runtime calls the factory no matter which tools have code, so it is called here too, unless every tool is refused
 * anyway.
 */
async function findFactoryWrite(
  input: PretestInput,
  runtime: HandlerRuntime | null,
): Promise<Problem | null> {
  if (runtime === null || input.tools.every((name) => input.refused.has(name))) return null;
  const loaded = await runtime.load();
  return loaded.ok || loaded.writesTo === undefined ? null : notLoaded(loaded, input.main, runtime);
}

/** The stages for which a tool has code. The module is not loaded for a tool that clearly has no code. */
async function loadStages(
  { input, runtime }: Run,
  name: string,
): Promise<{ readonly stages: readonly HandlerStage[] } | { readonly problem: Problem }> {
  if (runtime === null || !mayHaveCode(input.handlers, name)) return { stages: [] };
  const loaded = await runtime.load();
  if (!loaded.ok) return { problem: notLoaded(loaded, input.main, runtime) };
  return { stages: loaded.value.get(name) ?? [] };
}

function notLoaded(
  { reason, writesTo, missing }: Extract<CodeResult<never>, { ok: false }>,
  { requiredLibraries = [] }: SchemaMain,
  { libraries }: HandlerRuntime,
): Problem {
  if (writesTo !== undefined) {
    return problem('SRC-010', undefined, { what: 'the handler factory', path: oneLine(writesTo) });
  }
  if (missing === undefined) return problem('DPT-112', undefined, { reason: oneLine(reason) });
  const all = requiredLibraries.filter((name) => libraries.every((one) => one.name !== libraryNameOf(name)));
  return problem('DPT-113', undefined, { libraries: oneLine(all.join(', ')) });
}

interface DueTest {
  readonly name: string;
  readonly tool: ToolDefinition;
  readonly test: ToolTest;
  /** Empty: the tool has no handler code. */
  readonly stages: readonly HandlerStage[];
  /** Counted from 1. */
  readonly number: number;
}

/** Runs one test; its record states how it was gathered. */
async function runTest(run: Run, due: DueTest): Promise<ClassifiedTest> {
  const ways: (Gathered | undefined)[] = [];
  let held: Problem | null = null;
  const mayLeave = (request: HttpRequest, isLeftOver: boolean) => {
    const leaving = run.keyGuard.judge(request);
    if (!isLeftOver) held ??= leaving.held;
    if (leaving.held === null)
      ways.push(leaving.sentKeys.length > 0 ? { sentKeys: leaving.sentKeys } : undefined);
    return leaving.held === null;
  };
  const createClient = (isLeftOver: boolean): HttpClient => ({
    ...run.client,
    send: async (request) => {
      if (!mayLeave(request, isLeftOver)) return KEPT_HOME;
      const outcome = await run.client.send(request, (next) => mayLeave(next, isLeftOver));
      ways.push(outcome.gathered);
      return outcome;
    },
  });
  const isTrusted = run.input.handling?.mode === 'trust';
  const { runtime: engine } = run;
  const runtime = engine && {
    ...engine,
    call: (call: Parameters<HandlerRuntime['call']>[0]) => {
      if (isTrusted) ways.push({ handlers: 'trust' });
      return engine.call(call);
    },
  };
  const done = await carryOut(
    { ...run, client: createClient(false), leftOverClient: createClient(true), runtime },
    due,
  );
  const tested = held === null ? done : keepHome(done, held, run.redactor);
  const { response, ...record } = tested.record;
  const libraries = due.stages.length > 0 ? (engine?.libraries ?? []) : [];
  const used = libraries.length > 0 ? { libraries: [...libraries] } : {};
  return { ...tested, record: { ...record, ...gatheredField(ways), ...used, response } };
}

/** Handler code may see this, so it names neither the key nor the host. */
const KEPT_HOME: HttpOutcome = {
  ...{ kind: 'failed', reason: 'key-held', status: null, durationMs: 0 },
  message: describeProblem(problem('NET-015')).message,
};

/** Whatever the code and the server did, a test whose key must not be sent to its host says nothing about the tool. */
function keepHome({ record }: ClassifiedTest, held: Problem, redactor: Redactor): ClassifiedTest {
  return { ...refuseTest(held, { identity: record, redactor }), untold: held };
}

async function carryOut(
  run: Run & { readonly leftOverClient: HttpClient },
  due: DueTest,
): Promise<ClassifiedTest> {
  const { input, client, redactor, runtime } = run;
  const { name, tool, test, stages, number } = due;
  const identity: TestIdentity = {
    tool: name,
    test: number,
    description: typeof test._description === 'string' ? test._description : null,
    schemaHash: input.schemaHash,
    fileSha256: input.fileSha256,
    checkedAt: input.now().toISOString(),
  };
  const forbidden = findForbiddenValue(tool, test);
  if (forbidden) return refuseTest(forbidden, { identity, redactor });
  if (runtime && stages.length > 0) {
    return runHandledTest({
      ...run,
      ...due,
      runtime,
      main: input.main,
      allowWrites: input.allowWrites,
      book: input.book,
      identity,
    });
  }
  const built = buildRequest({ main: input.main, tool, test, serverParams: input.serverParams ?? {} });
  if ('problem' in built) return refuseTest(built.problem, { identity, redactor });
  const write = input.allowWrites ? null : reasonNotToWrite(built.request, tool);
  if (write) return refuseTest(write, { identity, redactor });
  return classifyOutcome(await readLargeBody(await client.send(built.request)), tool.output, {
    identity,
    redactor,
    book: input.book,
  });
}

/**
 * Requests a page and sends no headers or keys of the schema. If the link contains a key by mistake, the key is not
 * stored.
 */
type AskForLink = (url: string) => Promise<DocsFact>;

/** Requests only the schema's first documentation link. */
async function askForDocs(docs: SchemaMain['docs'], ask: AskForLink): Promise<DocsFact | null> {
  const [url] = docs ?? [];
  return url === undefined ? null : ask(url);
}

/** Only a link that belongs to the API counts as attached, so only such a link is requested (spec 03). */
async function askForTerms(
  { termsOfService: url, root }: SchemaMain,
  ask: AskForLink,
): Promise<DocsFact | null> {
  return !url || !root || !isSameRootDomain(url, root) ? null : ask(url);
}

/**
 * Keeps the known facts about this content, unless the tool must not be tested at all: a run without tests finds out
 * nothing new.
 */
function offlineFacts(input: PretestInput, name: string): ToolFacts {
  const { previous } = input;
  const known =
    previous?.schemaHash === input.schemaHash && previous.fileSha256 === input.fileSha256
      ? ownValue(previous.tools, name)
      : undefined;
  const refused = input.refused.get(name);
  if (known && !refused) return known;
  const notRun = refused ?? problem('DPT-106');
  const { lists, book } = input;
  return judgeTool({ tool: toolOf(input, name), lists, tests: [], docs: null, notRun, spec: book.spec });
}

function toolOf({ main, schema }: PretestInput, name: string): ToolDefinition {
  const tool = ownValue(main.tools ?? {}, name);
  if (!tool) throw new Error(`${schema} has no tool ${name}`);
  return tool;
}

function ownValue<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

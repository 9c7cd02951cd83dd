import { readFileSync } from 'node:fs';
import { createRedactor } from '../../src/keys/logic/redact.js';
import { createKeyTokens } from '../../src/pretest/logic/request-keys.js';
import { runHandledTest } from '../../src/pretest/run-handled-test.js';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import type { HandlerRuntime, HandlerStages } from '../../src/sandbox/logic/handlers.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { TestRecord } from '../../src/spec/facts.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { answerWith, fakeClient } from './handled-schema.js';
import { build, newShape, type Shape, watch } from './learn-shape.js';
import { createPlainHandlers } from './plain-runtime.js';

export interface Comparison {
  /** Number of tests with the same result in both runtimes, by status. */
  readonly same: Readonly<Record<string, number>>;
  /** Tool, test, and the result of each runtime. */
  readonly different: readonly (readonly [string, number, Partial<TestRecord>, Partial<TestRecord>])[];
  /** Why neither runtime could load the handlers; null if they could. */
  readonly unloadable: string | null;
}

interface Source {
  readonly file: string;
  readonly lists: Readonly<Record<string, readonly Record<string, string | number>[]>>;
}

/**
 * Runs every test of a schema's handlers in the sandbox and in this process, both with the same answers. The shape of
 * the answers is learned from what the code reads; any two timestamps count as equal.
 */
export async function compareRuntimes({ file, lists }: Source): Promise<Comparison> {
  const source = readFileSync(file, 'utf8');
  const main = parseModule(source, { exports: ['main'] }).value as SchemaMain;
  const learner = createPlainHandlers(file, lists);
  const plain = createPlainHandlers(file, lists);
  const sandboxed = createHandlerRuntime(new Sandbox(), { source, lists });
  try {
    await learner.load();
    const [one, other] = [await plain.load(), await sandboxed.load()];
    if (!one.ok || !other.ok) {
      const unloadable = [one, other].map((loaded) => (loaded.ok ? 'loads' : loaded.reason)).join(' | ');
      return { same: {}, different: [], unloadable };
    }
    return await compareTests({ main, learner, plain, sandboxed, stages: one.value });
  } finally {
    await sandboxed.close();
  }
}

async function compareTests({
  main,
  learner,
  plain,
  sandboxed,
  stages,
}: {
  main: SchemaMain;
  learner: HandlerRuntime;
  plain: HandlerRuntime;
  sandboxed: HandlerRuntime;
  stages: HandlerStages;
}): Promise<Comparison> {
  const same: Record<string, number> = {};
  const different: [string, number, Partial<TestRecord>, Partial<TestRecord>][] = [];
  for (const [name, own] of stages) {
    if (own.length === 0 || !main.tools?.[name]) continue;
    for (const [at] of (main.tools[name].tests ?? []).entries()) {
      const shape = await learn({ main, name, at, own, plain: learner });
      const run = (runtime: HandlerRuntime) =>
        runOne({ main, name, at, own, runtime, answer: () => build(shape, 1) });
      const [expected, found] = [await run(plain), await run(sandboxed)];
      const status = expected.status ?? '';
      if (sameRecord(expected, found)) same[status] = (same[status] ?? 0) + 1;
      else different.push([name, at + 1, expected, found]);
    }
  }
  return { same, different, unloadable: null };
}

/** Runs one after the other. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g;

/** Engines word their own errors differently; only the failure and its stage have to match. */
function sameRecord(a: Partial<TestRecord>, b: Partial<TestRecord>): boolean {
  const stageOf = ({ error }: Partial<TestRecord>) => error?.split(':')[0] ?? null;
  const plainly = (record: Partial<TestRecord>) =>
    JSON.stringify({ ...record, error: stageOf(record) }).replace(MOMENT, 'now');
  return plainly(a) === plainly(b);
}

interface One {
  readonly main: SchemaMain;
  readonly name: string;
  readonly at: number;
  readonly own: HandlerStages extends ReadonlyMap<string, infer Own> ? Own : never;
}

/** Runs the code on stand-ins until nothing new is learned. */
async function learn({ main, name, at, own, plain }: One & { plain: HandlerRuntime }): Promise<Shape> {
  const shape = newShape();
  for (let known = '', round = 0; round < 40; round += 1) {
    // Only the run in this process shows what is read of an answer: the sandbox gets text.
    const watching: HandlerRuntime = {
      ...plain,
      call: async (call) => {
        const input = call.input as { response?: unknown };
        return plain.call(
          input.response === undefined ? call : { ...call, input: { ...input, response: watch(shape) } },
        );
      },
    };
    await runOne({ main, name, at, own, runtime: watching, answer: () => build(shape, 1) });
    const now = JSON.stringify(shape, (_, value) => (value instanceof Map ? [...value] : value));
    if (now === known) break;
    known = now;
  }
  return shape;
}

async function runOne({
  main,
  name,
  at,
  own,
  runtime,
  answer,
}: One & { runtime: HandlerRuntime; answer: () => unknown }): Promise<Partial<TestRecord>> {
  const tool = main.tools?.[name];
  const test = tool?.tests?.[at];
  if (!tool || !test) throw new Error(`${name} has no test ${at}`);
  let token = 0;
  const client = fakeClient(() => answerWith(answer()));
  const names = main.requiredServerParams ?? [];
  const { record } = await runHandledTest({
    ...{ main, name, tool, test, stages: own, runtime, book: DEFAULT_BOOK },
    tokens: createKeyTokens(
      Object.fromEntries(names.map((key) => [key, `value-of-${key}`])),
      () => `key${++token}x`,
    ),
    ...{ client, leftOverClient: client },
    allowWrites: true,
    identity: {
      ...{ tool: name, test: at + 1, description: null, schemaHash: '0123abcd', fileSha256: '' },
      checkedAt: '2026-03-01T10:00:00Z',
    },
    redactor: createRedactor([]),
  });
  const { durationMs: _, ...rest } = record;
  return rest;
}

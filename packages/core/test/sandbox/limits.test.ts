// All engines of the process share one budget: each running engine has a place, each place comes back, and nobody waits
// forever.
import { afterEach, expect, it } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { limitSandboxHeap, SANDBOX_HEAP_MB, takeEnginePlace } from '../../src/sandbox/limits.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';

afterEach(() => limitSandboxHeap(SANDBOX_HEAP_MB));

const fetch = async () => '{}';
const HONEST = "export const handlers = () => ({ find: { postRequest: async () => ({ response: 'x' }) } })";
const ENDLESS = 'export const handlers = () => ({ find: { postRequest: async () => { for (;;); } } })';

async function useSchema(engines: Sandbox[], source: string) {
  const engine = new Sandbox(source === ENDLESS ? { sliceMs: 300 } : {});
  engines.push(engine);
  const runtime = createHandlerRuntime(engine, { source, lists: {} });
  try {
    const call = () => runtime.call({ tool: 'find', stage: 'postRequest', input: {}, fetch });
    const results = await Promise.all([call(), call()]);
    return { ok: results.map(({ ok }) => ok), running: engines.filter(({ isRunning }) => isRunning).length };
  } finally {
    await runtime.close();
  }
}

it.each([
  [128, 1],
  [300, 2],
  [512, 4],
])('%i MB give places for %i engines', async (megabytes, places) => {
  limitSandboxHeap(megabytes);
  const given: (() => void)[] = [];
  const asked = Array.from({ length: 6 }, async () => given.push(await takeEnginePlace()));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  expect(given).toHaveLength(places);
  given[0]?.();
  given[0]?.();
  await settle();
  expect(given).toHaveLength(places + 1);
  for (let at = 0; at < 6; at += 1) {
    given[at]?.();
    await settle();
  }
  await Promise.all(asked);
});

it('schemas wait for each other, and all get their results', async () => {
  limitSandboxHeap(128);
  const engines: Sandbox[] = [];
  const done = await Promise.all([1, 2, 3, 4, 5].map(() => useSchema(engines, HONEST)));
  expect(done).toEqual(Array(5).fill({ ok: [true, true], running: 1 }));
});

it('an engine that had to be ended gives its place back, and waits for another', async () => {
  limitSandboxHeap(128);
  const engines: Sandbox[] = [];
  const done = await Promise.all([ENDLESS, HONEST, ENDLESS, HONEST].map((one) => useSchema(engines, one)));
  expect(done.map(({ ok }) => ok)).toEqual([
    [false, false],
    [true, true],
    [false, false],
    [true, true],
  ]);
});

it('an engine that cannot be started gives its place back', async () => {
  limitSandboxHeap(128);
  const command = {
    kind: 'value',
    source: 'export const main = 1',
    exportName: 'main',
  } as const;
  expect(await new Sandbox({ startMs: 0 }).run(command)).toMatchObject({ ok: false, failure: 'engine' });
  const next = new Sandbox();
  expect(await next.run(command)).toMatchObject({ ok: true });
  await next.close();
});

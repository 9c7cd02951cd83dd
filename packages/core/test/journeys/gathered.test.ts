// Evidence records how it was gathered: in records, facts and entries; a run uses none that other options have
// gathered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmitOptions } from '../../src/runs/options.js';
import type { SchemaFacts, TestRecord } from '../../src/spec/facts.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { change, grade, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const textAt = (root: string) => schemaText({ name: 'alpha', root, tools: { getItems: toolAt('/ok') } });
/** A tool whose code calls a server in a private network, and one without code. */
const ownText = (tools: SchemaMain['tools'] = { getItems: toolAt('/ok'), findItems: toolAt('/ok') }) =>
  schemaText(
    { name: 'alpha', tools },
    `export const handlers = () => ( { getItems: { executeRequest: async () => {
      const answer = await fetch( '${provider.origin}/ok' )
      return { response: await answer.json() }
    } } } )\n`,
  );
const open = (text = textAt(API)) => openImported(provider.origin, { demo: { 'alpha.mjs': text } });

const factsOf = (place: Workplace) => place.json<SchemaFacts>('providers/demo/alpha/summary.json');
const recordOf = (place: Workplace, tool: string) =>
  place.json<TestRecord>(`providers/demo/alpha/tools/${tool}/tests/test-1.json`);
const nodesOf = (place: Workplace) => place.index().schemas.alpha?.tools ?? {};
const MAPPED = { originMap: true, allowedHost: true };

describe('a record and the facts', () => {
  it('state that the request went to another origin, and to a private address', async () => {
    await using place = await open();
    await place.emit('demo');
    expect(recordOf(place, 'getItems').gathered).toEqual(MAPPED);
    expect(factsOf(place).tools.getItems?.gathered).toEqual(MAPPED);
    expect(nodesOf(place).getItems?.gathered).toEqual(MAPPED);
  });

  it('state only a private address, and trust only if code ran', async () => {
    await using place = await open(ownText());
    await place.emit('demo', { handlers: 'trust' });
    expect(recordOf(place, 'getItems').gathered).toEqual({ allowedHost: true, handlers: 'trust' });
    expect(recordOf(place, 'findItems').gathered).toEqual(MAPPED);
  });

  it('mark plain tests, in the record by its shape', async () => {
    await using place = await open(textAt('https://127.0.0.1:1'));
    await place.emit('demo', { allowHosts: [], originMap: {} });
    expect(recordOf(place, 'getItems')).not.toHaveProperty('gathered');
    expect(factsOf(place).tools.getItems?.gathered).toEqual({});
    expect(nodesOf(place).getItems).not.toHaveProperty('gathered');
  });
});

describe('a run', () => {
  it.each<[string, Partial<EmitOptions>, Partial<EmitOptions>]>([
    ['another origin', {}, { originMap: {} }],
    ['a private address', { originMap: {} }, { originMap: {}, allowHosts: [] }],
    ['trusted handlers', { originMap: {}, handlers: 'trust' }, { originMap: {}, handlers: 'sandbox' }],
  ])('uses no facts from %s unless it has that option too', async (what, given, others) => {
    const options = { ...given, areas: ['single-test'] } as const;
    await using place = await open(
      what === 'another origin' ? textAt(API) : ownText({ getItems: toolAt('/ok') }),
    );
    const [first] = (await place.emit('demo', options)).results;
    const [again] = (await place.emit('demo', options)).results;
    expect(again).toMatchObject({ skipped: true, taskId: first?.taskId, promptCount: 1 });
    place.wait();
    const [offline] = (await place.emit('demo', { ...options, offline: true })).results;
    expect(offline).toMatchObject({ skipped: false, promptCount: 1 });
    place.wait();
    const [without] = (await place.emit('demo', { ...options, ...others, offline: true })).results;
    expect(without).toMatchObject({
      promptCount: 0,
      blocked: [{ node: 'schemas.alpha.tools.getItems', reason: 'not tested (offline)' }],
    });
  });

  it('uses no facts from a host that received a key only by --send-key', async () => {
    const head = {
      headers: { Authorization: '{{OPENAI_API_KEY}}' },
      requiredServerParams: ['OPENAI_API_KEY'],
    };
    const text = schemaText({ name: 'alpha', root: API, ...head, tools: { getItems: toolAt('/ok') } });
    await using place = await open(text);
    await place.write('.env', 'OPENAI_API_KEY=sk-of-the-owner-1234\n');
    const { hostname } = new URL(API);
    const keys = { path: place.path('.env'), shownAs: '.env' };
    const options = { keys, areas: ['single-test'], sendKeys: { OPENAI_API_KEY: [hostname] } } as const;
    const sentKeys = [`OPENAI_API_KEY=${hostname}`];

    const [held] = (await place.emit('demo', { ...options, sendKeys: {} })).results;
    expect(held?.blocked[0]?.reason).toContain(`--send-key ${sentKeys[0]} allows it`);
    place.wait();
    const [first] = (await place.emit('demo', options)).results;
    expect(first).toMatchObject({ skipped: false, promptCount: 1 });
    expect(nodesOf(place).getItems?.gathered).toEqual({ ...MAPPED, sentKeys });
    const [again] = (await place.emit('demo', options)).results;
    expect(again).toMatchObject({ skipped: true, taskId: first?.taskId });
    for (const sendKeys of [{ OPENAI_API_KEY: [hostname, 'b.example'] }, options.sendKeys]) {
      place.wait();
      const offline = { ...options, sendKeys, offline: true };
      expect((await place.emit('demo', offline)).results[0]).toMatchObject({
        skipped: false,
        promptCount: 1,
      });
    }
    for (const sendKeys of [{}, { OPENAI_API_KEY: ['b.example'] }, { B_KEY: [hostname] }]) {
      place.wait();
      const offline = { ...options, sendKeys, offline: true };
      expect((await place.emit('demo', offline)).results[0]?.blocked).toEqual([
        { node: 'schemas.alpha.tools.getItems', reason: 'not tested (offline)' },
      ]);
    }
  });

  it('with another map is another run', async () => {
    await using place = await open();
    const [first] = (await place.emit('demo')).results;
    place.wait();
    const originMap = { [API]: provider.origin, 'https://other.example.org': provider.origin };
    const [second] = (await place.emit('demo', { originMap })).results;
    expect(second).toMatchObject({ skipped: false, promptCount: first?.promptCount });
    expect(second?.taskId).not.toBe(first?.taskId);
  });
});

describe('a grade', () => {
  it('keeps the origin of its own tests: later ones do not change it', async () => {
    await using place = await open();
    await grade(place);
    const stable = nodesOf(place).getItems;
    expect(stable).toMatchObject({ status: 'stable', gathered: MAPPED });

    // Tested again unchanged, it does not work: the grade stays (D18), and so does its evidence.
    await change(place, { 'alpha.mjs': `${textAt(API)}// edited\n` });
    expect(nodesOf(place).getItems).toEqual(stable);
    await place.emit('demo', { originMap: { [API]: 'https://127.0.0.1:1' }, allowHosts: [] });
    expect(factsOf(place).tools.getItems?.status).toBe('blocked');
    expect(nodesOf(place).getItems).toEqual(stable);
  });

  it('that was given again with other tests rests on those', async () => {
    await using place = await open(ownText());
    await grade(place, { handlers: 'trust' });
    expect(nodesOf(place).getItems?.gathered).toEqual({ allowedHost: true, handlers: 'trust' });
    await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } });
    expect(nodesOf(place).getItems?.gathered).toEqual({ allowedHost: true });
  });
});

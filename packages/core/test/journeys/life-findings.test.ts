// Findings from import to prompt: hostile modules, OAuth, text like a key, baseline.json.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/problems/error-codes.js';
import { findSecrets } from '../../src/runs/namespace-content.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { askedIds, change, grade, oneTool, openImported, rebuiltThrice } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

/** Findings, from the sources to the run that they stop or the summary that keeps them. */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const openWith = (files: Record<string, string>) => openImported(provider.origin, { demo: files });
const factsOf = (place: Workplace, schema = 'alpha') =>
  place.json<SchemaFacts>(`providers/demo/${schema}/summary.json`);
const alphaWith = (more: Partial<SchemaMain>) =>
  schemaText({ name: 'alpha', tools: { getItems: toolAt('/ok'), findItems: toolAt('/ok') }, ...more });

describe('a malicious module', () => {
  const harmful = alphaWith({ requiredLibraries: ['flatmap-stream'] });

  it('vetoes every tool of the schema before any request, and nothing else', async () => {
    await using place = await openWith({ 'alpha.mjs': harmful, 'beta.mjs': oneTool('beta') });
    const seen = provider.seen.length;
    const { status, results } = await place.emit();
    expect(status).toBe(true);
    const evidence = expect.stringMatching(/flatmap-stream.*\(line \d+\)$/);
    expect(results[0]?.vetoes).toEqual(
      ['getItems', 'findItems'].map((tool) => ({
        node: `schemas.alpha.tools.${tool}`,
        triggeredBy: 'malicious-module',
        evidence,
      })),
    );
    expect(provider.seen.length).toBe(seen + 3);
    expect(pathsOf(place.tree(), 'alpha/tools/').filter((path) => !path.includes('/_gradings/'))).toEqual([]);
    expect(place.prompts().prompts.filter(({ subject }) => subject.startsWith('alpha'))).toEqual([]);
    const entries = pathsOf(place.tree(), '/_gradings/').map((path) => place.json<GradingEntry>(path));
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        gradingMode: 'full',
        aggregateGrade: 'REJECTED',
        harness: 'flowmcp-cli',
        categoricalVeto: { triggeredBy: 'malicious-module', evidence, graderIdentity: { kind: 'script' } },
        gradings: [{ questionId: 'Q-single-test-03', score: 'n/a', determinism: 'deterministic' }],
      });
    }
    const index = await rebuiltThrice(place);
    expect(index.schemas.alpha).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(index.schemas.beta?.status).toBe('pending');
    expect(factsOf(place).findings).toContainEqual(
      expect.objectContaining({ id: 'malicious-module', veto: 'malicious-module' }),
    );
  });

  it('cannot be overruled by a grade, only removed', async () => {
    await using place = await openWith({ 'alpha.mjs': harmful });
    await place.emit();
    const regrade = { triggeredBy: 'scheduled' } as const;
    for (const options of [{}, { scope: 'all' }, { scope: 'all', regrade }] as const) {
      expect(await askedIds(place, options)).toEqual([]);
    }
    expect(pathsOf(place.tree(), '/_gradings/')).toHaveLength(2);
    await change(place, { 'alpha.mjs': alphaWith({}) });
    expect((await rebuiltThrice(place)).schemas.alpha?.status).toBe('rejected');
    await grade(place);
    expect((await rebuiltThrice(place)).schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
  });
});

describe('access by OAuth only', () => {
  it('blocks the tools with that reason; it is not a veto, and no request is made', async () => {
    await using place = await openWith({
      'alpha.mjs': alphaWith({ requiredServerParams: ['DEMO_CLIENT_ID', 'DEMO_REFRESH_TOKEN'] }),
    });
    const seen = provider.seen.length;
    const { status, results, errors } = await place.emit();
    expect([status, codesOf(errors), results[0]?.vetoes]).toEqual([false, ['RUN-002'], []]);
    const index = await rebuiltThrice(place);
    for (const tool of ['getItems', 'findItems']) {
      expect(index.schemas.alpha?.tools[tool]).toEqual({
        status: 'blocked',
        reason: 'access is by OAuth only, which is out of scope (DEMO_REFRESH_TOKEN)',
      });
    }
    expect(index.schemas.alpha?.toolsAggregate).toMatchObject({
      status: 'blocked',
      reason: 'no testable tool',
    });
    expect(provider.seen.length).toBe(seen);
    expect(factsOf(place).findings?.map(({ id }) => id)).toContain('oauth-only');
    expect(pathsOf(place.tree(), '/_gradings/')).toEqual([]);
  });

  it('for one tool blocks only that tool', async () => {
    const closed = toolAt('/ok', { description: 'Lists private items; requires OAuth of the user.' });
    await using place = await openWith({
      'alpha.mjs': alphaWith({ tools: { getItems: toolAt('/ok'), getItemsMine: closed } }),
    });
    await grade(place);
    const index = await rebuiltThrice(place);
    expect(index.schemas.alpha?.tools.getItems?.status).toBe('stable');
    expect(index.schemas.alpha?.tools.getItemsMine).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('OAuth only'),
    });
    expect(index.schemas.alpha).toMatchObject({ status: 'blocked', reason: '1 of 2 tools blocked' });
  });
});

describe('free and keyed tools', () => {
  const keyed = schemaText({
    name: 'keyed',
    requiredServerParams: ['DEMO_KEY'],
    headers: { 'X-Key': '{{DEMO_KEY}}' },
    tools: { getItems: toolAt('/ok') },
  });
  const mixed = schemaText({
    name: 'mixed',
    requiredServerParams: ['DEMO_KEY'],
    tools: { getItems: toolAt('/ok'), getOwn: toolAt('/ok/{{DEMO_KEY}}') },
  });

  it('are judged file by file: in separate files they are not a mix, in one file they are', async () => {
    await using place = await openWith({
      'alpha.mjs': alphaWith({}),
      'keyed.mjs': keyed,
      'mixed.mjs': mixed,
    });
    await place.emit();
    const found = ['alpha', 'keyed', 'mixed'].map((schema) =>
      (factsOf(place, schema).findings ?? [])
        .filter(({ id }) => id === 'mixed-access')
        .map(({ args }) => args),
    );
    expect(found).toEqual([[], [], [{ keyed: 'getOwn', keyless: 'getItems' }]]);
  });
});

describe('text that looks like a key (PB-101)', () => {
  /** A stand-in, which an import lets pass (GATE-025). */
  const KEY = `ghp_${'x'.repeat(40)}`;
  const leaky = toolAt('/ok', { description: `Lists items, for instance with ${KEY}.` });

  it('stops emit at its place: no request, nothing written, even while a run is open', async () => {
    await using place = await openWith({ 'alpha.mjs': alphaWith({}), 'beta.mjs': oneTool('beta') });
    await place.emit();
    const text = alphaWith({ tools: { getItems: toolAt('/ok'), findItems: leaky } });
    await change(place, { 'alpha.mjs': text });
    const before = place.tree();
    const seen = provider.seen.length;
    for (const targets of [['demo'], ['demo/beta']]) {
      const { status, results, errors } = await place.emit('demo', { targets });
      expect([status, codesOf(errors)]).toEqual([false, ['PB-101']]);
      expect(results[0]).toMatchObject({ promptCount: 0, taskId: null, vetoes: [], pretests: [] });
      const line = text.split('\n').findIndex((one) => one.includes(KEY)) + 1;
      expect(errors[0]?.where).toMatchObject({
        file: `providers/demo/alpha/schema/${place.index().schemas.alpha?.snapshot?.file}`,
        path: 'main.tools.findItems.description',
        line,
        column: expect.any(Number),
      });
      expect(line).toBeGreaterThan(1);
      expect(JSON.stringify(errors.map(describeProblem))).not.toContain(KEY);
    }
    expect(place.tree()).toEqual(before);
    expect(provider.seen.length).toBe(seen);
    await change(place, { 'alpha.mjs': alphaWith({}) });
    expect(await askedIds(place)).not.toEqual([]);
  });

  it('is found in an About that an older version has stored', () => {
    const about = {
      schema: 'alpha',
      hash: '00000000',
      file: 'demo-about.md',
      text: `# Demo\n\nUse ${KEY}.\n`,
    };
    const content = { namespace: 'demo', schemas: new Map(), skills: [], baseline: null, about };
    expect(findSecrets(content)).toMatchObject([{ code: 'PB-101', where: { file: about.file } }]);
  });
});

describe('documented endpoints of the provider (baseline.json)', () => {
  const baseline = (...paths: string[]) =>
    JSON.stringify({
      source: 'https://docs.example.org',
      endpoints: paths.map((path) => ({ method: 'GET', path })),
    });
  const gapOf = (place: Workplace) => factsOf(place).findings?.find(({ id }) => id === 'endpoint-gap')?.args;
  const snapshots = (place: Workplace) => pathsOf(place.tree(), 'demo/baseline--');

  it('are imported once, and those without a tool are found', async () => {
    await using place = await openWith({
      'alpha.mjs': alphaWith({}),
      'beta.mjs': oneTool('beta', 'Others.', '/other'),
      'baseline.json': baseline('/ok', '/other', '/missing'),
    });
    expect(snapshots(place)).toHaveLength(1);
    await place.emit();
    expect(gapOf(place)).toMatchObject({
      missing: 1,
      admitted: 3,
      list: 'GET /missing',
      source: 'https://docs.example.org',
    });
    expect(factsOf(place, 'beta').findings?.map(({ id }) => id)).not.toContain('endpoint-gap');
    await change(place, {});
    expect(snapshots(place)).toHaveLength(1);
    await change(place, { 'baseline.json': baseline('/ok', '/other') });
    expect(snapshots(place)).toHaveLength(2);
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(gapOf(place)).toBeUndefined();
    await rebuiltThrice(place);
  });

  it('are required for a finding about gaps', async () => {
    await using place = await openWith({ 'alpha.mjs': alphaWith({}) });
    await place.emit();
    expect(factsOf(place).findings?.map(({ id }) => id)).not.toContain('endpoint-gap');
  });

  it.each([
    { name: 'not JSON', text: '{"source": ', reason: /not JSON/ },
    { name: 'another shape', text: '{"endpoints": []}', reason: /source/ },
    {
      name: 'a wrong endpoint',
      text: '{"source": "x", "endpoints": [{"method": "GET"}]}',
      reason: /endpoints\/0\/path/,
    },
    { name: 'an unknown member', text: '{"source": "x", "endpoints": [], "more": 1}', reason: /more/ },
  ])('refuse the folder if $name (IMP-010)', async ({ text, reason }) => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': alphaWith({}), 'baseline.json': text } });
    for (const keepGoing of [false, true]) {
      const { status, results, errors } = await place.import('demo', { keepGoing });
      expect([status, codesOf(errors)]).toEqual([false, ['IMP-010']]);
      expect(errors[0]?.where?.file).toMatch(/demo\/baseline\.json$/);
      expect(errors[0]?.args?.reason).toMatch(reason);
      // Valid files are imported with that option.
      expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(keepGoing ? ['alpha'] : undefined);
      expect(place.tree().size > 0).toBe(keepGoing);
      expect(snapshots(place)).toEqual([]);
    }
  });
});

// A plan reports what stage 1 would ask, why, and what other thresholds would change – and writes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateCalls } from '../../../../src/evaluators/logic/estimate.js';
import type { PlanOptions } from '../../../../src/features/plan/options.js';
import { planGrading } from '../../../../src/features/plan/run.js';
import {
  aboutSources,
  alphaText,
  change,
  grade,
  oneTool,
  openImported,
  openOperational,
} from '../../../journeys/graded-place.js';
import { readTree } from '../../../journeys/island-tree.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import type { Workplace } from '../../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const DAY = 24 * 3600;

/** Plans, and checks that the island is unchanged. */
async function plan(place: Workplace, options: Partial<PlanOptions> = {}) {
  const before = readTree(place.root);
  const result = await planGrading({
    island: place.island(),
    targets: ['demo'],
    now: () => place.now,
    ...options,
  });
  expect(readTree(place.root)).toEqual(before);
  expect(result.errors).toEqual([]);
  const [target] = result.results;
  if (!target) throw new Error('nothing was planned');
  return { ...result, target };
}

function kinds(nodes: readonly { node: string; kind: string }[]): Record<string, string> {
  return Object.fromEntries(nodes.map(({ node, kind }) => [node, kind]));
}

describe('planGrading', () => {
  it('counts, before any test, the prompts that the run then emits', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const { target } = await plan(place);
    expect(target.run.untested).toBe(2);
    expect(target.open).toBeNull();
    expect(kinds(target.nodes)).toEqual({
      'schemas.alpha.tools.getItems': 'pending',
      'schemas.beta.tools.getItems': 'pending',
      'schemas.alpha.toolsAggregate': 'pending',
      'schemas.beta.toolsAggregate': 'pending',
      namespaceAggregate: 'pending',
      description: 'pending',
      about: 'gated',
    });
    await place.emit('demo');
    expect(target.run.prompts).toBe(place.prompts().prompts.length);
  });

  it.each([
    ['that a run without requests would replace', {}],
    ['that it would continue', { offline: true, anyFacts: true, allowHosts: [], originMap: {} }],
  ])('counts the tokens of the prompts of an open run %s, and names the run', async (_, last) => {
    await using place = await openImported(provider.origin, aboutSources());
    await place.emit('demo');
    await place.emit('demo', last);
    const { prompts, taskId } = place.prompts();
    const { target, total } = await plan(place);
    expect(target.open).toEqual({ taskId, prompts: prompts.length });
    expect(total).toEqual({
      prompts: prompts.length,
      tokens: estimateCalls(prompts.map(({ prompt }) => prompt)).tokens,
    });
  });

  it('reports invalidated nodes, and those asked again only with scope all', async () => {
    await using place = await openOperational(provider.origin);
    expect((await plan(place)).target.nodes).toEqual([]);
    await change(place, { 'beta.mjs': oneTool('beta', 'Items of another part.') });
    const { target } = await plan(place);
    expect(kinds(target.nodes)).toMatchObject({
      'schemas.beta.tools.getItems': 'invalidated',
      'schemas.beta.toolsAggregate': 'invalidated',
      namespaceAggregate: 'invalidated',
    });
    expect(target.nodes.find(({ node }) => node.startsWith('schemas.alpha'))).toBeUndefined();
    const all = await plan(place, { scope: 'all' });
    expect(kinds(all.target.nodes)['schemas.alpha.tools.getItems']).toBe('asked again');
  });

  it('reports which answers are too old', async () => {
    await using place = await openOperational(provider.origin);
    place.wait(31 * DAY);
    await place.rebuild();
    const { target } = await plan(place);
    expect(target.nodes.map(({ node, kind, reason }) => [node, kind, reason])).toEqual([
      ['schemas.alpha.tools.getItems', 'stale', 'aged answers: Q-single-test-02'],
      ['schemas.beta.tools.getItems', 'stale', 'aged answers: Q-single-test-02'],
      ['about', 'stale', 'aged answers: Q-about-namespace-06'],
    ]);
    expect(target.run.prompts).toBe(3);
  });

  it('reports blocked nodes, with the reason', async () => {
    const sources = { demo: { 'alpha.mjs': alphaText(), 'beta.mjs': oneTool('beta', 'Items.', '/missing') } };
    await using place = await openImported(provider.origin, sources);
    await grade(place);
    const { target } = await plan(place);
    const blocked = target.nodes.filter(({ kind }) => kind === 'blocked');
    expect(blocked.map(({ node }) => node)).toContain('schemas.beta.tools.getItems');
    expect(blocked.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  it('re-derives every stored grade under other thresholds', async () => {
    await using place = await openOperational(provider.origin);
    await place.write(
      'strict.json',
      JSON.stringify({ version: 'gradingSystem/2.0.0', bands: [{ atLeast: 5, grade: 'C' }] }),
    );
    const path = `${place.fixture.path}/strict.json`;
    const { target, gradingSystem } = await plan(place, { gradingSystem: path });
    expect(gradingSystem).toBe('gradingSystem/2.0.0');
    expect(target.changes?.[0]).toEqual({ node: '', before: 'operational B', after: 'partial F' });
    expect(target.changes?.every(({ before, after }) => before !== after)).toBe(true);
    await place.write('same.json', JSON.stringify({ version: 'gradingSystem/1.0.0' }));
    const unchanged = await plan(place, { gradingSystem: `${place.fixture.path}/same.json` });
    expect(unchanged.target.changes).toEqual([]);
  });

  it.each([
    [{ version: 'x', bands: [] }, '/bands'],
    [
      {
        version: 'x',
        bands: [
          { atLeast: 2, grade: 'A' },
          { atLeast: 3, grade: 'B' },
        ],
      },
      '/bands',
    ],
    [
      {
        version: 'x',
        bands: [
          { atLeast: 3, grade: 'B' },
          { atLeast: 2, grade: 'A' },
        ],
      },
      '/bands',
    ],
    [{ bands: [{ atLeast: 3, grade: 'B' }] }, '/version'],
    [{ version: 'x', thresholds: 1 }, '/thresholds'],
  ])('refuses thresholds %j', async (value, path) => {
    await using place = await openImported(provider.origin, aboutSources());
    await place.write('bad.json', JSON.stringify(value));
    const options = {
      island: place.island(),
      targets: ['demo'],
      gradingSystem: `${place.fixture.path}/bad.json`,
    };
    await expect(planGrading(options)).rejects.toMatchObject({
      problem: { code: 'PLN-001', where: { path, line: 1 } },
    });
  });
});

// State shows hints of graders, findings of code, and failing APIs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from '../../../src/features/state/run.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { fillScores, notApplicable } from '../../journeys/filled-scores.js';
import { change, grade, oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { schemaText, toolAt } from '../../journeys/provider-sources.js';
import type { Workplace } from '../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const SOURCES = { demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') } };

async function stateOf(place: Workplace, target = 'demo') {
  const { results, errors } = await readState({ island: place.island(), targets: [target] });
  expect(errors).toEqual([]);
  const [found] = results;
  if (!found) throw new Error(`no state of ${target}`);
  return { findings: [], facts: [], hints: [], warnings: [], ...found };
}

/** Gives every area hints that name their run. */
const withHints = (run: string, priorities = ['low', 'high'] as const) => ({
  areas: (areas: ScoresFile['areas']) =>
    areas.map((area) => ({
      ...area,
      improvementHints: priorities.map((priority) => ({
        targetField: 'description',
        suggestion: `${run} ${area.subject}`,
        priority,
      })),
    })),
});

const told = (hints: readonly { node: string; suggestion: string; priority: string }[]) =>
  hints.map(({ node, suggestion, priority }) => `${node}: ${priority} ${suggestion}`);

describe('hints of graders', () => {
  it('are shown by node, the most urgent first, as long as they are about the current content', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place, {}, withHints('first'));
    const first = await stateOf(place);
    expect(told(first.hints)).toEqual(
      [
        ['schemas.alpha.tools.getItems', 'alpha.getItems'],
        ['schemas.beta.tools.getItems', 'beta.getItems'],
        ['schemas.alpha.toolsAggregate', 'alpha'],
        ['schemas.beta.toolsAggregate', 'beta'],
        ['namespaceAggregate', 'demo'],
        ['description', 'demo'],
      ].flatMap(([node, subject]) => [`${node}: high first ${subject}`, `${node}: low first ${subject}`]),
    );
    const node = first.nodes.find((one) => one.node === 'schemas.alpha.tools.getItems');
    expect(first.hints[0]).toEqual({
      node: 'schemas.alpha.tools.getItems',
      area: 'single-test',
      subject: 'alpha.getItems',
      targetField: 'description',
      suggestion: 'first alpha.getItems',
      priority: 'high',
      gradedAt: node?.gradedAt,
    });

    await change(place, { 'beta.mjs': oneTool('beta', 'Other items of the beta part.') });
    expect(told((await stateOf(place)).hints).filter((hint) => !hint.includes('alpha'))).toEqual([]);
    await grade(place, {}, withHints('second'));
    const hints = told((await stateOf(place)).hints);
    expect(hints).toContain('schemas.alpha.tools.getItems: high first alpha.getItems');
    expect(hints).toContain('schemas.beta.tools.getItems: high second beta.getItems');
    expect(hints).toHaveLength(12);
  });

  it('from the newest hand-in replace older ones, even if it has none', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place, {}, withHints('first'));
    const regrade = { triggeredBy: 'scheduled' } as const;
    await grade(place, { scope: 'all', areas: ['single-test'], regrade }, withHints('second', [] as never));
    const hints = told((await stateOf(place)).hints);
    expect(hints.filter((hint) => hint.includes('tools.getItems'))).toEqual([]);
    expect(hints).toContain('schemas.alpha.toolsAggregate: high first alpha');
  });

  it('about reverted content disappear with it, even if it was never graded', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place, {}, withHints('first'));
    await change(place, { 'beta.mjs': oneTool('beta', 'Other items of the beta part.') });
    await grade(
      place,
      { areas: ['namespace-description'] },
      { ...withHints('second'), answer: notApplicable },
    );
    await change(place, { 'beta.mjs': oneTool('beta') });
    const { hints, nodes } = await stateOf(place);
    expect(nodes.find(({ node }) => node === 'description')?.status).toBe('stable');
    expect(told(hints).filter((hint) => hint.startsWith('description'))).toEqual([
      'description: high first demo',
      'description: low first demo',
    ]);
  });

  it('about other questions stay when a few are asked again; for the same field the newest counts', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    const hints = (run: string, fields: readonly string[]) => ({
      areas: (areas: ScoresFile['areas']) =>
        areas.map((area) => ({
          ...area,
          improvementHints: fields.map((targetField) => ({
            targetField,
            suggestion: `${run} ${targetField}`,
            priority: 'low' as const,
          })),
        })),
    });
    await grade(place, {}, hints('first', ['description', 'name']));
    const partial = { mode: 'partial', questions: ['Q-namespace-description-01'] } as const;
    await grade(place, partial, hints('second', ['description']));
    const shown = (await stateOf(place)).hints.filter(({ node }) => node === 'description');
    expect(shown.map(({ suggestion }) => suggestion)).toEqual(['second description', 'first name']);
  });

  it('are restricted to the named part', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place, {}, withHints('first'));
    const nodes = async (target: string) => [
      ...new Set((await stateOf(place, target)).hints.map(({ node }) => node)),
    ];
    expect(await nodes('demo/beta')).toEqual(['schemas.beta.tools.getItems', 'schemas.beta.toolsAggregate']);
    expect(await nodes('demo/tool/alpha.getItems')).toEqual(['schemas.alpha.tools.getItems']);
  });

  it('are found if subjects are named by their tool alone, and after a byte order mark', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    await place.emit();
    const scores = fillScores(place.prompts(), withHints('first'));
    for (const area of scores.areas) if (area.area === 'single-test') area.subject = 'getItems';
    const { errors } = await place.consume(`\uFEFF${JSON.stringify(scores)}`);
    expect(errors).toEqual([]);
    const { hints, warnings } = await stateOf(place);
    expect(hints[0]).toMatchObject({ node: 'schemas.alpha.tools.getItems', subject: 'alpha.getItems' });
    expect(warnings).toEqual([]);
  });

  it('of a hand-in that was kept but never accepted are ignored', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place, {}, withHints('first'));
    const regrade = { triggeredBy: 'scheduled' } as const;
    await place.emit('demo', { scope: 'all', regrade });
    const scores = fillScores(place.prompts(), { ...withHints('never'), at: place.now.toISOString() });
    // The state when the command is killed right after keeping it.
    const name = `${place.state().taskId}--2026-03-01T11-00-00Z.json`;
    await place.write(`island/providers/demo/scores/${name}`, JSON.stringify(scores));
    expect(told((await stateOf(place)).hints).filter((hint) => hint.includes('never'))).toEqual([]);
  });

  it.each(['[]', '{"areas":[null,{"area":1},{"area":"single-test","subject":"alpha.getItems"}]}', '{', ''])(
    'in a damaged file are left out: %s',
    async (text) => {
      await using place = await openImported(provider.origin, SOURCES);
      await grade(place, {}, withHints('first'));
      const [file] = place.island().listFiles('providers/demo/scores');
      await place.write(`island/providers/demo/scores/${file}`, text);
      const { hints, warnings, nodes } = await stateOf(place);
      expect(hints).toEqual([]);
      expect(nodes.length).toBeGreaterThan(0);
      const isJson = text.length > 1;
      expect(warnings.map(({ code }) => code)).toEqual(isJson ? [] : ['IDX-004']);
    },
  );
});

describe('findings', () => {
  const praised = toolAt('/ok', { description: 'Seamless access to the items of a query.' });
  const alpha = schemaText({ name: 'alpha', tools: { getItems: toolAt('/ok'), getItemsToo: praised } });

  it('are shown with their schema, and follow the named part', async () => {
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': alpha, 'beta.mjs': oneTool('beta', 'A powerful API of items.') },
    });
    expect((await stateOf(place)).findings).toEqual([]);
    await place.emit();
    const praise = async (target: string) =>
      (await stateOf(place, target)).findings
        .filter(({ id }) => id === 'description-promotional')
        .map(({ schema, code, severity, where }) => `${schema} ${severity} ${code} ${where?.path}`);
    const [ofAlpha, ofBeta] = [
      'alpha warning FND-001 main.tools.getItemsToo.description',
      'beta warning FND-001 main.description',
    ];
    expect(await praise('demo')).toEqual([ofAlpha, ofBeta]);
    expect(await praise('demo/alpha')).toEqual([ofAlpha]);
    expect(await praise('demo/tool/alpha.getItemsToo')).toEqual([ofAlpha]);
    // Its name is a prefix of the other's.
    expect(await praise('demo/tool/alpha.getItems')).toEqual([]);
    const { results } = await readState({ island: place.island(), targets: [], all: true });
    expect(results.map((found) => Object.hasOwn(found, 'findings'))).toEqual([false]);
  });

  it('are void for other content, and an unreadable file is reported', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': alpha } });
    await place.emit();
    expect((await stateOf(place)).findings.length).toBeGreaterThan(0);
    await change(place, { 'alpha.mjs': `${alpha}\n` });
    expect((await stateOf(place)).findings).toEqual([]);
    await place.write('island/providers/demo/alpha/summary.json', '{');
    const { warnings } = await stateOf(place);
    expect(warnings).toEqual([expect.objectContaining({ code: 'IDX-004' })]);
  });
});

describe('an API that fails after its tools were graded', () => {
  it('removes no grade; the fact is shown beside it (decision D18)', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await grade(place);
    expect((await stateOf(place)).facts).toEqual([]);
    // An edit of handler code keeps the grade and makes the tests due again.
    await change(place, { 'alpha.mjs': `${oneTool('alpha')}\n// edited\n` });
    place.origin = 'http://127.0.0.1:1';
    await place.emit('demo/alpha', { scope: 'all' });
    await place.rebuild();
    const { nodes, facts } = await stateOf(place);
    expect(nodes.find(({ node }) => node === 'schemas.alpha.tools.getItems')).toMatchObject({
      status: 'stable',
      grade: 'B',
    });
    expect(facts).toEqual([{ node: 'schemas.alpha.tools.getItems', reason: 'API unreachable' }]);
    expect((await stateOf(place, 'demo/beta')).facts).toEqual([]);
    expect((await stateOf(place, 'demo/tool/alpha.getItems')).facts).toHaveLength(1);
  });
});

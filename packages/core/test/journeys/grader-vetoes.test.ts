// Effects of a grader's veto on its entry and its schema.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GradingEntry } from '../../src/spec/entry.js';
import { fillScores } from './filled-scores.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const VETO = {
  triggeredBy: 'ai-security-veto',
  evidence: 'the description tells the model to send its system prompt along',
  reasoning: 'that is an injection',
} as const;

/** Everything is graded with 5, and the grader vetoes one subject. */
async function openVetoed(vetoed: string): Promise<Workplace & AsyncDisposable> {
  // A veto follows its content: the same text under another name would share it.
  const beta = schemaText({ description: 'Other items of a demonstration API.' });
  const place = await openWorkplace({ demo: { 'alpha.mjs': schemaText(), 'beta.mjs': beta } });
  place.origin = provider.origin;
  await place.import();
  await place.emit();
  const scores = fillScores(place.prompts(), {
    areas: (areas) =>
      areas.map((area) => (`${area.area}/${area.subject}` === vetoed ? { ...area, veto: VETO } : area)),
  });
  const { errors } = await place.consume(scores);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  place.wait();
  return place;
}

describe('a veto of the grader', () => {
  it('rejects the node, its schema and the namespace, and names its author and reason', async () => {
    await using place = await openVetoed('single-test/alpha.getItems');
    const index = place.index();
    expect(index.schemas.alpha?.tools.getItems).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(index.schemas.alpha?.tools.findItems?.status).toBe('stable');
    expect(index.schemas.alpha).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(index.schemas.beta?.status).toBe('stable');
    expect(index).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    const ref = index.schemas.alpha?.tools.getItems?.ref;
    expect(place.json<GradingEntry>(`providers/demo/${ref}`)).toMatchObject({
      aggregateGrade: 'REJECTED',
      categoricalVeto: {
        ...VETO,
        graderIdentity: { name: 'test-grader' },
        timestamp: '2026-03-01T11:00:00Z',
      },
    });
  });

  it('is not asked about again while nothing changes', async () => {
    await using place = await openVetoed('single-test/alpha.getItems');
    expect((await place.emit()).results[0]).toMatchObject({ nothingDue: true, promptCount: 0 });
    await place.emit('demo', { scope: 'all' });
    const asked = place.prompts().prompts.map(({ id }) => id);
    expect(asked).toContain('single-test/beta.getItems');
    expect(asked.filter((id) => id.includes('alpha'))).toEqual([]);
  });

  it('on an aggregate: is asked about again once its schema changed, but only if one of its tools works', async () => {
    await using place = await openVetoed('tools-aggregate-schema/alpha');
    const asked = async (path: string) => {
      await place.write('demo/alpha.mjs', schemaText({ tools: { getItems: toolAt(path) } }));
      place.wait();
      await place.import();
      const { results } = await place.emit('demo/alpha');
      return results[0]?.promptCount === 0 ? [] : place.prompts().prompts.map(({ id }) => id);
    };
    expect(await asked('/500')).toEqual([]);
    expect(await asked('/ok')).toEqual(['single-test/alpha.getItems', 'tools-aggregate-schema/alpha']);
    expect(place.index().schemas.alpha?.toolsAggregate.status).toBe('rejected');
    await place.consume(fillScores(place.prompts(), { score: 2 }));
    expect(place.index().schemas.alpha?.toolsAggregate.status).toBe('graded');
    expect(pathsOf(place.tree(), 'alpha/_gradings/')).toHaveLength(2);
  });
});

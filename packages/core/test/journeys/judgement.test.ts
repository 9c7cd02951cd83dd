// No grade without a judgement, from the hand-in to the index; each grade shows how much was judged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexNode } from '../../src/spec/index-file.js';
import type { ScoreAnswer } from '../../src/spec/scores.js';
import { fillScores, notApplicable } from './filled-scores.js';
import { grade, openImported } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** Three calls without a parameter. */
const PARAMETERLESS = toolAt('/ok', {
  parameters: [],
  tests: ['first', 'second', 'third'].map((call) => ({ _description: `Items, the ${call} call` })),
});

/** Two tools, of which one takes a parameter; no keys. */
const SOURCES = {
  demo: {
    'alpha.mjs': schemaText({ name: 'alpha', tools: { getItems: PARAMETERLESS, getItem: toolAt('/ok') } }),
  },
};

const openGraded = async (answer: (given: ScoreAnswer) => ScoreAnswer) => {
  const place = await openImported(provider.origin, SOURCES);
  await grade(place, {}, { answer });
  return place;
};

const naTo =
  (...questions: string[]) =>
  (given: ScoreAnswer): ScoreAnswer =>
    questions.includes(given.questionId) ? notApplicable(given) : given;

function nodesOf(place: Workplace): Record<string, IndexNode | undefined> {
  const { namespaceAggregate, description, schemas } = place.index();
  const { tools, toolsAggregate } = schemas.alpha ?? { tools: {}, toolsAggregate: undefined };
  return { ...tools, toolsAggregate, namespaceAggregate, description };
}

describe('a full hand-in with n/a only', () => {
  it('makes no entry in any area, gives the reason, and leaves every node pending', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    const { status, results } = await place.consume(
      fillScores(place.prompts(), { at: place.now.toISOString(), answer: notApplicable }),
    );
    expect(status).toBe(true);
    const [result] = results;
    expect(result?.noGrade.map(({ reason }) => reason)).toEqual(
      place.prompts().prompts.map(() => 'no judgement counted'),
    );
    expect(result?.nodes.map((node) => node.status)).toEqual(place.prompts().prompts.map(() => 'pending'));
    expect(pathsOf(place.tree(), '_gradings/')).toEqual([]);
    // The missing About blocks the whole.
    expect([place.index().status, place.index().grade]).toEqual(['blocked', undefined]);
  });

  it('keeps earlier judgements', async () => {
    await using place = await openGraded((given) => given);
    const before = nodesOf(place);
    await place.emit('demo', { scope: 'all', regrade: { triggeredBy: 'scheduled' } });
    await place.consume(fillScores(place.prompts(), { at: place.now.toISOString(), answer: notApplicable }));
    expect(nodesOf(place)).toEqual(before);
  });

  it('becomes an entry with a veto, which needs no judgement', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    const scores = fillScores(place.prompts(), {
      at: place.now.toISOString(),
      answer: notApplicable,
      areas: (areas) =>
        areas.map((area) =>
          area.subject === 'alpha.getItem'
            ? { ...area, veto: { triggeredBy: 'illegal-content', evidence: 'it sells stolen goods' } }
            : area,
        ),
    });
    const { errors } = await place.consume(scores);
    expect(errors).toEqual([]);
    expect(nodesOf(place)).toMatchObject({
      getItem: { status: 'rejected' },
      getItems: { status: 'pending' },
    });
  });
});

describe('coverage', () => {
  it('is absent if everything was judged', async () => {
    await using place = await openGraded((given) => given);
    for (const node of Object.values(nodesOf(place))) {
      expect(node?.status).toBe('stable');
      expect(node).not.toHaveProperty('coverage');
    }
  });

  it('leaves out questions that do not apply to the content, and no others', async () => {
    await using place = await openGraded(
      naTo(
        'Q-single-test-06',
        'Q-single-test-07',
        'Q-tools-aggregate-schema-02',
        'Q-tools-aggregate-schema-04',
        'Q-tools-aggregate-namespace-03',
      ),
    );
    const { getItems, ...others } = nodesOf(place);
    expect(getItems).not.toHaveProperty('coverage');
    expect(others).toMatchObject({
      getItem: { status: 'stable', coverage: 0.71 },
      // Not applicable to a single tool; there are no keys, so 04 does not apply either.
      toolsAggregate: { status: 'stable', coverage: 0.833333333333 },
      namespaceAggregate: { status: 'stable', coverage: 0.75 },
      description: { status: 'stable' },
    });
    expect(others.description).not.toHaveProperty('coverage');
  });

  it('is the same after a rebuild that reads every snapshot', async () => {
    await using place = await openGraded(naTo('Q-single-test-06', 'Q-tools-aggregate-schema-04'));
    const before = place.tree();
    await place.rebuild();
    expect(place.tree()).toEqual(before);
  });
});

it('does not include whether tools differ, for a namespace with one tool', async () => {
  await using place = await openWorkplace({
    demo: { 'alpha.mjs': schemaText({ name: 'alpha', tools: { getItems: toolAt('/ok') } }) },
  });
  place.origin = provider.origin;
  await place.import();
  const ids = ['Q-tools-aggregate-schema-02', 'Q-tools-aggregate-schema-03'];
  const wide = ['Q-tools-aggregate-namespace-03', 'Q-tools-aggregate-namespace-04'];
  await grade(place, {}, { answer: naTo(...ids, ...wide) });
  for (const node of Object.values(nodesOf(place))) expect(node).not.toHaveProperty('coverage');
});

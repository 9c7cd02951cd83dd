// Import, emit and consume lead to entries and an index; repeated and partial hand-ins, content that changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GradingEntry } from '../../../src/spec/entry.js';
import { deriveNamespace } from '../../../src/target/rebuild/derive-namespace.js';
import { fillScores, notApplicable } from '../../journeys/filled-scores.js';
import { contentOf, pathsOf } from '../../journeys/island-tree.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { schemaText, toolAt } from '../../journeys/provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from '../../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function openEmitted(sources?: Record<string, string>): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace(sources && { demo: sources });
  place.origin = provider.origin;
  await place.import();
  place.wait();
  await place.emit();
  place.wait();
  return place;
}

const entriesOf = (place: Workplace) => pathsOf(place.tree(), '_gradings/');

describe('the whole loop', () => {
  it('import, emit, consume: everything except the missing About is stable', async () => {
    await using place = await openEmitted();
    const { status, results, errors } = await place.consume(fillScores(place.prompts()));
    expect([status, errors]).toEqual([true, []]);
    const [result] = results;
    expect(result).toMatchObject({
      taskComplete: true,
      missingAreas: [],
      noGrade: [],
      alreadyConsumed: false,
      rollupStatus: 'partial',
      rollupGrade: 'B',
      indexPath: 'providers/demo/index.json',
    });
    expect(result?.written).toHaveLength(11);
    expect(entriesOf(place)).toEqual([...(result?.written ?? [])].sort());
    for (const { area, ...node } of result?.nodes ?? []) {
      // Six tools are few for a namespace; code answers that question.
      const mean =
        area === 'tools-aggregate-namespace' ? { rawGrade: 'B', score: 4.2 } : { rawGrade: 'A', score: 5 };
      expect(node).toMatchObject({ status: 'stable', grade: 'B', ...mean });
    }
    const { schemas, namespaceAggregate, description, about } = place.index();
    for (const schema of Object.values(schemas))
      expect(schema).toMatchObject({ status: 'stable', grade: 'B' });
    expect([namespaceAggregate.status, description.status, about.status]).toEqual([
      'stable',
      'stable',
      'blocked',
    ]);
    expect(place.state()).toMatchObject({
      status: 'graded',
      phases: {
        promptsEmitted: '2026-03-01T10:01:00.000Z',
        scoresReceived: '2026-03-01T10:02:00.000Z',
        gradeComputed: '2026-03-01T10:02:00.000Z',
        indexRebuilt: '2026-03-01T10:02:00.000Z',
      },
    });
    const kept = pathsOf(place.tree(), '/scores/');
    expect(kept).toEqual([`providers/demo/scores/${place.state().taskId}--2026-03-01T10-02-00Z.json`]);
  });

  it('an entry holds the answers of code and grader, each under its own name', async () => {
    await using place = await openEmitted();
    await place.consume(fillScores(place.prompts(), { score: 4 }));
    const path = 'providers/demo/alpha/tools/getItems/_gradings/single-test--2026-03-01T10-02-00Z.json';
    const entry = place.json<GradingEntry>(path);
    const hash = place.index().schemas.alpha?.snapshot?.hash;
    expect(entry).toMatchObject({
      gradingId: `${hash}--2026-03-01T10-02-00Z--single-test--alpha.getItems`,
      schemaId: 'demo.getItems',
      version: 'flowmcp/4.0.0',
      harness: 'other',
      gradingMode: 'full',
      maxAttainableGrade: 'B',
    });
    const [byCode, byGrader] = ['deterministic', 'non-deterministic'].map((kind) =>
      entry.gradings.filter(({ determinism }) => determinism === kind),
    );
    expect(byCode?.map(({ graderIdentity }) => graderIdentity.name)).toEqual(
      Array(3).fill('@flowmcp/grading-core'),
    );
    expect(byGrader).toHaveLength(7);
    expect(byGrader?.[0]).toMatchObject({
      graderIdentity: { kind: 'script', name: 'test-grader' },
      selectionContext: { groupId: 'demo', personaIds: ['schema-maintainer'] },
      timestamp: '2026-03-01T11:00:00Z',
    });
  });

  it('low scores are graded, not stable, and the schema takes the grade of its aggregate', async () => {
    await using place = await openEmitted({ 'alpha.mjs': schemaText() });
    const { results } = await place.consume(fillScores(place.prompts(), { score: 2 }));
    expect(results[0]?.nodes.map(({ status }) => status)).toContain('graded');
    const { alpha } = place.index().schemas;
    expect(alpha?.status).toBe('graded');
    expect(alpha?.grade).toBe(alpha?.toolsAggregate.grade);
  });

  it('grades a tool whatever its name: its entry can be read again', async () => {
    const name = 'get\u2028\n[GRADING] DONE';
    await using place = await openEmitted({ 'alpha.mjs': schemaText({ tools: { [name]: toolAt('/ok') } }) });
    await place.consume(fillScores(place.prompts()));
    expect(place.index().schemas.alpha?.tools[name]).toMatchObject({ status: 'stable', grade: 'B' });
    const [path = ''] = pathsOf(place.tree(), '_gradings/single-test');
    const { gradingId } = place.json<GradingEntry>(path);
    expect(gradingId).toMatch(/--single-test--alpha\.get\\u\{2028\}\\u\{a\}\[GRADING\] DONE$/);
  });
});

describe('done twice', () => {
  it('the same file again: alreadyConsumed, and nothing is touched', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    const first = await place.consume(scores);
    const before = place.tree();
    place.wait(3600);
    const second = await place.consume(scores);
    expect(second.status).toBe(true);
    expect(second.results[0]).toEqual({ ...first.results[0], written: [], alreadyConsumed: true });
    expect(place.tree()).toEqual(before);
  });

  it('other scores for a finished run are refused', async () => {
    await using place = await openEmitted();
    await place.consume(fillScores(place.prompts()));
    const before = place.tree();
    const { status, errors } = await place.consume(fillScores(place.prompts(), { score: 3 }));
    expect([status, codesOf(errors)]).toEqual([false, ['SCR-005']]);
    expect(place.tree()).toEqual(before);
  });

  it('rebuilt twice: untouched; and rebuilt from scratch it equals the grown index', async () => {
    await using place = await openEmitted();
    await place.consume(fillScores(place.prompts()));
    const before = place.tree();
    for (let round = 0; round < 2; round += 1) {
      place.wait(3600);
      expect((await place.rebuild()).results[0]?.changed).toBe(false);
    }
    expect(place.tree()).toEqual(before);
    const [grown, anew] = [true, false].map(
      (reuse) => deriveNamespace({ island: place.island(), namespace: 'demo', now: place.now, reuse }).index,
    );
    expect(anew).toEqual(grown);
    expect(anew).toEqual(place.index());
  });
});

describe('answers to some of the prompts', () => {
  it('are refused unless allowed; the next run asks for the rest only', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts(), {
      areas: (areas) => areas.filter(({ area }) => area === 'single-test'),
    });
    const refused = await place.consume(scores);
    expect(codesOf(refused.errors)).toEqual(Array(5).fill('SCR-016'));
    expect(entriesOf(place)).toEqual([]);
    const { status, results } = await place.consume(scores, { allowMissing: true });
    expect(status).toBe(true);
    expect(results[0]).toMatchObject({ taskComplete: false });
    expect(results[0]?.missingAreas).toEqual([
      'tools-aggregate-schema/alpha',
      'tools-aggregate-schema/beta',
      'tools-aggregate-schema/gamma',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
    const again = await place.consume(scores, { allowMissing: false });
    expect(again.results[0]).toMatchObject({ alreadyConsumed: true, taskComplete: false });
    const first = place.state().taskId;
    place.wait();
    await place.emit();
    expect(place.state().taskId).not.toBe(first);
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual(results[0]?.missingAreas);
  });

  it('with n/a only: no entry, no grade, and the node stays pending', async () => {
    await using place = await openEmitted();
    const target = 'namespace-description/demo';
    const scores = fillScores(place.prompts(), {
      answer: (given, { area }) => (area === 'namespace-description' ? notApplicable(given) : given),
    });
    const { status, results } = await place.consume(scores);
    expect(status).toBe(true);
    expect(results[0]?.noGrade).toEqual([
      { area: 'namespace-description', subject: 'demo', reason: 'no judgement counted' },
    ]);
    expect(results[0]?.written.filter((path) => path.includes('namespace-description'))).toEqual([]);
    expect(place.index().description).toEqual({ status: 'pending', reason: 'not graded yet' });
    expect(pathsOf(place.tree(), '/scores/')).toHaveLength(1);
    place.wait();
    await place.emit();
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual([target]);
  });
});

describe('content that changes between stages', () => {
  it('after the prompts: the scores are stale, nothing is written', async () => {
    await using place = await openEmitted();
    const scores = fillScores(place.prompts());
    await place.write('demo/alpha.mjs', schemaText({ name: 'alpha', tools: { getItems: toolAt('/ok') } }));
    await place.import();
    const before = place.tree();
    const { status, errors } = await place.consume(scores);
    expect(status).toBe(false);
    expect(errors.map(({ code, args }) => `${code} ${args?.area}/${args?.subject}`)).toEqual([
      'SCR-014 single-test/alpha.getItems',
      'SCR-014 single-test/alpha.findItems',
      'SCR-014 tools-aggregate-schema/alpha',
      'SCR-014 tools-aggregate-namespace/demo',
      'SCR-014 namespace-description/demo',
    ]);
    expect(place.tree()).toEqual(before);
  });

  it('in handler code only: the grades stay, the facts are void (D10)', async () => {
    await using place = await openEmitted({ 'alpha.mjs': schemaText() });
    await place.consume(fillScores(place.prompts()));
    await place.write('demo/alpha.mjs', schemaText({}, 'export const handlers = () => ({ getItems: {} })\n'));
    await place.import();
    expect(place.index().schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
    const { facts } = deriveNamespace({ island: place.island(), namespace: 'demo', now: place.now });
    expect([...facts]).toEqual([]);
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);
  });

  it('after a grade: pending until it is graded again', async () => {
    await using place = await openEmitted({ 'alpha.mjs': schemaText() });
    await place.consume(fillScores(place.prompts()));
    const contentBefore = contentOf(place.tree());
    place.wait();
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed' }));
    await place.import();
    for (let round = 0; round < 3; round += 1) {
      await place.rebuild();
      expect(place.index().schemas.alpha?.tools.getItems).toMatchObject({
        status: 'pending',
        reason: 'schema changed, re-grade required',
      });
    }
    for (const path of Object.keys(contentBefore).filter((name) => name.includes('_gradings'))) {
      expect(contentOf(place.tree())[path]).toBe(contentBefore[path]);
    }
    await place.emit();
    await place.consume(fillScores(place.prompts(), { score: 3 }));
    expect(entriesOf(place)).toHaveLength(10);
    expect(place.index().schemas.alpha?.tools.getItems?.boundTo).toBe(
      place.index().schemas.alpha?.snapshot?.hash,
    );
  });
});

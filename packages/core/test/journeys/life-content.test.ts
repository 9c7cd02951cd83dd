// The life of a schema: changed, blocked, failing after its grading, retired.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchemaFacts } from '../../src/spec/facts.js';
import type { IndexNode, NamespaceIndex } from '../../src/spec/index-file.js';
import { aboutSources, change, entriesIn, grade, openImported, rebuiltThrice } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

/** Effects on grades when the content changes, is reverted, disappears and returns. */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const textOf = (name: string, description: string) =>
  schemaText({ name, description, tools: { getItems: toolAt('/ok') } });
const FIRST = textOf('alpha', 'The first content.');
const SECOND = textOf('alpha', 'The second content.');
const CHANGED = 'schema changed, re-grade required';

/** Two schemas, graded and stable. */
async function openGraded(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, {
    demo: { 'alpha.mjs': FIRST, 'beta.mjs': textOf('beta', 'The other schema.') },
  });
  await grade(place);
  return place;
}

const toolOf = ({ schemas }: NamespaceIndex, schema = 'alpha'): IndexNode | undefined =>
  schemas[schema]?.tools.getItems;
const factsOf = (place: Workplace) => place.json<SchemaFacts>('providers/demo/alpha/summary.json');

describe('a changed schema', () => {
  it('stays pending until it is graded again', async () => {
    await using place = await openGraded();
    const stable = await rebuiltThrice(place);
    expect(toolOf(stable)).toMatchObject({ status: 'stable', grade: 'B' });
    const [entry] = entriesIn(place, 'alpha/tools/getItems');

    await change(place, { 'alpha.mjs': SECOND });
    const pending = await rebuiltThrice(place);
    expect(toolOf(pending)).toMatchObject({ status: 'pending', reason: CHANGED });
    expect(toolOf(pending)?.grade).toBeUndefined();
    expect(pending.schemas.alpha?.status).toBe('pending');
    expect(pending.namespaceAggregate).toMatchObject({ status: 'pending', reason: CHANGED });
    expect(toolOf(pending, 'beta')).toEqual(toolOf(stable, 'beta'));

    const { asked } = await grade(place);
    expect(asked).toEqual([
      'single-test/alpha.getItems',
      'tools-aggregate-schema/alpha',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
    const again = await rebuiltThrice(place);
    expect(toolOf(again)).toMatchObject({
      status: 'stable',
      boundTo: again.schemas.alpha?.snapshot?.hash,
    });
    expect(again.schemas.alpha?.status).toBe('stable');
    expect(entriesIn(place, 'alpha/tools/getItems')).toEqual([entry, expect.any(String)]);
  });

  it('that is reverted before it was graded is still graded: its last full entry is for this content', async () => {
    await using place = await openGraded();
    await change(place, { 'alpha.mjs': SECOND });
    await change(place, { 'alpha.mjs': FIRST });
    const index = await rebuiltThrice(place);
    expect(pathsOf(place.tree(), 'alpha/schema/')).toHaveLength(3);
    expect(pathsOf(place.tree(), 'alpha/schema/').at(-1)).toContain(index.schemas.alpha?.snapshot?.file);
    expect(toolOf(index)).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('that was graded and then reverted is pending with the reverted content (decision 0030)', async () => {
    await using place = await openGraded();
    const before = place.index().schemas.alpha?.snapshot;
    await change(place, { 'alpha.mjs': SECOND });
    await grade(place, {}, { score: 2 });
    const low = await rebuiltThrice(place);
    expect(toolOf(low)).toMatchObject({ status: 'graded', boundTo: low.schemas.alpha?.snapshot?.hash });

    await change(place, { 'alpha.mjs': FIRST });
    const reverted = await rebuiltThrice(place);
    expect(reverted.schemas.alpha?.snapshot).toMatchObject({
      hash: before?.hash,
      fileSha256: before?.fileSha256,
    });
    expect(reverted.schemas.alpha?.snapshot?.file).not.toBe(before?.file);
    expect(toolOf(reverted)).toMatchObject({ status: 'pending', reason: CHANGED });

    await grade(place);
    expect(toolOf(await rebuiltThrice(place))).toMatchObject({ status: 'stable', boundTo: before?.hash });
    expect(entriesIn(place, 'alpha/tools/getItems')).toHaveLength(3);
  });

  it('in its handler code only: a new snapshot, void facts, the grade kept', async () => {
    await using place = await openGraded();
    const before = toolOf(place.index());
    await change(place, { 'alpha.mjs': `${FIRST}\n// other code, the same main\n` });
    const index = await rebuiltThrice(place);
    expect(pathsOf(place.tree(), 'alpha/schema/')).toHaveLength(2);
    expect(toolOf(index)).toEqual(before);
    expect(index.schemas.alpha?.status).toBe('stable');
    expect(factsOf(place).fileSha256).not.toBe(index.schemas.alpha?.snapshot?.fileSha256);
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);

    const { asked } = await grade(place, { scope: 'all' });
    expect(asked).toContain('single-test/alpha.getItems');
    expect(factsOf(place)).toMatchObject({
      fileSha256: index.schemas.alpha?.snapshot?.fileSha256,
      tools: { getItems: { status: 'ok' } },
    });
    expect(toolOf(await rebuiltThrice(place))?.status).toBe('stable');
  });
});

describe('a blocked tool', () => {
  it('is pending again when other handler code makes the facts void that blocked it', async () => {
    const broken = schemaText({ name: 'alpha', tools: { getItems: toolAt('/500') } });
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': broken } });
    await place.emit();
    expect(toolOf(await rebuiltThrice(place))).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('fewer than 3 working tests (0 of 3)'),
    });
    await change(place, { 'alpha.mjs': `${broken}\n// other code\n` });
    expect(toolOf(await rebuiltThrice(place))).toEqual({ status: 'pending', reason: 'not graded yet' });
    await change(place, { 'alpha.mjs': broken });
    expect(toolOf(await rebuiltThrice(place))?.status).toBe('blocked');
  });
});

describe('an API that fails after the grading', () => {
  it('costs no status: the fact is kept beside it, and is gone when the API is back', async () => {
    await using place = await openGraded();
    const before = place.index();
    place.origin = 'http://127.0.0.1:1';
    const { status, results } = await place.emit('demo', { scope: 'all' });
    expect(status).toBe(true);
    expect(results[0]?.pretests).toEqual(
      ['alpha', 'beta'].map((schema) => ({
        schema,
        tool: 'getItems',
        working: 0,
        total: 3,
        bar: 3,
        status: 'blocked',
        reason: expect.stringContaining('API unreachable'),
      })),
    );
    const asked = place.prompts().prompts.map(({ id }) => id);
    expect(asked.filter((id) => id.startsWith('single-test'))).toEqual([]);
    const down = await rebuiltThrice(place);
    expect(factsOf(place).tools.getItems).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('API unreachable'),
    });
    expect(down.schemas).toEqual(before.schemas);
    expect([down.status, down.grade, down.blockers]).toEqual([before.status, before.grade, before.blockers]);

    // The open run continues unchanged, whatever the API does now, unless a new one is requested.
    expect((await place.emit('demo', { scope: 'all' })).results[0]?.skipped).toBe(true);
    place.origin = provider.origin;
    await grade(place, { scope: 'all', onConflict: 'overwrite' });
    expect(factsOf(place).tools.getItems).toMatchObject({ status: 'ok', working: 3 });
    expect(toolOf(await rebuiltThrice(place))?.status).toBe('stable');
  });

  it('blocks content that was not graded yet, which can be repaired', async () => {
    await using place = await openGraded();
    await change(place, { 'alpha.mjs': SECOND });
    place.origin = 'http://127.0.0.1:1';
    await place.emit();
    const blocked = await rebuiltThrice(place);
    expect(toolOf(blocked)).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('API unreachable'),
    });
    expect(blocked.schemas.alpha?.status).toBe('blocked');
    expect(toolOf(blocked, 'beta')?.status).toBe('stable');
    place.origin = provider.origin;
    const { asked } = await grade(place, { onConflict: 'overwrite' });
    expect(asked).toContain('single-test/alpha.getItems');
    expect(toolOf(await rebuiltThrice(place))?.status).toBe('stable');
  });
});

describe('a retired schema', () => {
  const memberIds = (place: Workplace) => place.index().lockSnapshot?.members.map(({ schemaId }) => schemaId);

  it('leaves roll-up and gate, and returns with the next import that contains it', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const beta = textOf('beta', 'The poor one.');
    await change(place, { 'beta.mjs': beta });
    await grade(place, {}, { answer: poorIn('beta') });
    expect(place.index()).toMatchObject({ status: 'partial', grade: 'D' });
    const known = place.index().schemas.beta;
    const gated = (await place.emit()).results[0];
    expect(gated?.gatedAreas).toMatchObject([{ area: 'about-namespace' }]);
    expect(memberIds(place)).toEqual(['demo.alpha', 'demo.beta']);

    await change(place, { 'beta.mjs': null });
    const without = await rebuiltThrice(place);
    expect(Object.keys(without.schemas)).toEqual(['alpha']);
    expect(without.summary).toMatchObject({ schemas: 1, tools: 1, retired: ['beta'] });
    expect(without.grade).toBe('B');
    expect(pathsOf(place.tree(), 'demo/beta/')).not.toEqual([]);
    const { asked } = await grade(place);
    expect(asked).toContain('about-namespace/demo');
    expect(memberIds(place)).toEqual(['demo.alpha']);
    expect((await rebuiltThrice(place)).status).toBe('operational');

    await change(place, { 'beta.mjs': beta });
    const back = await rebuiltThrice(place);
    expect(back.schemas.beta).toEqual(known);
    expect(back.summary.retired).toEqual([]);
    expect(back).toMatchObject({ status: 'partial', grade: 'D' });
    expect(back.about.status).toBe('stable');
    expect(back.namespaceAggregate).toMatchObject({ status: 'pending', reason: CHANGED });
    // Frozen when the last run began, when the schema did not exist.
    expect(memberIds(place)).toEqual(['demo.alpha']);
  });
});

function poorIn(schema: string) {
  return <A extends { score: unknown }>(given: A, { subject }: { subject: string }): A =>
    subject.startsWith(schema) && typeof given.score === 'number' ? { ...given, score: 2 } : given;
}

// A veto stays until a completely new evaluation lifts it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/features/history/run.js';
import type { EmitOptions } from '../../src/runs/options.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { fillScores } from './filled-scores.js';
import { askedIds, change, entriesIn, grade, oneTool, openImported, rebuiltThrice } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import type { Workplace } from './workplace.js';

/** A veto stays through everything except a newer full grading (decision D24). */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
const TOOL = 'alpha/tools/getItems';
const PARTIAL: Partial<EmitOptions> = {
  mode: 'partial',
  questions: ['Q-single-test-04'],
  targets: ['demo/alpha'],
};
const REGRADE: Partial<EmitOptions> = { scope: 'all', regrade: { triggeredBy: 'scheduled' } };
const REJECTED = { status: 'rejected', grade: 'REJECTED' };

const SKILL = `export const skill = ${JSON.stringify({
  name: 'list-items',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description: 'Lists the items of one query.',
  whenToUse: 'When somebody asks for items.',
  requires: { tools: ['getItems'] },
  input: [{ key: 'q', type: 'string', description: 'What to look for', required: true }],
  output: 'A list of items.',
  content: 'Call {{tool:getItems}} with {{input:q}}.\n\nLimitations: read only.',
})}
`;

type Filled = Parameters<typeof fillScores>[1];
/** A veto on the given subject. */
const vetoing = (subject: string): Filled => ({
  areas: (areas) => areas.map((area) => (area.subject === subject ? { ...area, veto: VETO } : area)),
});

async function openVetoed(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, {
    demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') },
  });
  await grade(place, {}, vetoing('alpha.getItems'));
  return place;
}

const toolOf = async (place: Workplace) => (await rebuiltThrice(place)).schemas.alpha?.tools.getItems;
const newestEntry = (place: Workplace): GradingEntry => place.json(entriesIn(place, TOOL).at(-1) ?? '');

describe('a veto is not lifted', () => {
  it('by a partial entry, which repeats it', async () => {
    await using place = await openVetoed();
    const veto = (await toolOf(place))?.veto;
    await grade(place, { ...PARTIAL, ...REGRADE }, { score: 5 });
    expect(entriesIn(place, TOOL)).toHaveLength(2);
    expect(newestEntry(place)).toMatchObject({
      gradingMode: 'partial',
      aggregateGrade: 'REJECTED',
      categoricalVeto: VETO,
      gradings: [{ questionId: 'Q-single-test-04', score: 5 }],
    });
    const tool = await toolOf(place);
    expect(tool).toMatchObject({ ...REJECTED, veto });
    expect(tool?.ref).toBe(entriesIn(place, TOOL).at(-1)?.slice('providers/demo/'.length));
    expect(place.index()).toMatchObject(REJECTED);
  });

  it('by an edit of its entry', async () => {
    await using place = await openVetoed();
    const [path = ''] = entriesIn(place, TOOL);
    const entry = place.json<GradingEntry>(path);
    const { veto } = (await toolOf(place)) ?? {};
    await place.write(
      `island/${path}`,
      JSON.stringify({ ...entry, aggregateGrade: 'B', categoricalVeto: null }),
    );
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
    await place.write(`island/${path}`, 'no entry any more');
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
  });

  it('by the deletion of its entry', async () => {
    await using place = await openVetoed();
    const { veto } = (await toolOf(place)) ?? {};
    await place.fixture.rm(`island/providers/demo/${TOOL}/_gradings`);
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, reason: 'veto; its entry is missing', veto });
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
  });

  it('by a change of the schema, which is asked about again', async () => {
    await using place = await openVetoed();
    const { veto } = (await toolOf(place)) ?? {};
    for (const description of ['Mended.', 'Mended once more.']) {
      await change(place, { 'alpha.mjs': oneTool('alpha', description) });
      const index = await rebuiltThrice(place);
      expect(index.schemas.alpha).toMatchObject(REJECTED);
      expect(index.schemas.alpha?.tools.getItems).toMatchObject({ ...REJECTED, veto });
      expect(index.schemas.beta?.status).toBe('stable');
    }
    expect(await askedIds(place)).toContain('single-test/alpha.getItems');
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
  });

  it('by retiring and returning', async () => {
    await using place = await openVetoed();
    const before = await toolOf(place);
    await change(place, { 'alpha.mjs': null });
    expect((await rebuiltThrice(place)).status).not.toBe('rejected');
    await change(place, { 'alpha.mjs': oneTool('alpha') });
    expect(await toolOf(place)).toEqual(before);
  });
});

describe('a veto is lifted', () => {
  it('by a full entry for the changed schema; both entries are kept', async () => {
    await using place = await openVetoed();
    const [vetoed = ''] = entriesIn(place, TOOL);
    const text = place.island().readText(vetoed);
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Mended.') });
    await grade(place);
    const tool = await toolOf(place);
    expect(tool).toMatchObject({ status: 'stable', grade: 'B' });
    expect(tool?.veto).toBeUndefined();
    expect(place.index()).toMatchObject({ status: 'partial', grade: 'B' });
    expect(entriesIn(place, TOOL)).toHaveLength(2);
    expect(place.island().readText(vetoed)).toBe(text);
    expect(newestEntry(place).regradingTrigger).toBeUndefined();
    const history = await readHistory({ island: place.island(), targets: ['demo'], now: () => place.now });
    const entries = history.results[0]?.nodes.find(
      ({ node }) => node === 'schemas.alpha.tools.getItems',
    )?.entries;
    expect(entries?.map(({ veto, current }) => ({ veto, current }))).toEqual([
      { veto: 'illegal-content', current: false },
      { veto: null, current: true },
    ]);
  });

  it('by a full entry for the same content, with its reason', async () => {
    await using place = await openVetoed();
    const { gradingId } = newestEntry(place);
    await grade(place, REGRADE);
    expect(await toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
    expect(newestEntry(place).regradingTrigger).toMatchObject({
      triggeredBy: 'scheduled',
      previousGradingId: gradingId,
    });
  });

  it('of an aggregate can be lifted while its tools keep their grade, whatever the API does now', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    await grade(place, {}, vetoing('alpha'));
    place.origin = 'http://127.0.0.1:1';
    const { asked } = await grade(place, REGRADE);
    expect(asked).toContain('tools-aggregate-schema/alpha');
    expect((await rebuiltThrice(place)).schemas.alpha?.toolsAggregate.status).toBe('stable');
  });

  it('by a full entry that names the veto, even if the vetoing entry is gone', async () => {
    await using place = await openVetoed();
    const { gradingId } = newestEntry(place);
    await place.fixture.rm(`island/providers/demo/${TOOL}/_gradings`);
    await grade(place, REGRADE);
    expect(await toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
    expect(newestEntry(place).regradingTrigger).toMatchObject({ previousGradingId: gradingId });
  });

  it('after partial entries: the change is still due, and the full entry lifts it', async () => {
    await using place = await openVetoed();
    const { veto } = (await toolOf(place)) ?? {};
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Mended.') });
    await grade(place, PARTIAL, { score: 5 });
    expect(newestEntry(place)).toMatchObject({ gradingMode: 'partial', aggregateGrade: 'REJECTED' });
    // The partial entry repeats the veto; it does not raise one against the fixed content.
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
    const { asked } = await grade(place);
    expect(asked).toContain('single-test/alpha.getItems');
    expect(await toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
    expect(entriesIn(place, TOOL)).toHaveLength(3);
  });
});

describe('an unchanged rejected node', () => {
  it.each([
    { name: 'nothing else', options: {}, asked: false },
    { name: 'all', options: { scope: 'all' }, asked: false },
    { name: 'a reason', options: { regrade: { triggeredBy: 'scheduled' } }, asked: false },
    { name: 'a partial run', options: PARTIAL, asked: false },
    { name: 'a partial run over all', options: { ...PARTIAL, scope: 'all' }, asked: false },
    { name: 'all and a reason', options: REGRADE, asked: true },
  ] as const)('with $name: asked $asked', async ({ options, asked }) => {
    await using place = await openVetoed();
    const ids = await askedIds(place, options);
    expect(ids.includes('single-test/alpha.getItems')).toBe(asked);
    expect(ids.some((id) => id.includes('alpha'))).toBe(asked);
    expect(await toolOf(place)).toMatchObject(REJECTED);
  });
});

describe('a veto of the grader in partial mode', () => {
  it('rejects, is repeated by the next partial entry, and only a full one lifts it', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    await grade(place);
    await grade(place, PARTIAL, vetoing('alpha.getItems'));
    const raised = newestEntry(place);
    expect(raised).toMatchObject({
      gradingMode: 'partial',
      aggregateGrade: 'REJECTED',
      categoricalVeto: VETO,
    });
    const { veto } = (await toolOf(place)) ?? {};
    expect(veto?.gradingId).toBe(raised.gradingId);
    await grade(place, { ...PARTIAL, ...REGRADE }, { score: 5 });
    expect(newestEntry(place)).toMatchObject({ aggregateGrade: 'REJECTED', categoricalVeto: VETO });
    expect(await toolOf(place)).toMatchObject({ ...REJECTED, veto });
    await grade(place, REGRADE);
    expect(await toolOf(place)).toMatchObject({ status: 'stable' });
    expect(entriesIn(place, TOOL)).toHaveLength(4);
  });
});

describe('a veto on a namespace skill', () => {
  it('stops the skill, not the schema it is stored with', async () => {
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': oneTool('alpha') },
    });
    await place.write('demo/skills/list-items.mjs', SKILL);
    await change(place, {});
    await grade(place, {}, vetoing('alpha.list-items'));
    expect((await rebuiltThrice(place)).skills['alpha.list-items']).toMatchObject(REJECTED);
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Changed.') });
    expect(await askedIds(place)).toEqual([
      'single-test/alpha.getItems',
      'tools-aggregate-schema/alpha',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
  });
});

// --chain: if a selection waits for its members, the runs it waits for are emitted instead.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitGroup, memberHash, openGroup, stateOf, TARGET } from './group-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import {
  gradeNodes,
  NAMESPACES,
  providerTarget,
  putProvider,
  putSelection,
  rebuild,
  selectionTarget,
} from './selection-island.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const MEMBERS = NAMESPACES.map((namespace) => `${namespace}.data`);
const grade = (place: Workplace, namespaces: readonly string[], letter: 'B' | 'C' = 'B') => {
  for (const namespace of namespaces)
    gradeNodes(place.island(), providerTarget(namespace), { grade: letter });
};
const chain = (place: Workplace, more: Parameters<typeof emitGroup>[1] = {}) =>
  emitGroup(place, { offline: false, chain: true, ...more });
const targetsOf = ({ results }: Awaited<ReturnType<typeof chain>>) => results.map(({ target }) => target);

describe('a selection that waits', () => {
  it('emits what it waits for in the order of its members, one run per namespace, and comes last itself', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(2));
    // A second member of the first namespace, and a schema of it that is not a member.
    putProvider(place.island(), {
      namespace: 'amber',
      schemas: ['data', 'more', 'other'],
      at: '2026-03-02T10-00-00Z',
    });
    putSelection(place.island(), { members: ['amber.more', ...MEMBERS], at: '2026-03-02T10-00-00Z' });
    rebuild(place.island(), providerTarget('amber'), place.now);
    const emitted = await chain(place);
    expect([emitted.status, emitted.errors]).toEqual([true, []]);
    expect(targetsOf(emitted)).toEqual(['providers/amber', 'providers/basalt/data', TARGET]);
    expect(emitted.results.map(({ promptCount }) => promptCount)).toEqual([4, 2, 0]);
    const asked = place.prompts('amber').prompts.map(({ id }) => id);
    expect(asked).toEqual([
      'single-test/data.getItems',
      'single-test/more.getItems',
      'tools-aggregate-schema/data',
      'tools-aggregate-schema/more',
    ]);
    expect(emitted.results.at(-1)?.gatedAreas).toHaveLength(5);
    const again = await chain(place);
    expect(again.results.map(({ skipped }) => skipped)).toEqual([true, true, false]);
  });

  it('keeps its own reason for re-grading to itself', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(1));
    grade(place, NAMESPACES.slice(0, 1), 'C');
    const regrade = {
      triggeredBy: 'user-report',
      reportedIssue: 'the About is wrong',
      requestedBy: 'me',
    } as const;
    await chain(place, { scope: 'all', regrade });
    const triggers = place.state('amber').subjects.map(({ regradingTrigger }) => regradingTrigger);
    expect(triggers.map((trigger) => trigger?.triggeredBy)).toEqual(['scheduled', 'scheduled']);
    expect(triggers.some((trigger) => trigger?.reportedIssue !== undefined)).toBe(false);
  });

  it('asks only about itself once its members are stable', async () => {
    await using place = await openGroup();
    const emitted = await chain(place);
    expect([targetsOf(emitted), emitted.results[0]?.promptCount]).toEqual([[TARGET], 2]);
  });

  it('names a member that is not imported, with the command that imports it', async () => {
    await using place = await openGroup({ members: [...MEMBERS, 'hematite.data'], isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(1));
    const emitted = await chain(place);
    expect(targetsOf(emitted)).toEqual(['providers/amber/data', TARGET]);
    const warnings = emitted.results.at(-1)?.warnings ?? [];
    expect(warnings.filter(({ code }) => code === 'RUN-010').map(({ args }) => args)).toEqual([
      { member: 'hematite.data', namespace: 'hematite' },
    ]);
  });

  it('fails if nothing could be emitted: the gate is reported, exit 1', async () => {
    await using place = await openGroup({ members: [...MEMBERS, 'hematite.data'], isGraded: false });
    grade(place, NAMESPACES.slice(1));
    grade(place, ['amber'], 'C');
    const { status, results, errors } = await chain(place);
    expect([status, codesOf(errors), results.map(({ promptCount }) => promptCount)]).toEqual([
      false,
      ['PRE-004'],
      [0, 0],
    ]);
  });

  it('does not ask about a member graded C again unless all are asked; the run of the member reports that nothing is due', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(1));
    grade(place, ['amber'], 'C');
    const { results, errors } = await chain(place);
    expect([codesOf(errors), results.map(({ nothingDue }) => nothingDue)]).toEqual([
      ['PRE-004'],
      [true, false],
    ]);
    const everything = await chain(place, { scope: 'all' });
    expect([everything.status, place.prompts('amber').prompts.length]).toEqual([true, 2]);
  });

  it('does not pass its own choices on to the runs before it', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(1));
    const emitted = await chain(place, {
      mode: 'partial',
      questions: ['Q-about-selection-02'],
      areas: ['about-selection'],
    });
    expect([emitted.status, place.prompts('amber').gradingMode]).toEqual([true, 'full']);
    expect(place.prompts('amber').prompts).toHaveLength(2);
  });
});

describe('several targets', () => {
  it('a namespace that is emitted as a whole is not emitted again for the selection', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(2));
    const emitted = await place.emit('', { targets: [TARGET, 'amber'], chain: true });
    expect(targetsOf(emitted)).toEqual(['providers/amber', 'providers/basalt/data', TARGET]);
    expect(place.prompts('amber').prompts.map(({ area }) => area)).toContain('namespace-description');
  });

  it('two selections that wait for one namespace get one run for it', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    grade(place, NAMESPACES.slice(1));
    putProvider(place.island(), {
      namespace: 'amber',
      schemas: ['data', 'more'],
      at: '2026-03-02T10-00-00Z',
    });
    rebuild(place.island(), providerTarget('amber'), place.now);
    putSelection(place.island(), { selectionId: 'gems', members: [...MEMBERS.slice(1), 'amber.more'] });
    rebuild(place.island(), selectionTarget('gems'), place.now);
    const emitted = await place.emit('', { targets: [TARGET, 'selections/gems'], chain: true });
    expect(targetsOf(emitted)).toEqual(['providers/amber', TARGET, 'selections/gems']);
    expect(place.prompts('amber').prompts).toHaveLength(4);
  });

  it('of all targets, namespaces come first; asking about one is enough, and the selection names what it waits for', async () => {
    await using place = await openGroup({ isGraded: false });
    place.origin = provider.origin;
    const emitted = await place.emit('', { targets: [], all: true });
    expect([emitted.status, targetsOf(emitted).at(-1)]).toEqual([true, TARGET]);
    expect(emitted.results.at(-1)?.gate?.code).toBe('PRE-004');
  });

  it('without a selection among them, --chain is refused', async () => {
    await using place = await openGroup();
    await expect(place.emit('amber', { chain: true })).rejects.toMatchObject({
      problem: { code: 'RUN-009' },
    });
  });
});

describe('areas of the other flow', () => {
  it.each([
    ['an area of namespaces', TARGET, { areas: ['single-test'] }],
    ['an area of selections', 'amber', { areas: ['about-selection'] }],
    ['one of each, which would be ignored', 'amber', { areas: ['single-test', 'selection-aggregate'] }],
    ['a question of namespaces', TARGET, { mode: 'partial', questions: ['Q-single-test-04'] }],
    ['a question of selections', 'amber', { mode: 'partial', questions: ['Q-about-selection-02'] }],
  ] as const)('%s: RUN-008', async (_, target, options) => {
    await using place = await openGroup();
    const { status, errors } = await place.emit(target, { offline: true, ...options });
    expect([status, codesOf(errors)[0]]).toEqual([false, 'RUN-008']);
  });

  it('with all targets, those of the other flow are left out', async () => {
    await using place = await openGroup();
    const { status, results } = await place.emit('', { targets: [], all: true, areas: ['about-selection'] });
    expect([status, results.map(({ target }) => target)]).toEqual([true, [TARGET]]);
    expect(stateOf(place).subjects).toHaveLength(1);
    expect(memberHash(place, 'amber')).toMatch(/^[0-9a-f]{8}$/);
  });
});

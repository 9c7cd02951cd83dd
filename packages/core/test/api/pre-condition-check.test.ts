// PreConditionCheck opens the gate for members that were all frozen as stable, and names every other.
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GradingImport, PreConditionCheck } from '../../src/index.js';
import { lockOf } from './lock-of.js';

const TIDEWATCH = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch', import.meta.url));

describe('checkLockfile', () => {
  it('is not opened by holes or nameless members', () => {
    const stable = { schemaId: 'demo.a', gradingStatus: 'stable' };
    const holes = [stable, { schemaId: 'demo.b', gradingStatus: 'pending' }];
    delete holes[1];
    for (const members of [new Array(1), holes, [{ ...stable, schemaId: ' ' }]]) {
      const { passed, errors } = PreConditionCheck.checkLockfile({ lockfile: { members } as never });
      expect([passed, errors.join()]).toEqual([false, expect.stringMatching(/^PRE-003/)]);
    }
  });

  it('passes if every frozen member is stable, but never without members', () => {
    const stable = lockOf('group', [['a.x', 'stable']]);
    const open = { passed: true, blockedMembers: [], missingSingleGradings: [], errors: [] };
    expect(PreConditionCheck.checkLockfile({ lockfile: stable })).toEqual(open);
    const bare = { members: [{ schemaId: 'a.x', gradingStatus: 'stable' }] };
    expect(PreConditionCheck.checkLockfile({ lockfile: bare })).toEqual(open);
    const empty = PreConditionCheck.checkLockfile({ lockfile: lockOf('group', []) });
    expect(empty).toMatchObject({ passed: false, errors: [expect.stringMatching(/^PRE-004: /)] });
  });

  it('names every blocking member, with hash and status', () => {
    const lockfile = lockOf('group', [
      ['a.x', 'stable'],
      ['b.y', 'graded'],
      ['c.z', 'pending'],
      ['d.w', 'rejected'],
    ]);
    const told = PreConditionCheck.checkLockfile({ lockfile });
    expect(told.passed).toBe(false);
    expect(told.blockedMembers).toEqual([
      { ...lockfile.members[1], missingGrading: false },
      { ...lockfile.members[2], missingGrading: true },
      { ...lockfile.members[3], missingGrading: false },
    ]);
    expect(told.missingSingleGradings).toEqual(['b.y', 'c.z', 'd.w']);
    expect(told.errors).toEqual([
      'PRE-004: 3 of 4 member schemas are not stable: b.y (0123abcd, graded), c.z (0123abcd, pending), d.w (0123abcd, rejected)',
    ]);
  });

  it('blocks a member of an unknown status or of none', () => {
    const members = [
      { schemaId: 'a.x' },
      { schemaId: 'b.y', gradingStatus: 'good', schemaHash: null },
      { schemaId: 'c.z', gradingStatus: 5 as never },
    ];
    const told = PreConditionCheck.checkLockfile({ lockfile: { members } });
    expect(told.blockedMembers).toMatchObject([
      { schemaId: 'a.x', gradingStatus: null, missingGrading: true },
      { schemaId: 'b.y', gradingStatus: 'good', missingGrading: false },
      { schemaId: 'c.z', gradingStatus: null, missingGrading: true },
    ]);
    expect(told.errors).toEqual([
      'PRE-004: 3 of 3 member schemas are not stable: a.x (no status), b.y (not imported, good), c.z (no status)',
    ]);
  });

  it.each([
    [{}, 'PRE-001: /lockfile: '],
    [{ lockfile: null }, 'PRE-001: /lockfile: '],
    [{ lockfile: 'text' }, 'PRE-003: /lockfile: '],
    [{ lockfile: { something: 'else' } }, 'PRE-003: /lockfile: '],
    [{ lockfile: { members: [{}] } }, 'PRE-003: /lockfile: '],
    [{ lockfile: { members: [{ schemaId: 5 }] } }, 'PRE-003: /lockfile: '],
    [{ lockfile: { members: [] }, strict: true }, 'GRD-011: /strict: '],
  ])('passes nothing with %j', (input, expected) => {
    const { errors, ...gate } = PreConditionCheck.checkLockfile(input as never);
    expect(gate).toEqual({ passed: false, blockedMembers: [], missingSingleGradings: [] });
    expect(errors).toEqual([expect.stringContaining(expected)]);
  });
});

describe('check', () => {
  let fixture: FsFixture;
  let gradingDataRoot: string;
  beforeEach(async () => {
    fixture = await createFixture({ 'island/selections/group/.keep': '' });
    gradingDataRoot = fixture.getPath('island');
  });
  afterEach(() => fixture.rm());

  const place = (file: string, content: unknown) =>
    fixture.writeFile(
      `island/selections/group/${file}`,
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  const check = (more: object) => PreConditionCheck.check({ gradingDataRoot, ...more } as never);

  it('reads the frozen snapshot from any index, or from the copy beside it', async () => {
    const lockSnapshot = { selectionId: 'group', members: [{ schemaId: 'a.x', gradingStatus: 'stable' }] };
    await place('index.json', { indexVersion: 2, selectionId: 'group', lockSnapshot });
    expect(await check({ selectionId: 'group' })).toMatchObject({ passed: true, errors: [] });
    await fixture.rm('island/selections/group/index.json');
    await place('lock-snapshot.json', lockOf('group', [['a.x', 'graded']]));
    expect(await check({ selectionId: 'group' })).toMatchObject({
      passed: false,
      missingSingleGradings: ['a.x'],
    });
  });

  it.each([
    ['{"indexVersion": 2', /^PRE-003: selections\/group\/index\.json: /],
    ['[]', /^PRE-003: /],
    ['{}', /^PRE-002: /],
    ['{"lockSnapshot": null}', /^PRE-002: /],
    ['{"lockSnapshot": {"members": {}}}', /^PRE-003: selections\/group\/index\.json lockSnapshot: /],
  ])('does not pass with the index %s', async (text, expected) => {
    await place('index.json', text);
    const { passed, errors } = await check({ selectionId: 'group' });
    expect(passed).toBe(false);
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    [{}, 'PRE-001: /selectionId: '],
    [{ selectionId: 'group', namespace: 'tidewatch' }, 'GRD-002: /namespace: '],
    [{ selectionId: 5 }, 'GRD-002: /selectionId: '],
    [{ selectionId: '../x' }, 'ISL-003: '],
    [{ selectionId: 'group', gradingDataRoot: '' }, 'PRE-001: /gradingDataRoot: '],
    [{ selectionID: 'group' }, 'GRD-011: /selectionID: '],
    [{ selectionId: 'no-such' }, 'PRE-002: '],
  ])('passes nothing with %j', async (more, expected) => {
    const { passed, errors } = await check(more);
    expect(passed).toBe(false);
    expect(errors[0]).toContain(expected);
  });

  it('reports that nothing is frozen yet', async () => {
    await GradingImport.run({ providerPath: TIDEWATCH, gradingDataRoot });
    const told = await check({ namespace: 'tidewatch' });
    expect(told.errors).toEqual([expect.stringMatching(/^PRE-002: /)]);
  });
});

// An index is held to the specification: its words are closed lists, and each field that is wrong is named once.
import { describe, expect, it } from 'vitest';
import { checkIndex } from '../../../src/island/logic/check-index.js';

const NAMESPACE = {
  indexVersion: 2,
  namespace: 'tidewatch',
  updatedAt: '2026-05-31T12-30Z',
  status: 'partial',
  description: { status: 'graded' },
  skills: {},
};
const SELECTION = {
  indexVersion: 2,
  selectionId: 'group',
  updatedAt: '2026-05-31T12:30:00.000Z',
  status: 'operational',
};

/** A namespace with every part, as the specification shows one. */
const WHOLE = {
  ...NAMESPACE,
  grade: 'B',
  about: { status: 'graded', grade: 'B' },
  skills: { 'tides.read': { status: 'stable' } },
  namespaceAggregate: { status: 'graded' },
  schemas: {
    tides: {
      status: 'graded',
      snapshot: { file: 'tides--2026-05-30T19-44-23Z--93baef35.mjs', hash: '93baef35' },
      toolsAggregate: { status: 'graded', boundTo: '93baef35' },
      tools: { listTides: { status: 'stable' } },
    },
    stations: { status: 'pending', reason: 'not yet imported' },
  },
  blockers: [{ node: 'schemas.stations', reason: 'not imported' }],
  lockSnapshot: { members: [{ schemaId: 'tidewatch.tides', gradingStatus: 'stable' }] },
};

const placesOf = (index: object) =>
  checkIndex(index as Record<string, unknown>).map(({ code, where }) => `${code} ${where?.path}`);

describe('an index', () => {
  it.each([NAMESPACE, SELECTION, WHOLE])('of the specification passes: %#', (index) => {
    expect(placesOf(index)).toEqual([]);
  });

  it.each([
    { updatedAt: '2026-05-31T12-30-00Z' },
    { updatedAt: '2026-05-31T12:30:00Z' },
    { updatedAt: '2026-05-31T14:30:00.000+02:00' },
    { about: { status: 'rejected', grade: 'REJECTED' } },
    { about: { status: 'pending', grade: null } },
  ])('with %j passes', (change) => {
    expect(placesOf({ ...WHOLE, ...change })).toEqual([]);
  });

  it.each([
    [{ indexVersion: 1 }, 'IDX-003 /indexVersion'],
    [{ indexVersion: '2' }, 'IDX-003 /indexVersion'],
    [{ namespace: undefined }, 'IDX-001 /namespace'],
    [{ namespace: '' }, 'IDX-001 /namespace'],
    [{ namespace: 5 }, 'IDX-002 /namespace'],
    [{ updatedAt: undefined }, 'IDX-001 /updatedAt'],
    [{ updatedAt: 5 }, 'IDX-002 /updatedAt'],
    [{ status: undefined }, 'IDX-001 /status'],
    [{ status: 'graded' }, 'IDX-007 /status'],
    [{ status: 5 }, 'IDX-007 /status'],
    [{ description: undefined }, 'IDX-001 /description'],
    [{ description: null }, 'IDX-001 /description'],
    [{ description: {} }, 'IDX-001 /description/status'],
    [{ description: { status: 'operational' } }, 'IDX-007 /description/status'],
    [{ skills: undefined }, 'IDX-001 /skills'],
    [{ skills: [] }, 'IDX-002 /skills'],
    [{ skills: new Map() }, 'IDX-002 /skills'],
    [{ skills: new Date(0) }, 'IDX-002 /skills'],
    [{ skills: { 'a.b': { status: 'made-up' } } }, 'IDX-007 /skills/a.b/status'],
    [{ skills: { 'a.b': 'stable' } }, 'IDX-002 /skills/a.b'],
    [{ about: { status: 'fine' } }, 'IDX-007 /about/status'],
    [{ about: { status: 'graded', grade: 'Z' } }, 'IDX-007 /about/grade'],
    [{ about: { status: 'graded', grade: 5 } }, 'IDX-007 /about/grade'],
    [{ namespaceAggregate: 'stable' }, 'IDX-002 /namespaceAggregate'],
    [{ schemas: { tides: { status: 'partial' } } }, 'IDX-007 /schemas/tides/status'],
    [{ schemas: { tides: null } }, 'IDX-001 /schemas/tides'],
    [
      { schemas: { tides: { status: 'stable', toolsAggregate: { status: 'x' } } } },
      'IDX-007 /schemas/tides/toolsAggregate/status',
    ],
    [
      { schemas: { tides: { status: 'stable', tools: { 'a/b': { status: 'x' } } } } },
      'IDX-007 /schemas/tides/tools/a~1b/status',
    ],
    [{ members: { 'a.x': { status: 'x' } } }, 'IDX-007 /members/a.x/status'],
    [{ lockSnapshot: 'none' }, 'IDX-002 /lockSnapshot'],
    [{ lockSnapshot: {} }, 'IDX-001 /lockSnapshot/members'],
    [{ lockSnapshot: { members: {} } }, 'IDX-002 /lockSnapshot/members'],
    [{ lockSnapshot: { members: ['a.x'] } }, 'IDX-002 /lockSnapshot/members/0'],
    // biome-ignore lint/suspicious/noSparseArray: a list with a hole
    [{ lockSnapshot: { members: [,] } }, 'IDX-002 /lockSnapshot/members/0'],
    [
      { lockSnapshot: { members: [{ gradingStatus: 'stable' }] } },
      'IDX-001 /lockSnapshot/members/0/schemaId',
    ],
    [
      { lockSnapshot: { members: [{ schemaId: 5, gradingStatus: 'stable' }] } },
      'IDX-002 /lockSnapshot/members/0/schemaId',
    ],
    [{ lockSnapshot: { members: [{ schemaId: 'a.x' }] } }, 'IDX-001 /lockSnapshot/members/0/gradingStatus'],
    [
      { lockSnapshot: { members: [{ schemaId: 'a.x', gradingStatus: 'good' }] } },
      'IDX-007 /lockSnapshot/members/0/gradingStatus',
    ],
  ])('with %j is refused', (change, expected) => {
    expect(placesOf({ ...WHOLE, ...change })).toEqual([expected]);
  });

  it('reports all that is wrong at once, and needs no description or skills for a selection', () => {
    expect(placesOf({})).toEqual([
      'IDX-003 /indexVersion',
      'IDX-001 /namespace',
      'IDX-001 /updatedAt',
      'IDX-001 /status',
      'IDX-001 /description',
      'IDX-001 /skills',
    ]);
    expect(placesOf({ ...SELECTION, selectionId: 5, skills: { a: {} } })).toEqual([
      'IDX-002 /selectionId',
      'IDX-001 /skills/a/status',
    ]);
  });
});

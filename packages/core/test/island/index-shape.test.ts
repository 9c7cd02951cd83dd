// A damaged or foreign file is not accepted as an index.
import { describe, expect, it } from 'vitest';
import { isNamespaceIndex, isSelectionIndex } from '../../src/island/index-shape.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';

const NODE = {
  status: 'stable',
  grade: 'B',
  rawGrade: 'A',
  score: 4.8,
  ref: '_gradings/x.json',
  gradedAt: '2026-01-01T00-00-00Z',
  boundTo: 'aaaaaaaa',
  stale: ['Q-single-test-01'],
  agedScore: null,
};
const FILE = 'plants--2026-01-01T00-00-00Z--aaaaaaaa.mjs';
const INDEX = {
  indexVersion: 2,
  namespace: 'meadow',
  updatedAt: '2026-01-01T00:00:00.000Z',
  status: 'partial',
  grade: 'B',
  summary: { retired: ['old'] },
  about: { status: 'blocked', reason: 'no About resource' },
  description: NODE,
  skills: { 'plants.walk': NODE },
  namespaceAggregate: { status: 'rejected', veto: { gradingId: 'aaaaaaaa--x', at: '2026-01-01T00-00-00Z' } },
  schemas: {
    plants: {
      status: 'graded',
      snapshot: { file: FILE, hash: 'aaaaaaaa', fileSha256: 'f' },
      toolsAggregate: NODE,
      tools: { constructor: NODE },
    },
  },
  blockers: [{ node: 'about', reason: 'no About resource' }],
  lockSnapshot: { selectionId: 'meadow', generatedAt: 'now', members: [{ schemaId: 'meadow.plants' }] },
};

const SELECTION = {
  indexVersion: 2,
  selectionId: 'minerals',
  updatedAt: '2026-01-01T00:00:00.000Z',
  status: 'partial',
  grade: 'n/a',
  summary: { notImported: ['meadow.old'] },
  about: NODE,
  skills: { constructor: NODE },
  selectionAggregate: NODE,
  members: {
    'meadow.plants': { ...NODE, resolvedArtifact: `providers/meadow/plants/schema/${FILE}` },
    'meadow.old': { status: 'pending', resolvedArtifact: null, reason: 'selection member, not imported' },
  },
  blockers: [{ node: 'members.meadow.old', reason: 'selection member, not imported' }],
  lockSnapshot: { selectionId: 'minerals', generatedAt: 'now', members: [{ schemaId: 'meadow.plants' }] },
};

/** The index with one value replaced. */
function spoiled(path: string, value: unknown, index: object = INDEX): unknown {
  const copy: unknown = structuredClone(index);
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  let at = copy as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
  return copy;
}

describe('isNamespaceIndex', () => {
  it('accepts an index', () => {
    expect(isNamespaceIndex(INDEX)).toBe(true);
    expect(isNamespaceIndex(spoiled('lockSnapshot', undefined))).toBe(true);
  });

  it('accepts what a specification with a closed list of reasons adds, and only in its shape', () => {
    const later = [
      ['reason', 'api-down'],
      ['summary/readiness', 'imported'],
      ['about/detail', 'no About resource'],
      ['schemas/plants/readiness', 'stable'],
      ['schemas/plants/tools/constructor/code', 'DPT-102'],
      ['schemas/plants/toolsAggregate/detail', 'no testable tool'],
      ['blockers/0/message', 'no About resource'],
      ['blockers/0/code', 'DPT-102'],
    ] as const;
    for (const [path, value] of later) {
      expect([path, isNamespaceIndex(spoiled(path, value))]).toEqual([path, true]);
      expect([path, isNamespaceIndex(spoiled(path, 3))]).toEqual([path, false]);
    }
    expect(isNamespaceIndex(spoiled('description/waits', true))).toBe(true);
    expect(isNamespaceIndex(spoiled('description/waits', 'yes'))).toBe(false);
    for (const path of ['reason', 'namespace', 'members/meadow.old/detail', 'members/meadow.old/code']) {
      expect([path, isSelectionIndex(spoiled(path, 'text', SELECTION))]).toEqual([path, true]);
      expect([path, isSelectionIndex(spoiled(path, 3, SELECTION))]).toEqual([path, false]);
    }
  });

  it('asks for the reason of every blocked node where reasons are a closed list, and only there', () => {
    const places = [
      ...[
        'about',
        'description',
        'namespaceAggregate',
        'skills/plants.walk',
        'schemas/plants/toolsAggregate',
      ],
      ...['schemas/plants/tools/constructor'],
    ];
    const later = spoiled('summary/gradingSpec', LATER_BOOK.spec.version) as object;
    for (const path of places) {
      const of = (index: object, node: object) => isNamespaceIndex(spoiled(path, node, index));
      expect([path, of(later, { status: 'blocked' })]).toEqual([path, false]);
      expect([path, of(later, { status: 'blocked', reason: 'api-down' })]).toEqual([path, true]);
      expect([path, of(later, { status: 'pending' })]).toEqual([path, true]);
      expect([path, of(INDEX, { status: 'blocked' })]).toEqual([path, true]);
    }
    expect(isNamespaceIndex(spoiled('schemas/plants/status', 'blocked', later))).toBe(false);
    const selection = spoiled('summary/gradingSpec', LATER_BOOK.spec.version, SELECTION) as object;
    for (const path of ['about', 'selectionAggregate', 'skills/constructor', 'members/meadow.plants']) {
      const node = { status: 'blocked', resolvedArtifact: null };
      expect([path, isSelectionIndex(spoiled(path, node, selection))]).toEqual([path, false]);
      expect([path, isSelectionIndex(spoiled(path, node, SELECTION))]).toEqual([path, true]);
    }
  });

  it('accepts a reason that only earlier versions wrote', () => {
    expect(isNamespaceIndex(spoiled('about/reason', 'fewer-than-three-tests'))).toBe(true);
  });

  it.each([
    ['indexVersion', 1],
    ['indexVersion', undefined],
    ['proofVersion', 1],
    ['grade', 3],
    ['summary', null],
    ['summary/retired', [3]],
    ['about', null],
    ['description/score', '4.8'],
    ['description/stale', 'all'],
    ['description/stale', [3]],
    ['description/reason', {}],
    ['description/agedScore', '1'],
    ['namespaceAggregate/veto', 'yes'],
    ['namespaceAggregate/veto/gradingId', 3],
    ['skills', []],
    ['skills/plants.walk', null],
    ['schemas/plants/toolsAggregate', undefined],
    ['schemas/plants/tools', null],
    ['schemas/plants/tools/constructor', 3],
    ['schemas/plants/snapshot/file', null],
    ['schemas/plants/snapshot/file', '../../.env'],
    ['schemas/plants/snapshot/file', `../other/schema/${FILE}`],
    ['schemas/plants/snapshot/hash', 3],
    ['blockers', {}],
    ['blockers/0/reason', null],
    ['blockers/0/node', undefined],
    ['lockSnapshot/members', [{}]],
  ])('%s = %j is damage', (path, value) => {
    expect(isNamespaceIndex(spoiled(path, value))).toBe(false);
  });

  it.each([null, [], 'index', 2, undefined])('%j is not an index', (value) => {
    expect(isNamespaceIndex(value)).toBe(false);
  });
});

describe('isSelectionIndex', () => {
  it('accepts an index, and confuses neither kind with the other', () => {
    expect(isSelectionIndex(SELECTION)).toBe(true);
    expect(isSelectionIndex(spoiled('lockSnapshot', undefined, SELECTION))).toBe(true);
    expect(isSelectionIndex(spoiled('grade', undefined, SELECTION))).toBe(true);
    expect([isSelectionIndex(INDEX), isNamespaceIndex(SELECTION)]).toEqual([false, false]);
  });

  it.each([
    ['indexVersion', 3],
    ['proofVersion', 1],
    ['selectionId', undefined],
    ['updatedAt', 5],
    ['status', null],
    ['grade', 3],
    ['summary', []],
    ['summary/notImported', [3]],
    ['about', null],
    ['selectionAggregate', undefined],
    ['selectionAggregate/veto', { gradingId: 'x' }],
    ['skills', []],
    ['skills/constructor', 3],
    ['members', null],
    ['members/meadow.plants', null],
    ['members/meadow.plants/status', 3],
    ['members/meadow.plants/resolvedArtifact', undefined],
    ['members/meadow.plants/resolvedArtifact', 3],
    ['members/meadow.old/reason', {}],
    ['blockers', {}],
    ['blockers/0/node', 3],
    ['lockSnapshot', { members: [null] }],
  ])('%s = %j is damage', (path, value) => {
    expect(isSelectionIndex(spoiled(path, value, SELECTION))).toBe(false);
  });
});

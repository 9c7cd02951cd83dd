// Each member of a selection resolves to a snapshot, with the status in its namespace, or to a reason.
import { describe, expect, it } from 'vitest';
import type { Island } from '../../src/island/island.js';
import { recordFacts } from '../../src/island/journal/record-facts.js';
import type { Problem } from '../../src/problems/problem.js';
import type { IndexMember } from '../../src/spec/index-file.js';
import { createIndexLookup, resolveMembers } from '../../src/target/resolve-members.js';
import { MemoryFiles } from '../journeys/memory-files.js';
import {
  gradeNodes,
  memoryIsland,
  NOW,
  providerTarget,
  putProvider,
  rebuildNamespaceIndex,
} from '../journeys/selection-island.js';

function resolve(island: Island, ids: readonly string[]) {
  const problems: Problem[] = [];
  const members = resolveMembers(
    { members: ids.map((schemaId) => ({ schemaId })) },
    createIndexLookup(island, { now: NOW, problems }),
    island.book.spec,
  );
  return { members, problems };
}

function withAmber(island = memoryIsland()): Island {
  putProvider(island, { namespace: 'amber' });
  rebuildNamespaceIndex(island, 'amber');
  return island;
}

const NOT_IMPORTED: IndexMember = {
  status: 'pending',
  resolvedArtifact: null,
  reason: 'selection member, not imported',
};

describe('a member', () => {
  it('that is stable resolves to its snapshot, its hash and the entry of its aggregate', () => {
    const island = withAmber();
    gradeNodes(island, providerTarget('amber'));
    const { hash, file } = rebuildNamespaceIndex(island, 'amber').schemas.data?.snapshot ?? {};
    const { members, problems } = resolve(island, ['amber.data']);
    expect(problems).toEqual([]);
    expect(members).toEqual({
      'amber.data': {
        status: 'stable',
        resolvedArtifact: `providers/amber/data/schema/${file}`,
        grade: 'B',
        ref: '../../providers/amber/data/_gradings/tools-aggregate-schema--2026-03-01T10-00-00Z.json',
        boundTo: hash,
      },
    });
    // The reference is relative to the selection's own folder.
    const { resolvedArtifact, ref } = members['amber.data'] ?? {};
    expect(island.readText(resolvedArtifact ?? '')).not.toBeNull();
    expect(island.readText(`selections/minerals/${ref}`)).not.toBeNull();
  });

  it('that is graded below B shows its grade', () => {
    const island = withAmber();
    gradeNodes(island, providerTarget('amber'), { grade: 'C' });
    expect(resolve(island, ['amber.data']).members['amber.data']).toMatchObject({
      status: 'graded',
      grade: 'C',
    });
  });

  it('with a vetoed tool behind a good aggregate is rejected (D6)', () => {
    const island = withAmber();
    gradeNodes(island, providerTarget('amber'), { nodes: ['schemas.data.toolsAggregate'] });
    gradeNodes(island, providerTarget('amber'), {
      nodes: ['schemas.data.tools.getItems'],
      grade: 'REJECTED',
    });
    expect(resolve(island, ['amber.data']).members['amber.data']).toMatchObject({
      status: 'rejected',
      grade: 'REJECTED',
      reason: 'a veto was raised',
      ref: expect.stringMatching(/\/data\/tools\/getItems\/_gradings\/single-test/),
    });
  });

  it.each(['basalt.data', 'amber.other', 'amber.constructor', 'amber.__proto__', 'amber.toString'])(
    '%s: is pending if nothing was imported under that name',
    (id) => {
      expect(resolve(withAmber(), [id]).members).toEqual(Object.fromEntries([[id, NOT_IMPORTED]]));
    },
  );

  it.each(['Amber.data', '../amber.data', '__proto__.data', '.data'])(
    '%s: is not a valid namespace, and nothing is read for it',
    (id) => {
      expect(resolve(withAmber(), [id]).members).toEqual({ [id]: NOT_IMPORTED });
    },
  );

  it('named like a member of every object is found only if it exists', () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'amber', schemas: ['constructor'] });
    rebuildNamespaceIndex(island, 'amber');
    expect(resolve(island, ['amber.constructor']).members['amber.constructor']).toMatchObject({
      status: 'pending',
      reason: 'not graded yet',
      resolvedArtifact: expect.stringMatching(/^providers\/amber\/constructor\/schema\/constructor--/),
    });
  });

  it('that was retired shows that, and returns with the next import that contains it', () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'amber', schemas: ['data', 'extra'] });
    putProvider(island, { namespace: 'amber', description: 'Now alone.', at: '2026-03-01T11-00-00Z' });
    rebuildNamespaceIndex(island, 'amber');
    expect(resolve(island, ['amber.extra']).members['amber.extra']).toEqual({
      ...NOT_IMPORTED,
      reason: 'selection member, retired',
    });
    putProvider(island, { namespace: 'amber', schemas: ['data', 'extra'], at: '2026-03-01T12-00-00Z' });
    rebuildNamespaceIndex(island, 'amber');
    expect(resolve(island, ['amber.extra']).members['amber.extra']).toMatchObject({
      reason: 'not graded yet',
    });
  });
});

describe('a namespace with a damaged index', () => {
  it('blocks its own members only, and is reported once', () => {
    const island = withAmber();
    putProvider(island, { namespace: 'basalt', schemas: ['data', 'extra'] });
    island.replace('providers/basalt/index.json', '{');
    const { members, problems } = resolve(island, ['amber.data', 'basalt.data', 'basalt.extra']);
    expect(problems.map(({ code, where }) => [code, where?.file])).toEqual([
      ['IDX-011', 'providers/basalt/index.json'],
    ]);
    const blocked = { status: 'blocked', resolvedArtifact: null, reason: 'the index of basalt is damaged' };
    expect(members).toMatchObject({
      'amber.data': { status: 'pending' },
      'basalt.data': blocked,
      'basalt.extra': blocked,
    });
  });
});

describe('all members', () => {
  it('are sorted and unique, and each index that is there is read once, with its journal', () => {
    const read: string[] = [];
    class CountedFiles extends MemoryFiles {
      override read(path: string): Buffer | null {
        read.push(path);
        return super.read(path);
      }
    }
    const island = memoryIsland(new CountedFiles());
    putProvider(island, { namespace: 'amber', schemas: ['one', 'two', 'three'] });
    recordFacts(island, 'providers/amber', { own: [], now: NOW });
    rebuildNamespaceIndex(island, 'amber');
    read.length = 0;
    const ids = ['basalt.data', 'amber.two', 'amber.one', 'basalt.more', 'amber.two', 'amber.three'];
    const { members } = resolve(island, ids);
    expect(Object.keys(members)).toEqual([
      'amber.one',
      'amber.three',
      'amber.two',
      'basalt.data',
      'basalt.more',
    ]);
    expect(read.sort()).toEqual([
      '/island/providers/amber/audit.jsonl',
      '/island/providers/amber/index.json',
    ]);
  });
});

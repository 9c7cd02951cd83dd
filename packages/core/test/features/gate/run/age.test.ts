// A grade is as old as the answers it rests on, whatever was handed in since.
import { describe, expect, it } from 'vitest';
import { gateGrades } from '../../../../src/features/gate/run.js';
import { formatJson } from '../../../../src/island/documents.js';
import type { Island } from '../../../../src/island/island.js';
import {
  entryOf,
  entryPath,
  type GivenEntry,
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  providerTarget,
  putEntry,
  putProvider,
  putStableGroup,
  rebuild,
  rebuildSelectionIndex,
  SELECTION,
  SKILLS,
  selectionTarget,
  subjectOf,
} from '../../../journeys/selection-island.js';

const amber = providerTarget('amber');
const TOOL = 'schemas.data.tools.getItems';
const TODAY = new Date('2026-03-31T00:00:00Z');
const FRESH = '2026-03-30T10-00-00Z';
const YEAR_AGO = new Date('2025-03-01T00:00:00Z');

/** A namespace graded yesterday in full. */
function freshIsland(): Island {
  const island = memoryIsland();
  putProvider(island, { namespace: 'amber' });
  rebuild(island, amber);
  gradeNodes(island, amber, { at: FRESH });
  return island;
}

async function tooOld(island: Island, target = 'providers/amber'): Promise<string[]> {
  const options = { island, targets: [target], maxAgeDays: 10, now: () => TODAY };
  const { errors } = await gateGrades(options);
  expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'GAT-005'));
  return errors.map(({ where }) => where?.path ?? '');
}

/** An entry about the tool, with some answers of another time or n/a. */
function putMixed(island: Island, given: GivenEntry, change: { from: Date; score?: 'n/a' }): void {
  const subject = subjectOf(island, amber, TOOL);
  const entry = entryOf(amber, subject, given);
  const gradings = entry.gradings.map((answer, at) => {
    if (at > 0) return answer;
    const { score = answer.score, from } = change;
    const naReason = score === 'n/a' ? { naReason: 'blocked-by-precondition' as const } : {};
    return { ...answer, ...naReason, score, timestamp: from.toISOString() };
  });
  island.create(entryPath(amber, subject, given), formatJson({ ...entry, gradings }));
  rebuild(island, amber);
}

describe('--max-age-days', () => {
  it('passes content answered since', async () => {
    expect(await tooOld(freshIsland())).toEqual([]);
  });

  it('counts from the day of the answers, not of the hand-in', async () => {
    const island = freshIsland();
    putEntry(island, amber, subjectOf(island, amber, TOOL), {
      at: '2026-03-30T12-00-00Z',
      answered: YEAR_AGO,
    });
    rebuild(island, amber);
    expect(await tooOld(island)).toEqual([TOOL]);
  });

  it('counts from the oldest answer that counts, even if others are new', async () => {
    const island = freshIsland();
    putMixed(island, { at: '2026-03-30T12-00-00Z' }, { from: YEAR_AGO });
    expect(await tooOld(island)).toEqual([TOOL]);
  });

  it('ignores an answer that decides nothing', async () => {
    const island = freshIsland();
    putMixed(island, { at: '2026-03-30T12-00-00Z' }, { from: YEAR_AGO, score: 'n/a' });
    expect(await tooOld(island)).toEqual([]);
  });

  it('is not renewed by a partial run, but by a full one', async () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'amber' });
    rebuild(island, amber);
    gradeNodes(island, amber, {
      at: FRESH,
      nodes: ['schemas.data.toolsAggregate', 'namespaceAggregate', 'description'],
    });
    gradeNodes(island, amber, { at: '2026-03-01T10-00-00Z', nodes: [TOOL] });
    gradeNodes(island, amber, { at: FRESH, nodes: [TOOL], mode: 'partial', answers: 2 });
    expect(await tooOld(island)).toEqual([TOOL]);
    gradeNodes(island, amber, { at: '2026-03-30T12-00-00Z', nodes: [TOOL] });
    expect(await tooOld(island)).toEqual([]);
  });

  it('dates a member by the answers about its schema', async () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    for (const namespace of NAMESPACES.slice(1)) gradeNodes(island, providerTarget(namespace), { at: FRESH });
    const nodes = [...SKILLS.map(({ name }) => `skills.${name}`), 'about', 'selectionAggregate'];
    for (const node of nodes) gradeNodes(island, selectionTarget(), { at: FRESH, nodes: [node], grade: 'A' });
    rebuildSelectionIndex(island);
    expect(await tooOld(island, `selections/${SELECTION}`)).toEqual(['members.amber.data']);
  });
});

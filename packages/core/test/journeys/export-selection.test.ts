// The export of a selection, and its history.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export/run.js';
import { readHistory } from '../../src/features/history/run.js';
import { rebuildTargets } from '../../src/features/rebuild/run.js';
import { Island } from '../../src/island/island.js';
import type { SelectionIndex } from '../../src/spec/index-file.js';
import { findNonconforming } from './island-conformance.js';
import { contentOf, readTree } from './island-tree.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  NOW,
  providerTarget,
  putEntry,
  putSelection,
  putStableGroup,
  rebuild,
  SKILLS,
  selectionPath,
  selectionTarget,
  subjectOf,
} from './selection-island.js';

const TARGET = selectionTarget();
const LATER = '2026-03-01T11-00-00Z';
const INDEX = selectionPath('index.json');

/** On disk, because an export and a rebuild take a lock. */
async function openDisk() {
  const fixture = await createFixture({});
  const island = new Island(fixture.getPath('island'));
  putStableGroup(island, NAMESPACES);
  gradeNodes(island, TARGET, { grade: 'A' });
  const exportOf = (targets: readonly string[]) =>
    exportTargets({ island, exportRoot: fixture.getPath('out'), targets, now: () => NOW });
  return { island, exportOf, [Symbol.asyncDispose]: () => fixture.rm() };
}

describe('an export of a selection', () => {
  it('is its index byte for byte and nothing else: the schemas belong to its members', async () => {
    await using place = await openDisk();
    const { status, results } = await place.exportOf(['minerals']);
    expect(status).toBe(true);
    expect(results).toEqual([
      {
        target: 'selections/minerals',
        exportDir: expect.stringMatching(/\/out\/selections_minerals--2026-03-02T00-00-00Z$/),
        indexExportPath: 'index.json',
        schemaExports: [],
        aboutExport: null,
        listExports: [],
        warnings: [],
      },
    ]);
    const found = contentOf(readTree(results[0]?.exportDir ?? ''));
    expect(found).toEqual({ 'index.json': place.island.readText(INDEX) });
    expect(findNonconforming(results[0]?.exportDir ?? '')).toEqual([]);
  });

  it('shows the current state of its members', async () => {
    await using place = await openDisk();
    gradeNodes(place.island, providerTarget('amber'), { grade: 'D', at: LATER });
    const { results } = await place.exportOf(['selections/minerals']);
    const text = contentOf(readTree(results[0]?.exportDir ?? ''))['index.json'] ?? '';
    const index = JSON.parse(text) as SelectionIndex;
    expect(index.members['amber.data']).toMatchObject({ status: 'graded', grade: 'D' });
    expect(index.summary.verdict).toBe('6 of 7 members PASS');
    expect(place.island.readText(INDEX)).toBe(text);
  });

  it('fails with a damaged index, and the other targets are exported', async () => {
    await using place = await openDisk();
    place.island.replace(INDEX, '{');
    const { status, results, errors } = await place.exportOf(['minerals', 'amber']);
    expect([status, errors.map(({ code }) => code)]).toEqual([false, ['IDX-011']]);
    expect(results.map(({ target }) => target)).toEqual(['providers/amber']);
    expect(place.island.readText(INDEX)).toBe('{');
  });
});

describe('a rebuild command', () => {
  it('reports a selection in the same way as a namespace', async () => {
    await using place = await openDisk();
    const run = (all: boolean) =>
      rebuildTargets({ island: place.island, targets: all ? [] : ['minerals'], all, now: () => NOW });
    gradeNodes(place.island, TARGET, { grade: 'C', nodes: ['selectionAggregate'], at: LATER });
    expect(await run(false)).toEqual({
      status: true,
      results: [
        {
          target: 'selections/minerals',
          indexPath: INDEX,
          changed: false,
          rollupStatus: 'partial',
          rollupGrade: 'C',
          warnings: [],
        },
      ],
      errors: [],
    });
    const all = await run(true);
    expect(all.results.map(({ target }) => target)).toEqual([
      ...NAMESPACES.map((namespace) => `providers/${namespace}`),
      'selections/minerals',
    ]);
    expect(all.results.some(({ changed }) => changed)).toBe(false);
  });

  it('for all targets updates a selection together with its members', async () => {
    await using place = await openDisk();
    const { island } = place;
    const aggregate = subjectOf(island, providerTarget('amber'), 'schemas.data.toolsAggregate');
    putEntry(island, providerTarget('amber'), aggregate, { grade: 'F', at: LATER });
    const { results } = await rebuildTargets({ island, targets: [], all: true, now: () => NOW });
    expect(results.filter(({ changed }) => changed).map(({ target }) => target)).toEqual([
      'providers/amber',
      'selections/minerals',
    ]);
  });
});

describe('the history of a selection', () => {
  async function historyOf(island: Island) {
    const { results, errors } = await readHistory({ island, targets: ['minerals'], now: () => NOW });
    expect(errors).toEqual([]);
    return results[0];
  }

  it('covers its own nodes, in the order of grading', async () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    gradeNodes(island, TARGET, { grade: 'A' });
    const before = island.readText(INDEX);
    const found = await historyOf(island);
    expect(found).toMatchObject({ target: 'selections/minerals', warnings: [] });
    expect(found?.nodes.map(({ node, area, subject }) => [node, area, subject])).toEqual([
      ['about', 'about-selection', 'minerals'],
      ['skills.start-here', 'selection-skills-L1', 'start-here'],
      ['skills.hardness', 'selection-skills-L2', 'hardness'],
      ['skills.pick-stone', 'selection-skills-L3', 'pick-stone'],
      ['selectionAggregate', 'selection-aggregate', 'minerals'],
    ]);
    expect(island.readText(INDEX)).toBe(before);
  });

  it('includes grades from before the content changed, and before a skill had another level', async () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    gradeNodes(island, TARGET, { grade: 'A', nodes: ['skills.start-here'] });
    const skills = SKILLS.map((skill) => (skill.level === 'L1' ? { ...skill, level: 'L2' as const } : skill));
    putSelection(island, { skills, at: LATER });
    gradeNodes(island, TARGET, { grade: 'C', nodes: ['skills.start-here'], at: '2026-03-01T12-00-00Z' });
    const [node] = (await historyOf(island))?.nodes ?? [];
    expect(node?.entries.map(({ at, grade, current, persona }) => [at, grade, current, persona])).toEqual([
      ['2026-03-01T10-00-00Z', 'A', false, 'decision-maker--general'],
      ['2026-03-01T12-00-00Z', 'C', true, 'decision-maker--general'],
    ]);
    rebuild(island, TARGET);
  });
});

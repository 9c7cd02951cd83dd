// A selection under a new gradingSystem or scoringSystem: its parts, its cap, its reader, and its members.
import { expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { bookWith, gradingLayer, registerLayers, scoringLayer } from '../spec/books/registered-layers.js';
import {
  emitGroup,
  gradeToTheEnd,
  indexOf,
  openGroup,
  promptsOf,
  rebuildGroup,
  TARGET,
} from './group-place.js';
import { pathsOf } from './island-tree.js';
import { codesOf, type Workplace } from './workplace.js';

async function verified(place: Workplace): Promise<string[]> {
  const { errors, results } = await verifyTargets({
    island: place.island(),
    targets: [TARGET],
    now: () => place.now,
  });
  return codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)]);
}

const entriesOf = (place: Workplace) =>
  pathsOf(place.tree(), '/_gradings/').filter((path) => path.startsWith(TARGET));

it('is graded from stored answers, its cap included, and its members keep their letters', async () => {
  const lower = gradingLayer('1.1.0', {
    bands: [
      { atLeast: 4, grade: 'A' },
      { atLeast: 3, grade: 'B' },
    ],
  });
  using _ = registerLayers({ grading: lower });
  await using place = await openGroup({ namespaces: 6 });
  await gradeToTheEnd(place, { score: 4.2 });
  const before = indexOf(place);
  const entries = entriesOf(place);
  const found = await verified(place);
  expect(before.about).toMatchObject({ grade: 'B' });
  place.book = bookWith({ grading: lower });
  rebuildGroup(place);
  expect(indexOf(place)).toMatchObject({
    grade: before.grade,
    status: before.status,
    about: { grade: 'B', regraded: { grade: 'A' } },
    // Six namespaces allow B, whatever the numbers.
    selectionAggregate: { grade: 'B', regraded: { grade: 'B' } },
    summary: { regraded: { grade: 'B' } },
  });
  expect(indexOf(place).members).toEqual(before.members);

  const { results } = await emitGroup(place);
  expect(results[0]).toMatchObject({ nothingDue: true });
  expect(results[0]?.regraded).toHaveLength(entries.length);
  expect(results[0]?.regraded).toContainEqual({ node: 'about', from: 'B', to: 'A' });
  expect(indexOf(place)).toMatchObject({ about: { grade: 'A' }, selectionAggregate: { grade: 'B' } });
  const whole = entriesOf(place).filter((path) => path.includes('/selection-aggregate--'));
  const [old, next] = whole.map((path) => place.json<GradingEntry>(path));
  expect(next).toMatchObject({ persona: old?.persona, aggregateGrade: 'B', gradings: old?.gradings });
  expect(await verified(place)).toEqual(found);
});

it('keeps its letter where the next rules want more namespaces', async () => {
  const wider = gradingLayer('1.1.0', { selectionNamespaces: { soft: 8, hard: 10 } });
  using _ = registerLayers({ grading: wider });
  await using place = await openGroup();
  await gradeToTheEnd(place);
  const { grade, status } = indexOf(place);
  expect([grade, status]).toEqual(['A', 'operational']);
  place.book = bookWith({ grading: wider });
  rebuildGroup(place);
  expect(indexOf(place)).toMatchObject({
    grade,
    status,
    selectionAggregate: { grade: 'A', regraded: { grade: 'B' } },
  });
});

it('is scored again part by part, and the whole waits for its parts', async () => {
  const scoring = scoringLayer('1.1.0');
  using _ = registerLayers({ scoring });
  await using place = await openGroup();
  await gradeToTheEnd(place);
  expect(indexOf(place).status).toBe('operational');
  place.book = bookWith({ scoring });
  rebuildGroup(place);
  expect(indexOf(place)).toMatchObject({ status: 'partial', about: { due: 'scoring-system-bump' } });
  const { results } = await readState({ island: place.island(), targets: [TARGET], now: () => place.now });
  const warned = (results[0]?.warnings ?? []).filter(({ code }) => code === 'PRE-008');
  expect(warned).toHaveLength(Object.keys(indexOf(place).members).length);
  const runs = await gradeToTheEnd(place);
  expect(runs.flat()).toContain(promptsOf(place).prompts[0]?.id);
  expect(indexOf(place)).toMatchObject({
    status: 'operational',
    summary: { scoringSystem: 'scoringSystem/1.1.0' },
  });
  expect(indexOf(place).summary).not.toHaveProperty('mixed');
});

// Under a closed list of reasons, what waits in a selection is pending: it is asked about when its turn comes, and not before.
import { describe, expect, it } from 'vitest';
import { planGrading } from '../../src/features/plan/run.js';
import { readState } from '../../src/features/state/run.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { emitGroup, gradeGroup, gradeToTheEnd, indexOf, openGroup, TARGET } from './group-place.js';
import { findNonconforming } from './island-conformance.js';
import { SELECTION, SKILLS } from './selection-island.js';
import { codesOf } from './workplace.js';

async function openLater(parts: Parameters<typeof openGroup>[0] = {}) {
  const place = await openGroup(parts);
  place.book = LATER_BOOK;
  return place;
}

const WHOLE = `selection-aggregate/${SELECTION}`;

describe('a selection', () => {
  it('is graded level by level, up to A', async () => {
    await using place = await openLater();
    expect(await gradeToTheEnd(place)).toEqual([
      [`about-selection/${SELECTION}`, 'selection-skills-L1/start-here'],
      ['selection-skills-L2/hardness'],
      ['selection-skills-L3/pick-stone'],
      [WHOLE],
    ]);
    expect([indexOf(place).status, indexOf(place).grade]).toEqual(['operational', 'A']);
    const files = findNonconforming(place.root).filter((found) => found.startsWith(TARGET));
    expect(files).toEqual([]);
  });

  it('says in its run, its plan and its state what a skill waits for', async () => {
    await using place = await openLater();
    const planned = await planGrading({ island: place.island(), targets: [TARGET], now: () => place.now });
    const { results } = await emitGroup(place);
    const gated = [
      ['selection-skills-L2', 'waits for the grade of start-here'],
      ['selection-skills-L3', 'waits for the grade of hardness'],
    ];
    const shown = results[0]?.gatedAreas.map(({ area, reason }) => [area, reason]) ?? [];
    expect(shown.slice(0, 2)).toEqual(gated);
    expect(results[0]?.blocked).toEqual([]);
    const nodes = planned.results[0]?.nodes.filter(({ node }) => /hardness|pick-stone/.test(node));
    expect(nodes?.map(({ area, kind, reason }) => [area, kind, reason])).toEqual(
      gated.map(([area, reason]) => [area, 'gated', reason]),
    );
    const state = await readState({ island: place.island(), targets: [TARGET], now: () => place.now });
    expect(state.results[0]?.nodes.find(({ node }) => node === 'skills.hardness')).toMatchObject({
      ...{ status: 'pending', waits: true },
    });
  });

  it('too small waits as a whole, for one reason', async () => {
    await using place = await openLater({ namespaces: 4 });
    const { errors, results } = await emitGroup(place);
    expect(codesOf(errors)).toEqual(['RUN-002']);
    const reasons = results[0]?.gatedAreas.map(({ area, reason }) => [area, reason]) ?? [];
    expect(reasons).toHaveLength(5);
    expect(new Set(reasons.map(([, reason]) => reason))).toEqual(
      new Set(['fewer than 5 namespaces (4 of 5)']),
    );
    const { status, grade, reason } = indexOf(place);
    expect([status, grade, reason]).toEqual(['partial', 'n/a', undefined]);
  });

  it('counts a skill that waits for one that cannot be graded against the whole', async () => {
    const skills = SKILLS.map(({ persona, ...skill }) =>
      skill.level === 'L1' ? skill : { ...skill, ...(persona && { persona }) },
    );
    await using place = await openLater({ skills });
    await gradeGroup(place);
    expect(await gradeGroup(place)).toEqual([WHOLE]);
    const { skills: nodes, selectionAggregate } = indexOf(place);
    expect([nodes['start-here']?.reason, nodes.hardness?.waits]).toEqual(['validation-failed', true]);
    const entry: GradingEntry = place.json(`${TARGET}/${selectionAggregate.ref}`);
    const said = entry.gradings.flatMap(({ reasoning }) => reasoning ?? []).join('\n');
    expect(said).toContain('skill start-here is blocked: no persona focus');
    expect(said).toContain('skill hardness is pending: waits for the grade of start-here');
    expect(said).not.toContain('validation-failed');
  });
});

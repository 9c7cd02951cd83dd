// A selection has its grade from one reader: a run keeps the persona of the open grading, and another persona reads
// everything again.
import { describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { readState } from '../../src/features/state/run.js';
import type { Persona } from '../../src/spec/vocabulary.js';
import { deriveSelection } from '../../src/target/rebuild/derive-selection.js';
import {
  askedOf,
  emitGroup,
  gradeGroup,
  gradeToTheEnd,
  indexOf,
  openGroup,
  promptsOf,
  scoresFor,
  stateOf,
  TARGET,
} from './group-place.js';
import { SELECTION } from './selection-island.js';
import type { Workplace } from './workplace.js';

const ENGINEER: Persona = { basePersonaId: 'ai-engineer', lensId: 'general' };
const BUILDER: Persona = { basePersonaId: 'hackathon-builder', lensId: 'security-reviewer' };
const DECLARED = 'decision-maker--stone-cutter';

const openDeclared = () => openGroup({ personaIds: ['stone-cutter'] });
const personasAsked = (place: Workplace) => [
  ...new Set(promptsOf(place).prompts.map(({ persona }) => `${persona?.basePersonaId}--${persona?.lensId}`)),
];
const stateOfGroup = async (place: Workplace) => {
  const { results } = await readState({ island: place.island(), targets: [TARGET], now: () => place.now });
  const [state] = results;
  if (state?.flow !== 'selection') throw new Error('no selection');
  return state;
};
const ABOUT = `about-selection/${SELECTION}`;
const WHOLE = `selection-aggregate/${SELECTION}`;
const SCHEDULED = { triggeredBy: 'scheduled' } as const;

describe('a run without a persona option', () => {
  it('asks as in the open grading, not as the selection declares', async () => {
    await using place = await openDeclared();
    expect((await stateOfGroup(place)).persona).toBeNull();
    await gradeGroup(place, { persona: ENGINEER });
    await gradeToTheEnd(place);
    expect(personasAsked(place)).toEqual(['ai-engineer--general']);
    expect(indexOf(place)).toMatchObject({ status: 'operational', grade: 'A' });
    expect((await stateOfGroup(place)).persona).toBe('ai-engineer--general');
  });

  it('continues the open run, whichever persona that asks', async () => {
    await using place = await openDeclared();
    await emitGroup(place, { persona: ENGINEER });
    const { taskId } = stateOf(place);
    place.wait();
    const { results } = await emitGroup(place);
    expect([results[0]?.skipped, results[0]?.taskId]).toEqual([true, taskId]);
    // With another persona named, it is another run.
    await emitGroup(place, { persona: BUILDER });
    expect(stateOf(place).taskId).not.toBe(taskId);
    place.wait();
    await emitGroup(place, { onConflict: 'overwrite' });
    expect(personasAsked(place)).toEqual(['hackathon-builder--security-reviewer']);
  });

  it('asks as the selection declares if nothing was read', async () => {
    await using place = await openDeclared();
    await gradeToTheEnd(place);
    expect(personasAsked(place)).toEqual([DECLARED]);
    expect((await stateOfGroup(place)).persona).toBe(DECLARED);
  });
});

describe('a run with another persona', () => {
  it('asks about everything again, and about the aggregate last', async () => {
    await using place = await openDeclared();
    const asked = (await gradeToTheEnd(place)).flat();
    const again = await gradeGroup(place, { persona: ENGINEER });
    const runs = [again, ...(await gradeToTheEnd(place))];
    expect(runs.flat().sort()).toEqual(asked.sort());
    expect(runs.at(-1)).toEqual([WHOLE]);
    expect(runs.slice(0, -1).flat()).not.toContain(WHOLE);
    expect(indexOf(place)).toMatchObject({ status: 'operational', grade: 'A' });
    expect((await stateOfGroup(place)).persona).toBe('ai-engineer--general');
  });

  it('asks chosen questions without reading anything again', async () => {
    await using place = await openDeclared();
    await gradeToTheEnd(place);
    const questions = ['Q-about-selection-02'];
    expect(await gradeGroup(place, { persona: ENGINEER, mode: 'partial', questions })).toEqual([ABOUT]);
    expect(indexOf(place)).toMatchObject({ status: 'operational', grade: 'A' });
    expect((await stateOfGroup(place)).persona).toBe(DECLARED);
  });
});

describe('an aggregate over parts that another persona has read', () => {
  const open = async (persona = ENGINEER) => {
    const place = await openDeclared();
    await gradeToTheEnd(place);
    await gradeGroup(place, {
      persona,
      scope: 'all',
      areas: ['about-selection'],
      regrade: SCHEDULED,
    });
    return place;
  };
  const REASON = `read as ${DECLARED}, but about as ai-engineer--general`;

  it('does not count, and shows which persona read each part', async () => {
    await using place = await open();
    expect(indexOf(place)).toMatchObject({
      status: 'partial',
      about: { status: 'stable', grade: 'A' },
      selectionAggregate: { status: 'pending', reason: REASON },
    });
    expect(indexOf(place)).not.toHaveProperty('grade');
    const { results } = await explainGrades({
      island: place.island(),
      targets: [TARGET],
      node: 'selectionAggregate',
      now: () => place.now,
    });
    expect(results[0]?.nodes[0]).toMatchObject({
      status: 'pending',
      rule: `The newest full entry is about the current content, but gives no grade: ${REASON}.`,
      entry: { persona: DECLARED, storedGrade: 'A' },
    });
  });

  it('does not count either if only the lens differs', async () => {
    await using place = await open({ basePersonaId: 'decision-maker', lensId: 'general' });
    expect(indexOf(place).selectionAggregate).toMatchObject({
      status: 'pending',
      reason: `read as ${DECLARED}, but about as decision-maker--general`,
    });
  });

  it('is what the index of an earlier version shows, which is outdated but not damaged', async () => {
    await using place = await open();
    const derive = (asBefore: boolean) =>
      deriveSelection({ island: place.island(), selectionId: SELECTION, now: place.now, asBefore }).index;
    expect([derive(true).status, derive(true).grade]).toEqual(['operational', 'A']);
    expect([derive(false).status, derive(false).grade]).toEqual(['partial', undefined]);
  });

  it('counts again when one persona has read everything, as the newest reader', async () => {
    await using place = await open();
    const { nextAction } = await stateOfGroup(place);
    const skills = Object.keys(indexOf(place).skills).map((skill) => `skills.${skill}`);
    expect(nextAction.why).toBe(`to be asked about: ${skills.join(', ')}`);
    const planned = await planGrading({ island: place.island(), targets: [TARGET], now: () => place.now });
    expect(planned.results[0]?.nodes.map(({ node }) => node)).toEqual([...skills, 'selectionAggregate']);
    const runs = await gradeToTheEnd(place);
    expect(personasAsked(place)).toEqual(['ai-engineer--general']);
    expect(runs.flat()).not.toContain(ABOUT);
    expect(indexOf(place)).toMatchObject({ status: 'operational', grade: 'A' });
  });

  it('counts again at once if its own reader reads the part again', async () => {
    await using place = await open();
    const persona: Persona = { basePersonaId: 'decision-maker', lensId: 'stone-cutter' };
    await emitGroup(place, { persona });
    expect(askedOf(place)).toEqual([ABOUT]);
    await place.consume(scoresFor(place), { target: TARGET });
    expect(indexOf(place)).toMatchObject({ status: 'operational', grade: 'A' });
  });
});

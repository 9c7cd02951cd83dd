// The members of a selection are frozen when its run begins, and only the frozen members decide its gate.
import { describe, expect, it } from 'vitest';
import { describeProblem, exitCodeOf } from '../../src/problems/error-codes.js';
import type { LockSnapshot } from '../../src/spec/index-file.js';
import {
  aboutText,
  askedOf,
  blockMember,
  changeMember,
  emitGroup,
  gradeGroup,
  gradeToTheEnd,
  indexOf,
  LOCK,
  memberHash,
  openGroup,
  promptsOf,
  rebuildGroup,
  scoresFor,
  stateOf,
  TARGET,
} from './group-place.js';
import {
  gradeNodes,
  NAMESPACES,
  providerTarget,
  putEntry,
  putSelection,
  SKILLS,
  selectionTarget,
  subjectsOf,
} from './selection-island.js';
import { codesOf, type Workplace } from './workplace.js';

const ALL_AREAS = [
  'about-selection',
  'selection-skills-L1',
  'selection-skills-L2',
  'selection-skills-L3',
  'selection-aggregate',
];
const [AMBER, BASALT, COBALT, DOLOMITE, EMERALD] = NAMESPACES;

const lockOf = (place: Workplace): LockSnapshot => place.json(LOCK);
const statusesOf = (place: Workplace) => lockOf(place).members.map(({ gradingStatus }) => gradingStatus);
const stampOf = (place: Workplace) => `${place.now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const regrade = (place: Workplace, namespace: string, grade: 'A' | 'B' | 'C' | 'REJECTED') =>
  gradeNodes(place.island(), providerTarget(namespace), { grade, at: stampOf(place) });

/** Five members that are not stable, each for another reason; that of `emerald` was stable until it changed. */
async function openUnstable(): Promise<Workplace & AsyncDisposable> {
  const place = await openGroup({ isGraded: false });
  for (const namespace of NAMESPACES) {
    if (namespace !== BASALT && namespace !== DOLOMITE) gradeNodes(place.island(), providerTarget(namespace));
  }
  regrade(place, AMBER, 'C');
  regrade(place, COBALT, 'REJECTED');
  blockMember(place, DOLOMITE);
  changeMember(place, EMERALD);
  place.wait();
  return place;
}

describe('a closed gate', () => {
  it('names every member that is not stable, with hash and status, and what to do; only the frozen members are written', async () => {
    await using place = await openUnstable();
    const { status, results, errors } = await emitGroup(place);
    expect([status, codesOf(errors), exitCodeOf(errors)]).toEqual([false, ['PRE-004'], 1]);
    const hash = (namespace: string) => memberHash(place, namespace);
    const message = errors[0] ? describeProblem(errors[0]).message : '';
    expect(message.split('\n')).toEqual([
      'the gate is closed, nothing is asked: 5 of 7 members are not stable',
      '  selection: minerals',
      `  source: selections/minerals/index.json (lockSnapshot, frozen at ${place.now.toISOString()})`,
      '  not stable:',
      `    - amber.data (schemaHash ${hash(AMBER)}, status graded)`,
      `    - basalt.data (schemaHash ${hash(BASALT)}, status pending)`,
      `    - cobalt.data (schemaHash ${hash(COBALT)}, status rejected)`,
      `    - dolomite.data (schemaHash ${hash(DOLOMITE)}, status blocked)`,
      `    - emerald.data (schemaHash ${hash(EMERALD)}, status pending)`,
      '  next:',
      '    flowmcp grading import <folder of amber> (once amber.data is mended)',
      '    flowmcp grading emit providers/amber/data',
      '    flowmcp grading emit providers/basalt/data',
      '    flowmcp grading import <folder of cobalt> (once cobalt.data is mended)',
      '    flowmcp grading emit providers/cobalt/data',
      '    flowmcp grading state providers/dolomite/data (says what to mend)',
      '    flowmcp grading emit providers/dolomite/data',
      '    flowmcp grading emit providers/emerald/data',
      '    then: flowmcp grading emit selections/minerals',
      '    or let one command emit what can be asked of them: flowmcp grading emit selections/minerals --chain',
    ]);
    const [found] = results;
    expect(found).toMatchObject({ promptCount: 0, taskId: null, promptsPath: null, skippedAreas: [] });
    expect(found?.gatedAreas.map(({ area }) => area)).toEqual(ALL_AREAS);
    expect(new Set(found?.gatedAreas.map(({ reason }) => reason.split(':')[0]))).toEqual(
      new Set(['5 of 7 member schemas are not stable']),
    );
    expect(indexOf(place).lockSnapshot).toEqual(lockOf(place));
    expect(statusesOf(place)).toEqual([
      'graded',
      'pending',
      'rejected',
      'blocked',
      'pending',
      'stable',
      'stable',
    ]);
    const written = [...place.tree().keys()].filter((path) => path.startsWith(TARGET));
    expect(written.filter((path) => /prompts|state|_gradings/.test(path))).toEqual([]);
  });

  it('opens for a new run, which freezes the members again after they were repaired', async () => {
    await using place = await openUnstable();
    await emitGroup(place);
    place.wait();
    for (const namespace of [AMBER, BASALT, COBALT, DOLOMITE, EMERALD]) regrade(place, namespace, 'B');
    rebuildGroup(place);
    expect(statusesOf(place)).toContain('pending');
    const { status } = await emitGroup(place);
    expect([status, new Set(statusesOf(place))]).toEqual([true, new Set(['stable'])]);
    expect(lockOf(place).generatedAt).toBe(stateOf(place).createdAt);
  });

  it('names a member that is not imported, and how to import it', async () => {
    await using place = await openGroup({
      members: [...NAMESPACES.map((name) => `${name}.data`), 'hematite.data'],
    });
    const { errors } = await emitGroup(place);
    const message = errors[0] ? describeProblem(errors[0]).message : '';
    expect(message).toContain('- hematite.data (schemaHash none, not imported, status pending)');
    expect(message).toContain('flowmcp grading import <folder of hematite>');
    expect(lockOf(place).members.at(-1)).toEqual({
      schemaId: 'hematite.data',
      schemaVersion: null,
      schemaHash: null,
      gradingStatus: 'pending',
      override: null,
    });
  });

  it('names a member with a damaged index, and how to repair it, also with --chain', async () => {
    await using place = await openGroup();
    const path = `providers/${AMBER}/index.json`;
    const whole = place.island().readText(path) ?? '';
    place.island().replace(path, '{');
    const { errors, results } = await emitGroup(place, { chain: true });
    const message = errors[0] ? describeProblem(errors[0]).message : '';
    expect(message).toContain('- amber.data (schemaHash none, index damaged, status blocked)');
    expect(message).toContain('flowmcp grading rebuild providers/amber (move its index.json aside first)');
    expect(message).not.toContain('flowmcp grading import');
    expect(results.at(-1)?.gatedAreas[0]?.reason).toContain('amber.data (index damaged, blocked)');
    const told = results.at(-1)?.warnings.filter(({ code }) => code.startsWith('RUN-')) ?? [];
    expect(told.map(({ code, args }) => [code, args])).toEqual([
      ['RUN-011', { member: 'amber.data', namespace: 'amber' }],
    ]);
    place.island().replace(path, whole);
  });

  it('closes the open run, whose scores are then refused, and leaves its prompts unchanged', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    const scores = scoresFor(place);
    const prompts = place.island().readText(`${TARGET}/prompts.json`);
    changeMember(place, AMBER);
    place.wait();
    const { errors } = await emitGroup(place);
    expect(codesOf(errors)).toEqual(['PRE-004']);
    expect(place.island().readText(`${TARGET}/prompts.json`)).toBe(prompts);
    expect(stateOf(place).status).toBe('superseded');
    expect(codesOf((await place.consume(scores, { target: TARGET })).errors)).toEqual(['SCR-033']);
  });

  it('only names the wanted areas if some were chosen', async () => {
    await using place = await openUnstable();
    const { results } = await emitGroup(place, { areas: ['about-selection'] });
    expect(results[0]?.gatedAreas.map(({ area }) => area)).toEqual(['about-selection']);
  });
});

describe('the frozen members', () => {
  it('stay byte for byte through ten rebuilds, new entries, and a changed member', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    const lock = place.island().readText(LOCK);
    const inIndex = JSON.stringify(indexOf(place).lockSnapshot);
    await place.consume(scoresFor(place), { target: TARGET });
    changeMember(place, AMBER);
    for (const at of Array.from({ length: 10 }, (_, number) => number)) {
      place.wait(3600);
      if (at === 4) {
        const target = selectionTarget();
        const [about] = subjectsOf(place.island(), target);
        if (about) putEntry(place.island(), target, about, { at: stampOf(place) });
      }
      rebuildGroup(place);
      expect(place.island().readText(LOCK)).toBe(lock);
      expect(JSON.stringify(indexOf(place).lockSnapshot)).toBe(inIndex);
    }
    expect(indexOf(place).members['amber.data']?.status).toBe('pending');
  });

  it('decide even if a member changes meanwhile: scores are accepted, the roll-up shows the new state', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    const scores = scoresFor(place);
    changeMember(place, AMBER);
    place.wait();
    const frozen = lockOf(place).members[0]?.schemaHash;
    const { errors, results } = await place.consume(scores, { target: TARGET });
    expect(errors).toEqual([]);
    expect(results[0]?.warnings.map(({ code, args }) => [code, args])).toEqual([
      ['PRE-005', { member: 'amber.data', frozen, hash: memberHash(place, AMBER), status: 'pending' }],
    ]);
    expect(memberHash(place, AMBER)).not.toBe(frozen);
    expect(indexOf(place).about.status).toBe('stable');
    expect(indexOf(place).members['amber.data']?.status).toBe('pending');
    expect(statusesOf(place)).not.toContain('pending');
  });
});

describe('an open run', () => {
  it('is continued if nothing has changed, and nothing is written', async () => {
    await using place = await openGroup();
    const first = (await emitGroup(place)).results[0];
    const before = place.tree();
    place.wait();
    const again = (await emitGroup(place)).results[0];
    expect(again).toMatchObject({ skipped: true, taskId: first?.taskId, promptCount: 2, maxGrade: 'A' });
    expect(again?.blocked).toEqual(first?.blocked);
    expect(again?.gatedAreas).toEqual(first?.gatedAreas);
    expect(place.tree()).toEqual(before);
  });

  it.each([
    ['another choice of areas', { areas: ['about-selection'] }],
    ['another persona', { persona: { basePersonaId: 'ai-engineer', lensId: 'general' } }],
    ['wanting a new one', { onConflict: 'overwrite' }],
  ] as const)('%s begins a new one', async (_, options) => {
    await using place = await openGroup();
    await emitGroup(place);
    const { taskId } = stateOf(place);
    place.wait();
    const { results } = await emitGroup(place, options);
    expect([results[0]?.skipped, stateOf(place).taskId === taskId]).toEqual([false, false]);
  });

  it('is a reason to stop with --on-conflict abort', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    expect(codesOf((await emitGroup(place, { onConflict: 'abort' })).errors)).toEqual(['RUN-001']);
  });
});

describe('the persona of a run', () => {
  it('is the first one declared, resolved through the About if it is a lens', async () => {
    await using place = await openGroup({ personaIds: ['stone-cutter', 'ai-engineer'] });
    await emitGroup(place);
    const persona = { basePersonaId: 'decision-maker', lensId: 'stone-cutter' };
    expect(promptsOf(place).prompts.map((prompt) => prompt.persona)).toEqual([persona, persona]);
    expect(stateOf(place).personaIds).toEqual(['decision-maker']);
    expect(promptsOf(place).entryPointPrompt).toContain('decision-maker--stone-cutter');
  });

  it('is an error if the About does not define the lens; nothing is written', async () => {
    await using place = await openGroup({ personaIds: ['gem-dealer'] });
    const before = place.tree();
    const { status, errors } = await emitGroup(place);
    expect([status, codesOf(errors), errors[0]?.args?.persona]).toEqual([false, ['PER-001'], 'gem-dealer']);
    expect(place.tree()).toEqual(before);
    const persona = { basePersonaId: 'ai-engineer', lensId: 'general' } as const;
    expect((await emitGroup(place, { persona })).status).toBe(true);
    expect(stateOf(place).personaIds).toEqual(['ai-engineer']);
  });
});

describe('a lens', () => {
  it.each([
    ['that nobody defines', { basePersonaId: 'decision-maker', lensId: 'gem-dealer' }, ['PER-002']],
    [
      'that is defined over another base',
      { basePersonaId: 'ai-engineer', lensId: 'stone-cutter' },
      ['PER-002'],
    ],
    ['that the About defines', { basePersonaId: 'decision-maker', lensId: 'stone-cutter' }, []],
    ['of the catalogue', { basePersonaId: 'ai-engineer', lensId: 'security-reviewer' }, []],
  ] as const)('%s', async (_, persona, codes) => {
    await using place = await openGroup({ personaIds: ['stone-cutter', 'ai-engineer'] });
    const before = place.tree();
    const { status, errors } = await emitGroup(place, { persona });
    expect([status, codesOf(errors)]).toEqual([codes.length === 0, codes]);
    if (codes.length > 0) expect(place.tree()).toEqual(before);
    else expect(promptsOf(place).prompts[0]?.persona).toEqual(persona);
  });
});

describe('a secret', () => {
  const KEY = `ghp_${'a1B2c3D4e5'.repeat(4)}`;

  it.each([
    ['the definition', { description: `Minerals by key ${KEY}.` }],
    ['the About', { about: `# Minerals\n\n${KEY}\n` }],
    ['a skill', { skills: [{ name: 'start-here', level: 'L1', persona: 'decision-maker', content: KEY }] }],
  ] as const)('in %s stops the run before it begins', async (_, parts) => {
    await using place = await openGroup(parts);
    const before = place.tree();
    const { status, errors } = await emitGroup(place);
    expect([status, codesOf(errors)]).toEqual([false, ['PB-101']]);
    expect(place.tree()).toEqual(before);
  });
});

describe('asking again', () => {
  it('about everything: the parts at once, because they have grades; the aggregate by its name', async () => {
    await using place = await openGroup();
    await gradeToTheEnd(place);
    const regrading = { triggeredBy: 'user-report', reportedIssue: 'too kind', requestedBy: 'ada' } as const;
    const { results } = await emitGroup(place, { scope: 'all', regrade: regrading });
    expect(askedOf(place)).toHaveLength(4);
    expect(results[0]?.gatedAreas).toMatchObject([{ area: 'selection-aggregate' }]);
    expect(stateOf(place).subjects[0]?.regradingTrigger).toMatchObject(regrading);
    expect(await gradeGroup(place, { scope: 'all', areas: ['selection-aggregate'] })).toEqual([
      'selection-aggregate/minerals',
    ]);
  });

  it('about chosen questions on a part and on the aggregate: the grades stay', async () => {
    await using place = await openGroup();
    await gradeToTheEnd(place);
    const questions = ['Q-about-selection-02', 'Q-selection-aggregate-04'];
    expect(await gradeGroup(place, { mode: 'partial', questions }, { score: 1 })).toEqual([
      'about-selection/minerals',
      'selection-aggregate/minerals',
    ]);
    const { grade, about, selectionAggregate } = indexOf(place);
    expect([grade, about.grade, selectionAggregate.grade]).toEqual(['A', 'A', 'A']);
  });

  it('a rejected topic blocks its use cases, not the aggregate, whose grade it lowers', async () => {
    await using place = await openGroup();
    await rejectTopic(place);
    const { results } = await emitGroup(place);
    expect(results[0]?.blocked).toEqual([
      { node: 'skills.pick-stone', reason: 'waits for the grade of hardness' },
    ]);
    expect(askedOf(place)).toEqual(['selection-aggregate/minerals']);
    const cascade = stateOf(place).subjects[0]?.deterministic.at(-1);
    expect(cascade?.score).toBe('fail');
    expect(cascade?.reasoning).toContain('skill hardness is rejected');
  });

  it('a topic that was rejected and has changed waits for the skills that lead to it, although it shows its veto', async () => {
    await using place = await openGroup();
    await rejectTopic(place);
    const skills = SKILLS.map((skill) => ({ ...skill, content: `${skill.content} Mended.` }));
    putSelection(place.island(), { skills, about: aboutText(), at: stampOf(place) });
    rebuildGroup(place);
    const { results } = await emitGroup(place);
    expect(indexOf(place).skills.hardness?.status).toBe('rejected');
    expect(results[0]?.blocked).toContainEqual({
      node: 'skills.hardness',
      reason: 'waits for the grade of start-here',
    });
    expect(askedOf(place)).toEqual(['selection-skills-L1/start-here']);
    await gradeGroup(place);
    expect(await gradeGroup(place)).toEqual(['selection-skills-L2/hardness']);
    expect(indexOf(place).skills.hardness?.status).toBe('stable');
  });
});

/** About and signpost are graded, the topic is vetoed. */
async function rejectTopic(place: Workplace): Promise<void> {
  await gradeGroup(place);
  const veto = { triggeredBy: 'illegal-content', evidence: 'it is not lawful' } as const;
  await gradeGroup(place, {}, { areas: (areas) => areas.map((area) => ({ ...area, veto })) });
  expect(indexOf(place).skills.hardness?.status).toBe('rejected');
}

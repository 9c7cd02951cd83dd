import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type GradeSelectionInput,
  GradingImport,
  gradeSelection,
  PreConditionCheck,
  RebuildIndex,
  type ScoreAnswer,
  type SelectionIndex,
  validateGradingEntry,
} from '../../src/index.js';
import { Island } from '../../src/island/island.js';
import { questionsOf } from '../../src/questions/lookup.js';
import { ABOUT_SECTIONS } from '../../src/spec/selection.js';
import {
  gradeNodes,
  NAMESPACES,
  providerTarget,
  putGroup,
  putStableGroup,
  SELECTION,
  SKILLS,
  selectionTarget,
} from '../journeys/selection-island.js';
import { HUMAN } from './entries.js';

const FIXTURES = new URL('../../../../fixtures/', import.meta.url);
const GROUP = fileURLToPath(new URL('providers-group', FIXTURES));
const PORT_CALLS = fileURLToPath(new URL('selections/lyre-port-calls', FIXTURES));

const ABOUT = ABOUT_SECTIONS.map((title) => `## ${title}\n\nSomething about it.\n`).join('\n');

/** Areas that are graded before the aggregate. */
const BEFORE = ['about', ...SKILLS.map(({ name }) => `skills.${name}`)];

let fixture: FsFixture;
let island: Island;
beforeEach(() => {
  islands += 1;
  island = new Island(fixture.getPath(`island-${islands}`));
});

/** All seven members, the About and the skills are graded; no test writes into this island. */
let graded: Island;
let islands = 0;
beforeAll(async () => {
  fixture = await createFixture();
  graded = new Island(fixture.getPath('graded'));
  putGraded(graded, NAMESPACES);
});
afterAll(() => fixture.rm());

const membersOf = (namespaces: readonly string[]) => namespaces.map((namespace) => `${namespace}.data`);

function input(more: Partial<GradeSelectionInput['options']> = {}, { root }: Island = island) {
  return {
    selectionId: SELECTION,
    schemaIds: membersOf(NAMESPACES),
    grader: HUMAN,
    options: { gradingDataRoot: root, ...more },
  };
}

/** One answer to every question about the aggregate for a grader. */
function answered(score = 5): ScoreAnswer[] {
  return questionsOf('selection-aggregate')
    .filter(({ determinism }) => determinism === 'non-deterministic')
    .map(({ id, scoreType }) => ({
      questionId: id,
      score: scoreType === 'boolean' ? 'pass' : score,
      reasoning: `about ${id}`,
    }));
}

/** An index with stable members, a graded About and graded skills. */
function putGraded(island: Island, namespaces: readonly string[]): void {
  putStableGroup(island, namespaces, { members: membersOf(namespaces), about: ABOUT });
  gradeNodes(island, selectionTarget(), { nodes: BEFORE });
}

const PASSED = ['S1', 'S3', 'S4'].map((phase) => ({ phase, passed: true, errors: [] }));

describe('gradeSelection', () => {
  it.each([
    [7, 'A'],
    [6, 'B'],
  ])('with %d namespaces: %s at best', async (count, aggregateGrade) => {
    const namespaces = NAMESPACES.slice(0, count);
    if (count < NAMESPACES.length) putGraded(island, namespaces);
    const place = count < NAMESPACES.length ? island : graded;
    const all = input({ answers: answered() }, place);
    const result = await gradeSelection({ ...all, schemaIds: membersOf(namespaces) });
    expect(result).toMatchObject({ errors: [], reason: null, storable: true, missing: [] });
    expect(result.grading).toMatchObject({
      selectionId: SELECTION,
      tier: 'group-bound',
      gradingTier: 'group-bound',
      aggregateGrade,
      maxAttainableGrade: 'A',
      phases: PASSED,
      entry: { selectionId: SELECTION, area: 'selection-aggregate', version: 'flowmcp/4.0.0' },
    });
    expect(validateGradingEntry({ entry: result.grading?.entry })).toEqual({ valid: true, errors: [] });
  });

  it('without answers: returns the answers of code, no grade, no storable entry', async () => {
    const { grading, storable, missing, reason } = await gradeSelection(input({}, graded));
    expect(storable).toBe(false);
    expect(reason).toContain('are not answered');
    expect(grading?.aggregateGrade).toBeNull();
    expect(grading?.entry?.gradings.map(({ questionId, score }) => [questionId, score])).toEqual([
      ['Q-selection-aggregate-01', 'pass'],
      ['Q-selection-aggregate-05', 'pass'],
      ['Q-selection-aggregate-06', 'pass'],
    ]);
    expect(missing).toHaveLength(questionsOf('selection-aggregate').length - 3);
  });

  it('answers the domain conformance question itself if the About lacks a section', async () => {
    putStableGroup(island, NAMESPACES);
    gradeNodes(island, selectionTarget(), { nodes: BEFORE });
    const { grading } = await gradeSelection(input());
    expect(grading?.entry?.gradings).toContainEqual(
      expect.objectContaining({
        questionId: 'Q-selection-aggregate-03',
        score: 'n/a',
        naReason: 'blocked-by-precondition',
        determinism: 'deterministic',
      }),
    );
  });

  it('stops without a grade if a member is not stable, and names that member', async () => {
    putGroup(island, NAMESPACES);
    for (const namespace of NAMESPACES.slice(1)) gradeNodes(island, providerTarget(namespace));
    gradeNodes(island, providerTarget('amber'), { grade: 'C' });
    const { grading, storable, reason, errors } = await gradeSelection(input({ answers: answered() }));
    const found = [expect.stringMatching(/^PRE-004: 1 of 7 .*amber\.data \([0-9a-f]{8}, graded\)/)];
    expect({ errors, storable, reason }).toEqual({
      errors: found,
      storable: false,
      reason: 'a precondition is not met',
    });
    expect(grading).toMatchObject({
      aggregateGrade: null,
      entry: null,
      phases: [{ phase: 'S1', passed: false, errors: found }, { phase: 'S3' }, { phase: 'S4' }],
    });
  });

  it('only requires the members of an unknown selection', async () => {
    const unknown = { ...input({}, graded), selectionId: 'others' };
    const { grading, reason } = await gradeSelection(unknown);
    expect(reason).toBe('the selection is not imported');
    expect(grading).toMatchObject({ entry: null, aggregateGrade: null, phases: PASSED });
    const few = await gradeSelection({
      ...unknown,
      schemaIds: ['amber.data', 'nobody.x'],
    });
    expect(few.errors).toEqual([
      'PRE-004: fewer than 5 namespaces (2 of 5)',
      'PRE-004: 1 of 2 member schemas are not stable: nobody.x (not imported, pending)',
    ]);
    expect(few.grading?.phases[0]).toEqual({ phase: 'S1', passed: false, errors: few.errors });
  });

  it('builds a selection from its arguments if none is imported', async () => {
    const skills = SKILLS.map(({ name, level }) => ({ name, level, persona: 'ai-engineer' }));
    const described = {
      personaIds: ['stone-buyer'],
      personaIndex: { 'stone-buyer': 'decision-maker' as const },
      skills,
      domainDocId: 'minerals-2026',
    };
    const all = { ...input({ answers: answered(), ...described }, graded), selectionId: 'others' };
    const { grading, storable, reason, errors } = await gradeSelection(all);
    expect({ errors, storable, reason }).toEqual({
      errors: [],
      storable: false,
      reason: 'the selection is not imported',
    });
    expect(grading).toMatchObject({
      aggregateGrade: expect.stringMatching(/^[A-F]$/),
      phases: PASSED,
      entry: {
        selectionId: 'others',
        persona: { basePersonaId: 'decision-maker', lensId: 'stone-buyer' },
        gradings: expect.arrayContaining([
          expect.objectContaining({
            selectionContext: {
              groupId: 'others',
              personaIds: ['decision-maker'],
              domainDocId: 'minerals-2026',
            },
          }),
        ]),
      },
    });
    const inOne = {
      ...all,
      options: {
        ...input({ answers: answered() }, graded).options,
        personaIndex: described.personaIndex,
        selectionJson: { personaIds: described.personaIds, skills, domainDocId: described.domainDocId },
      },
    };
    expect((await gradeSelection(inOne)).grading?.entry?.schemaHash).toBe(grading?.entry?.schemaHash);
    const lost = await gradeSelection({ ...all, options: { ...all.options, personaIndex: {} } });
    expect(lost.errors).toEqual([expect.stringMatching(/^PER-001: /)]);
    expect(lost.grading).toMatchObject({
      entry: null,
      phases: [{}, {}, { passed: false, errors: lost.errors }],
    });
  });

  it('refuses arguments that differ from the imported selection', async () => {
    const { errors } = await gradeSelection(
      input({ skills: ['unheard-of'], selectionJson: { members: [{ schemaId: 'amber.other' }] } }, graded),
    );
    expect(errors.map((text) => text.split(': ').slice(0, 2).join(': '))).toEqual([
      'GRD-002: /options/selectionJson/members',
      'GRD-002: /options/skills',
    ]);
  });

  it('has no domain knowledge without an About', async () => {
    putStableGroup(island, NAMESPACES, { about: null, skills: [] });
    expect(await gradeSelection(input())).toMatchObject({ reason: 'no domain knowledge', storable: false });
  });

  it('waits for the About and the skills', async () => {
    putStableGroup(island, NAMESPACES, { about: ABOUT });
    gradeNodes(island, selectionTarget(), { nodes: ['about', 'skills.start-here'] });
    const { grading, storable, reason } = await gradeSelection(input({ answers: answered() }));
    expect(storable).toBe(false);
    expect(reason).toBe('waits for the grade of skills.hardness');
    expect(grading).toMatchObject({ aggregateGrade: null, entry: null });
  });

  it('gives no grade beside the error of a skill that cannot be graded', async () => {
    const [first, ...others] = SKILLS;
    const nobody = { ...first, name: 'lost', level: undefined } as unknown as (typeof SKILLS)[number];
    putStableGroup(island, NAMESPACES, { about: ABOUT, skills: [...others, nobody] });
    gradeNodes(island, selectionTarget(), { nodes: BEFORE });
    const { grading, storable, errors } = await gradeSelection(input({ answers: answered() }));
    expect(errors[0]).toMatch(/^SKC-005: /);
    expect(storable).toBe(false);
    expect(grading).toMatchObject({
      aggregateGrade: null,
      entry: null,
      phases: [{}, { phase: 'S3', passed: false, errors }, {}],
    });
  });

  it('lets no two skills of one name pass', async () => {
    const all = { ...input({ answers: answered(), skills: ['one', 'one'] }, graded), selectionId: 'others' };
    const { grading, errors } = await gradeSelection(all);
    expect(errors).toEqual(['SEL-018: two skills of the selection are called "one"']);
    expect(grading?.aggregateGrade).toBeNull();
  });

  it('writes nothing', async () => {
    const path = `selections/${SELECTION}/index.json`;
    const before = graded.readText(path);
    await gradeSelection(input({ answers: answered() }, graded));
    expect(graded.readText(path)).toBe(before);
    expect(graded.listFiles(`selections/${SELECTION}/_gradings`)).toEqual([]);
  });

  it.each([
    [{ options: undefined }, 'GRD-001: /options'],
    [{ options: {} }, 'GRD-001: /options/gradingDataRoot'],
    [{ selectionId: '' }, 'GRD-001: /selectionId'],
    [{ selectionId: '../up' }, 'ISL-003'],
    [{ schemaIds: [] }, 'GRD-002: /schemaIds'],
    [{ schemaIds: ['amber'] }, 'GRD-002: /schemaIds/0'],
    [{ schemaIds: ['amber.data'] }, 'GRD-002: /schemaIds: expected the members of the selection'],
    [{ grader: { kind: 'human', name: 'a' } }, 'GRD-001: /grader/version'],
    [{ grader: { kind: 'llm', name: 'a', version: '1' } }, 'GRD-007'],
  ])('throws nothing and reports what is wrong: %j', async (more, expected) => {
    const { grading, errors } = await gradeSelection({
      ...input({}, graded),
      ...more,
    } as GradeSelectionInput);
    expect(grading).toBeNull();
    expect(errors.join('\n')).toContain(expected);
  });

  it.each([
    [undefined, 'GRD-001: /options/gradingDataRoot: gradingDataRoot is missing'],
    ['', 'GRD-001: /options/gradingDataRoot: gradingDataRoot is missing'],
    [' ', 'GRD-001: /options/gradingDataRoot: gradingDataRoot is missing'],
    [7, 'GRD-002: /options/gradingDataRoot: expected text, found 7'],
  ])('reports the island %j once', async (gradingDataRoot, expected) => {
    const { errors } = await gradeSelection(input({ gradingDataRoot } as never));
    expect(errors).toEqual([expected]);
  });

  it('accepts no option that would have no effect', async () => {
    const odd = await gradeSelection(input({ skill: [] } as never));
    expect(odd.errors).toEqual(['GRD-011: /options/skill: unknown field "skill"']);
    expect((await gradeSelection(input({ timestamp: 'soon' }))).errors.join()).toContain(
      'GRD-002: /options/timestamp',
    );
  });
});

describe('a selection in the other groups', () => {
  it('is rebuilt from its members, and gated by the frozen members of a run', async () => {
    const selectionDir = graded.absolute(`selections/${SELECTION}`);
    const { status, index, indexPath } = await RebuildIndex.rebuildSelectionIndex({ selectionDir });
    expect({ status, indexPath }).toEqual({ status: true, indexPath: `${selectionDir}/index.json` });
    expect(index?.summary.verdict).toBe('7 of 7 members PASS');
    expect(RebuildIndex.validateIndex({ index }).valid).toBe(true);
    const gate = await PreConditionCheck.check({ gradingDataRoot: graded.root, selectionId: SELECTION });
    expect(gate.errors[0]).toMatch(/^PRE-002: /);
  });
});

describe('GradingImport of a selection', () => {
  it('imports the selection whose members exist', async () => {
    const gradingDataRoot = island.root;
    const members = await GradingImport.run({ providerPath: GROUP, gradingDataRoot });
    expect(members.errors).toEqual([]);
    const { status, results, errors } = await GradingImport.run({
      providerPath: PORT_CALLS,
      gradingDataRoot,
    });
    expect({ status, errors }).toEqual({ status: true, errors: [] });
    expect(results).toMatchObject([{ flow: 'selection', selectionId: 'lyre-port-calls' }]);
    const graded = await gradeSelection({
      selectionId: 'lyre-port-calls',
      schemaIds: memberIds(gradingDataRoot),
      grader: HUMAN,
      options: { gradingDataRoot },
    });
    expect(graded).toMatchObject({
      errors: [expect.stringMatching(/^PRE-004: 7 of 7 member schemas are not stable/)],
      reason: 'a precondition is not met',
    });
  });
});

function memberIds(root: string): string[] {
  const index: unknown = JSON.parse(readFileSync(`${root}/selections/lyre-port-calls/index.json`, 'utf8'));
  return Object.keys((index as SelectionIndex).members);
}

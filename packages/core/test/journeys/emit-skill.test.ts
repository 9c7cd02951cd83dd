// One text carries an agent through a run: it holds what the run asks, nothing that waits, and it is the open run's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTargets } from '../../src/features/verify/run.js';
import { buildEmitSkill } from '../../src/runs/logic/prompts/emit-skill.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import { aboutSources, askedIds, change, grade, gradeAtOnce, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** Imported and not graded yet, under the specification that has skills. */
async function openNewer(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, aboutSources());
  place.book = LATER_BOOK;
  return place;
}

const SKILL = 'providers/demo/skill.md';
const skillOf = (place: Workplace) => place.island().readText(SKILL);

/** The lines of a skill that are ours: without quotations, JSON, and the patterns of the Goal-Block. */
function ownLines(skill: string): string {
  return (skill.split('\n## Goal-Block\n')[0] ?? '')
    .split('\n')
    .filter((line) => !/^(?:\| |\s*[[\]{}"])/.test(line))
    .join('\n');
}

describe('the skill of a run', () => {
  it('is written beside the prompts, and says what they say', async () => {
    await using place = await openNewer();
    const { results } = await place.emit();
    expect(results).toMatchObject([{ skillPath: SKILL }]);
    const prompts = place.prompts();
    const skill = skillOf(place) ?? '';
    expect(skill).toBe(buildEmitSkill({ prompts, islandRoot: place.root }));
    expect(skill).toContain(`- Task id: ${prompts.taskId}\n`);
    expect(skill).toContain('- Specification: gradingSpec/3.0.3 (scoringSystem/1.0.0, gradingSystem/1.0.0)');
    for (const [at, { id, outputSchema, prompt }] of prompts.prompts.entries()) {
      expect(skill).toContain(`### Task ${at + 1} of ${prompts.prompts.length}: ${id}\n`);
      expect(skill).toContain(JSON.stringify(outputSchema));
      const asked = prompt.slice(0, prompt.indexOf('\n## Goal-Block\n')).split('\n');
      for (const line of asked.filter((one) => !one.startsWith('#'))) expect(skill).toContain(line);
    }
    const answers = prompts.prompts.flatMap(({ questions }) => questions).length;
    expect(skill).toContain(`it holds ${prompts.prompts.length} areas with ${answers} answers in all`);
    expect(skill).toContain(
      `\nflowmcp grading hand-in providers/demo scores.json --grading-data ${place.root}\n`,
    );
    expect(skill.endsWith(`## Goal-Block\n\n${prompts.goal.goalBlock}\n`)).toBe(true);
  });

  it('has its parts in the order in which they are needed', async () => {
    await using place = await openNewer();
    await place.emit();
    const titles = [...(skillOf(place) ?? '').matchAll(/^#{1,2} (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Grading skill: providers/demo',
      ...['Tasks', 'What waits', 'Hand in', 'Goal-Block'],
    ]);
  });

  it('has no placeholder left', async () => {
    await using place = await openNewer();
    await place.emit();
    const own = ownLines(skillOf(place) ?? '');
    expect(own).not.toMatch(/\{\{|\}\}|‹|›|<[a-z]+>|\bundefined\b/);
  });

  it('names the specification of the island in line 4 of the entry point, too', async () => {
    await using place = await openNewer();
    await place.emit();
    expect(place.prompts().entryPointPrompt).toContain('\n4. Specification: gradingSpec/3.0.3\n');
    expect(place.prompts().gradingSpec).toBe('gradingSpec/3.0.3');
  });

  it('leaves out what waits, names it, and asks it in the skill of the next run', async () => {
    await using place = await openNewer();
    await gradeAtOnce(place);
    const first = skillOf(place) ?? '';
    expect(first).not.toContain(': about-namespace/');
    expect(first).toMatch(/^- about-namespace\/.*: /m);
    place.wait();
    await grade(place);
    const second = skillOf(place) ?? '';
    expect(second).toMatch(/^### Task 1 of 1: about-namespace\//m);
    expect(second).toContain('Nothing: this skill asks everything that is due.');
  });
});

describe('a skill and its run', () => {
  it('is written again for a continued run only if it is gone', async () => {
    await using place = await openNewer();
    await place.emit();
    const skill = skillOf(place);
    const before = place.tree();
    expect((await place.emit()).results).toMatchObject([{ skipped: true, skillPath: SKILL }]);
    expect(place.tree()).toEqual(before);
    place.island().discardFolder(SKILL);
    await place.emit();
    expect(skillOf(place)).toBe(skill);
  });

  it('is replaced by that of the next run', async () => {
    await using place = await openNewer();
    await place.emit();
    const first = place.prompts().taskId;
    await change(place, { 'beta.mjs': oneTool('beta', 'Items, newly described.') });
    await place.emit();
    expect(skillOf(place)).toContain(place.prompts().taskId);
    expect(skillOf(place)).not.toContain(first);
  });

  it('exists under the first specification only if it is asked for, and goes with the run', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    expect(place.island().book).toBe(DEFAULT_BOOK);
    expect((await place.emit()).results[0]).not.toHaveProperty('skillPath');
    expect(skillOf(place)).toBeNull();
    const asked = await place.emit('demo', { asSkill: true });
    expect(asked.results).toMatchObject([{ skipped: true, skillPath: SKILL }]);
    expect(skillOf(place)).toContain('- Specification: gradingSpec/2.0.0');
    await askedIds(place);
    expect(skillOf(place)).toBeNull();
  });
});

describe('verify', () => {
  const verified = async (place: Workplace) => {
    const { errors, results } = await verifyTargets({
      ...{ island: place.island(), targets: ['demo'], now: () => place.now },
    });
    return codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)]);
  };

  it('knows the skill, and holds that of an open run to its prompts', async () => {
    await using place = await openNewer();
    await place.emit();
    expect(await verified(place)).toEqual([]);
    await place.write(`island/${SKILL}`, (skillOf(place) ?? '').replace('scores.json', 'other.json'));
    expect(await verified(place)).toEqual(['VFY-066']);
    await place.emit('demo', { asSkill: true });
    expect(await verified(place)).toEqual([]);
  });

  it('leaves the skill of a finished run alone', async () => {
    await using place = await openNewer();
    await place.emit();
    await place.consume(fillScores(place.prompts(), { at: place.now.toISOString() }));
    await place.write(`island/${SKILL}`, 'notes');
    expect(await verified(place)).toEqual([]);
  });
});

// Two schemas, a skill and an About in two runs, and what is asked again after a change of each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResult } from '../../src/features/import/run.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { NamespaceIndex } from '../../src/spec/index-file.js';
import { askedIds, change, entriesIn, grade, openImported, rebuiltThrice } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, type Workplace } from './workplace.js';

/**
 * A whole namespace – 2 schemas, 1 skill, 1 About – over its two runs, and the effects of changes to skill and About.
 */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const ABOUT_TEXT = '# Demo\n\nItems for schema maintainers.\n\n## Limitations\n\n- Nothing is written.\n';
const ABOUT_FOLDER = 'alpha/resources/about';
const SKILL_FOLDER = 'alpha/skills/find-items';
const PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' } as const;
const DECIDER = { basePersonaId: 'decision-maker', lensId: 'general' } as const;

const declared = {
  about: { source: 'markdown', origin: 'inline', name: 'demo-about.md', description: 'What the demo holds.' },
};

function schema(name: string, resources?: Record<string, unknown>): string {
  return schemaText({
    name,
    description: `Items of the ${name} part.`,
    tools: { [`${name}Items`]: toolAt('/ok'), [`${name}Names`]: toolAt('/ok') },
    ...(resources && { resources }),
  });
}

/** `resources`: what the skill requires besides tools; the namespace must have it. */
function skillText(description = 'Finds items by a query.', resources = ['about']): string {
  return `export const skill = ${JSON.stringify({
    name: 'find-items',
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description,
    whenToUse: 'When somebody looks for an item.',
    requires: { tools: ['alphaItems', 'betaItems'], resources, external: [] },
    input: [{ key: 'query', type: 'string', description: 'What to look for', required: true }],
    output: 'A list of items.',
    content:
      'Call {{tool:alphaItems}}, then {{tool:betaItems}} with {{input:query}}. See {{resource:about}}.\n\n## Limitations\n\n- Read only.\n',
  })}\n`;
}

const withAbout = {
  demo: {
    'alpha.mjs': schema('alpha', declared),
    'beta.mjs': schema('beta'),
    'resources/demo-about.md': ABOUT_TEXT,
    'skills/find-items.mjs': skillText(),
  },
};
const withoutAbout = {
  demo: {
    'alpha.mjs': schema('alpha'),
    'beta.mjs': schema('beta'),
    'skills/find-items.mjs': skillText('Finds items by a query.', []),
  },
};

const FIRST_RUN = [
  'single-test/alpha.alphaItems',
  'single-test/alpha.alphaNames',
  'single-test/beta.betaItems',
  'single-test/beta.betaNames',
  'tools-aggregate-schema/alpha',
  'tools-aggregate-schema/beta',
  'tools-aggregate-namespace/demo',
  'namespace-description/demo',
  'namespace-skills/alpha.find-items',
];

async function openOperational(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, withAbout);
  await grade(place);
  await grade(place);
  if (place.index().status !== 'operational') throw new Error(JSON.stringify(place.index(), null, 2));
  return place;
}

const schemaStatuses = ({ schemas }: NamespaceIndex) => Object.values(schemas).map(({ status }) => status);
const frozenStatuses = ({ lockSnapshot }: NamespaceIndex) =>
  lockSnapshot?.members.map(({ gradingStatus }) => gradingStatus);

/** Ids of the nodes that are not stable. */
function unstable(index: NamespaceIndex): string[] {
  const { schemas, skills, about, description, namespaceAggregate } = index;
  const nodes = { ...schemas, ...skills, about, description, namespaceAggregate };
  return Object.entries(nodes).flatMap(([id, { status }]) =>
    status === 'stable' ? [] : [`${id} ${status}`],
  );
}

const aboutWarnings = ({ results }: Pick<ImportResult, 'results'>) =>
  codesOf(results[0]?.warnings ?? []).filter((code) => /^(?:ABT|IMP)-/.test(code));

function readEntry(place: Workplace, folder: string): { name: string; entry: GradingEntry } {
  const path = entriesIn(place, folder).at(-1) ?? '';
  return { name: path.slice(path.lastIndexOf('/') + 1), entry: place.json(path) };
}

describe('two schemas, a skill and an About', () => {
  it('the first run makes the schemas stable, the second the About: operational, B', async () => {
    await using place = await openImported(provider.origin, withAbout);
    const first = await grade(place);
    expect(first.asked).toEqual(FIRST_RUN);
    expect(first.emitted.gatedAreas).toMatchObject([
      { area: 'about-namespace', subject: 'demo', reason: expect.stringMatching(/^2 of 2 .*alpha.*beta/) },
    ]);
    const between = place.index();
    expect([between.status, between.grade, schemaStatuses(between)]).toEqual([
      'partial',
      'B',
      ['stable', 'stable'],
    ]);
    expect(unstable(between)).toEqual(['about pending']);
    expect(frozenStatuses(between)).toEqual(['pending', 'pending']);

    const second = await grade(place);
    expect([second.asked, second.emitted.gatedAreas]).toEqual([['about-namespace/demo'], []]);
    const after = await rebuiltThrice(place);
    expect([after.status, after.grade, unstable(after), after.blockers]).toEqual([
      'operational',
      'B',
      [],
      [],
    ]);
    expect(frozenStatuses(after)).toEqual(['stable', 'stable']);
    expect(after.lockSnapshot?.generatedAt).toBe(place.state().createdAt);
    expect(after.lockSnapshot?.generatedAt).not.toBe(between.lockSnapshot?.generatedAt);
    expect(place.json('providers/demo/lock-snapshot.json')).toEqual(after.lockSnapshot);
    expect((await place.emit()).results[0]).toMatchObject({ nothingDue: true, promptCount: 0 });
  });

  it('its entries name persona, skill and About, in their content and their names', async () => {
    await using place = await openOperational();
    const { about, skills } = place.index();
    const ofAbout = readEntry(place, ABOUT_FOLDER);
    expect(ofAbout.name).toMatch(
      /^about-namespace--schema-maintainer--documentation-dx-reviewer--\d{4}-[\dTZ-]+\.json$/,
    );
    expect(ofAbout.entry).toMatchObject({
      area: 'about-namespace',
      schemaId: 'demo.demo',
      schemaHash: about.boundTo,
      aboutHash: about.boundTo,
      persona: PERSONA,
      aggregateGrade: 'B',
    });
    const questions = ofAbout.entry.gradings.map(
      ({ questionId, determinism }) => `${questionId} ${determinism}`,
    );
    expect(questions).toContain('Q-about-namespace-01 deterministic');
    expect(questions).toHaveLength(7);
    const ofSkill = readEntry(place, SKILL_FOLDER);
    expect(ofSkill.name).toMatch(
      /^namespace-skills--schema-maintainer--documentation-dx-reviewer--\d{4}-[\dTZ-]+\.json$/,
    );
    expect(ofSkill.entry).toMatchObject({
      area: 'namespace-skills',
      schemaId: 'demo.find-items',
      skillId: 'find-items',
      schemaHash: skills['alpha.find-items']?.boundTo,
      persona: PERSONA,
    });
    expect([ofSkill.entry.aboutHash, ofAbout.entry.skillId]).toEqual([undefined, undefined]);
    expect(ofSkill.entry.gradings).toHaveLength(6);
    const tool = readEntry(place, 'alpha/tools/alphaItems').entry;
    expect([tool.persona, tool.skillId]).toEqual([undefined, undefined]);
  });

  it('a persona option appears in prompts, names and entries, even if no area asks for one', async () => {
    await using place = await openImported(provider.origin, withAbout);
    await grade(place, { persona: DECIDER });
    const skillPrompt = place.prompts().prompts.find(({ area }) => area === 'namespace-skills');
    expect(skillPrompt?.persona).toEqual(DECIDER);
    expect(skillPrompt?.prompt).toContain('decision-maker');
    expect(place.prompts().entryPointPrompt).toContain('decision-maker');
    await grade(place, { persona: DECIDER });
    for (const folder of [SKILL_FOLDER, ABOUT_FOLDER]) {
      const { name, entry } = readEntry(place, folder);
      expect([name.includes('--decision-maker--general--'), entry.persona]).toEqual([true, DECIDER]);
    }
    const tool = readEntry(place, 'alpha/tools/alphaItems').entry;
    const contexts = tool.gradings.flatMap(({ selectionContext }) => selectionContext?.personaIds ?? []);
    expect([tool.persona, new Set(contexts)]).toEqual([undefined, new Set(['decision-maker'])]);
    expect(place.index().status).toBe('operational');
  });
});

describe('without an About', () => {
  it.each([
    ['declared nowhere', withoutAbout, []],
    [
      'declared, but not there',
      { demo: { ...withoutAbout.demo, 'alpha.mjs': schema('alpha', declared) } },
      ['ABT-002'],
    ],
  ])(
    '%s: partial, the schemas stable, the About blocked, and nothing more to grade',
    async (_, sources, codes) => {
      await using place = await openImported(provider.origin, sources);
      const again = await place.import();
      expect([aboutWarnings(again), again.results[0]?.about]).toEqual([codes, null]);
      const { asked, emitted } = await grade(place);
      expect([asked, emitted.gatedAreas]).toEqual([FIRST_RUN, []]);
      const index = await rebuiltThrice(place);
      expect([index.status, index.grade, schemaStatuses(index)]).toEqual([
        'partial',
        'B',
        ['stable', 'stable'],
      ]);
      expect(index.about).toEqual({ status: 'blocked', reason: 'no About resource' });
      expect(index.blockers).toEqual([{ node: 'about', reason: 'no About resource' }]);
      const { status, results } = await place.emit();
      expect([status, results[0]?.nothingDue]).toEqual([true, true]);
    },
  );

  it('an About written later is graded in the next run: operational', async () => {
    await using place = await openImported(provider.origin, withoutAbout);
    await grade(place);
    await change(place, { 'alpha.mjs': schema('alpha', declared), 'resources/demo-about.md': ABOUT_TEXT });
    expect(unstable(place.index())).toEqual([
      'alpha pending',
      'about pending',
      'description pending',
      'namespaceAggregate pending',
    ]);
    await grade(place);
    expect((await grade(place)).asked).toEqual(['about-namespace/demo']);
    expect(place.index().status).toBe('operational');
  });
});

describe('a change of the About', () => {
  const OTHER = `${ABOUT_TEXT}\n## Conventions\n\n- Names are in English.\n`;

  it('makes the About and the nodes bound to the namespace pending, nothing else; graded again, operational', async () => {
    await using place = await openOperational();
    const before = place.index().about;
    await change(place, { 'resources/demo-about.md': OTHER });
    const index = await rebuiltThrice(place);
    expect([index.status, unstable(index)]).toEqual([
      'partial',
      ['about pending', 'description pending', 'namespaceAggregate pending'],
    ]);
    expect(index.about).toMatchObject({
      reason: 'schema changed, re-grade required',
      ref: before.ref,
      boundTo: before.boundTo,
    });
    const { asked } = await grade(place);
    expect(asked).toEqual([
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
      'about-namespace/demo',
    ]);
    expect(place.index().status).toBe('operational');
    expect(place.index().about.boundTo).not.toBe(before.boundTo);
    expect(entriesIn(place, ABOUT_FOLDER)).toHaveLength(2);
  });

  it('reverted before a grading restores the earlier grades', async () => {
    await using place = await openOperational();
    const { about, namespaceAggregate } = place.index();
    await change(place, { 'resources/demo-about.md': OTHER });
    await change(place, { 'resources/demo-about.md': ABOUT_TEXT });
    const index = await rebuiltThrice(place);
    expect([index.status, index.about, index.namespaceAggregate]).toEqual([
      'operational',
      about,
      namespaceAggregate,
    ]);
    expect(pathsOf(place.tree(), '.md')).toHaveLength(3);
  });

  it('to nothing, although it is still declared: blocked, and the namespace partial', async () => {
    await using place = await openOperational();
    await change(place, { 'resources/demo-about.md': null });
    const index = await rebuiltThrice(place);
    expect([index.status, index.about]).toEqual([
      'partial',
      { status: 'blocked', reason: 'no About resource' },
    ]);
    expect(schemaStatuses(index)).toEqual(['stable', 'stable']);
    expect(await askedIds(place)).toEqual(['tools-aggregate-namespace/demo', 'namespace-description/demo']);
  });
});

describe('a change of the skill', () => {
  it('makes only the skill pending, until it is graded again', async () => {
    await using place = await openOperational();
    await change(place, { 'skills/find-items.mjs': skillText('Finds items, and nothing else.') });
    const index = await rebuiltThrice(place);
    expect([index.status, unstable(index)]).toEqual(['partial', ['alpha.find-items pending']]);
    expect((await grade(place)).asked).toEqual(['namespace-skills/alpha.find-items']);
    expect(place.index().status).toBe('operational');
    expect(entriesIn(place, SKILL_FOLDER)).toHaveLength(2);
  });

  it('with a poor grade lowers the namespace; removed, the skill leaves the roll-up, and returns with its grade', async () => {
    await using place = await openImported(provider.origin, withAbout);
    const poorSkill: NonNullable<Parameters<typeof grade>[2]> = {
      answer: (given, { area }) =>
        area === 'namespace-skills' && typeof given.score === 'number' ? { ...given, score: 1 } : given,
    };
    await grade(place, {}, poorSkill);
    await grade(place);
    const poor = await rebuiltThrice(place);
    expect([poor.status, poor.grade, unstable(poor)]).toEqual(['partial', 'D', ['alpha.find-items graded']]);

    await change(place, { 'skills/find-items.mjs': null });
    const without = await rebuiltThrice(place);
    expect([without.status, without.grade, without.skills]).toEqual(['operational', 'B', {}]);
    expect(without.summary.skills).toBe(0);
    expect(entriesIn(place, SKILL_FOLDER)).toHaveLength(1);
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);

    await change(place, { 'skills/find-items.mjs': skillText() });
    expect((await rebuiltThrice(place)).skills).toEqual(poor.skills);
  });
});

describe('a refused file', () => {
  it('leaves a schema unchanged, with the About it declares', async () => {
    await using place = await openOperational();
    const { about, schemas } = place.index();
    await place.write(
      'demo/alpha.mjs',
      schema('alpha', declared).replace('"version": "4.0.0"', '"version": "1"'),
    );
    for (const source of ['demo', 'demo/alpha.mjs']) {
      expect((await place.import(source, { keepGoing: true })).status).toBe(false);
      const index = await rebuiltThrice(place);
      expect([index.about, index.schemas, index.status]).toEqual([about, schemas, 'operational']);
    }
  });

  it('leaves a skill unchanged: a broken file removes nothing from the roll-up', async () => {
    await using place = await openOperational();
    const { skills } = place.index();
    await place.write('demo/skills/find-items.mjs', skillText().replace('"A list of items."', '""'));
    const { status, results } = await place.import('demo', { keepGoing: true });
    expect([status, results[0]?.rejected.map(({ file }) => file)]).toEqual([
      false,
      [place.path('demo/skills/find-items.mjs')],
    ]);
    expect((await rebuiltThrice(place)).skills).toEqual(skills);
    await change(place, { 'skills/find-items.mjs': null });
    expect(place.index().skills).toEqual({});
  });
});

describe('a second About', () => {
  const inBeta = { 'beta.mjs': schema('beta', { about: '# Another About' }) };

  it('causes a warning, and that of the first schema by name counts', async () => {
    await using place = await openImported(provider.origin, { demo: { ...withAbout.demo, ...inBeta } });
    const { status, results } = await place.import();
    expect([status, aboutWarnings({ results })]).toEqual([true, ['IMP-009']]);
    const warning = results[0]?.warnings.find(({ code }) => code === 'IMP-009');
    expect(warning?.args).toMatchObject({ first: 'alpha', schema: 'beta' });
    await grade(place);
    await grade(place);
    expect(entriesIn(place, ABOUT_FOLDER)).toHaveLength(1);
    expect(entriesIn(place, 'beta/resources/about')).toEqual([]);
    const prompt = place.prompts().prompts.find(({ area }) => area === 'about-namespace')?.prompt;
    expect([prompt?.includes('Nothing is written.'), prompt?.includes('Another About')]).toEqual([
      true,
      false,
    ]);
    expect(place.index().status).toBe('operational');
  });

  it('counts once the first is gone: another text, so pending', async () => {
    await using place = await openOperational();
    await change(place, { ...inBeta, 'alpha.mjs': schema('alpha') });
    expect(place.index().about).toEqual({ status: 'pending', reason: 'not graded yet' });
    await grade(place);
    await grade(place);
    expect(entriesIn(place, 'beta/resources/about')).toHaveLength(1);
    expect(place.index().status).toBe('operational');
  });
});

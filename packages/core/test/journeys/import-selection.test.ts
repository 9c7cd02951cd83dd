// A selection is imported like a provider: normalised once, copied byte for byte, never written twice.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashSelection, hashSkill } from '../../src/spec/hash.js';
import type { LockSnapshot, SelectionIndex } from '../../src/spec/index-file.js';
import { pathsOf, readTree } from './island-tree.js';
import { schemaText } from './provider-sources.js';
import {
  ABOUT,
  definitionOf,
  importAll,
  openQuarry,
  selectionFiles,
  skillSource,
  skillText,
} from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

const TS = '2026-03-01T10-00-00Z';
const FOLDER = 'selections/stones';
const ABOUT_DECLARED = { name: 'about', source: 'markdown', origin: 'inline' };
const NORMALISED = definitionOf({ resources: [ABOUT_DECLARED] });

const indexOf = (place: Workplace) => place.json<SelectionIndex>(`${FOLDER}/index.json`);
const snapshotsOf = (place: Workplace, part: string) =>
  pathsOf(place.tree(), `${FOLDER}/${part}`).map((path) => path.slice(`${FOLDER}/${part}`.length));
const newestDefinition = (place: Workplace) =>
  place.json<unknown>(pathsOf(place.tree(), `${FOLDER}/selection/`).at(-1) ?? '');

describe('a first import', () => {
  it('one snapshot each of definition, About and skills, and an index; reported as the contract requires', async () => {
    await using place = await openQuarry();
    const { status, results, errors } = await importAll(place);
    expect([status, errors]).toEqual([true, []]);
    const hash = hashSelection(NORMALISED);
    const skills = (['find-stones', 'sort-stones'] as const).map((skill, at) => {
      const level = at === 0 ? 'L1' : 'L2';
      const own = hashSkill(skillSource(skill, level));
      return { skill, level, hash: own, snapshot: `${FOLDER}/skills/${skill}/${skill}--${TS}--${own}.mjs` };
    });
    expect(results.map(({ flow }) => flow)).toEqual(['provider', 'provider', 'selection']);
    expect(results[2]).toEqual({
      flow: 'selection',
      selectionId: 'stones',
      imported: [{ schema: 'stones', hash, snapshot: `${FOLDER}/selection/stones--${TS}--${hash}.json` }],
      skipped: [],
      rejected: [],
      retired: [],
      skills,
      about: `${FOLDER}/resources/about`,
      members: ['amber.alpha', 'basalt.alpha'],
      notImported: [],
      indexPath: `${FOLDER}/index.json`,
      warnings: [],
    });
    expect(newestDefinition(place)).toEqual(NORMALISED);
    const texts = [...skills.map(({ snapshot }) => snapshot), ...pathsOf(place.tree(), 'stones-about--')];
    expect(texts.map((path) => place.island().readText(path))).toEqual([
      skillText('find-stones', 'L1'),
      skillText('sort-stones', 'L2'),
      ABOUT,
    ]);
    expect(Object.keys(indexOf(place).members)).toEqual(['amber.alpha', 'basalt.alpha']);
    expect(Object.keys(indexOf(place).skills)).toEqual(['find-stones', 'sort-stones']);
  });

  it('one folder with both: the members in it are found', async () => {
    await using place = await openQuarry({});
    for (const [name, text] of Object.entries(selectionFiles())) {
      await place.write(`all/selections/stones/${name}`, text);
    }
    for (const name of ['amber', 'basalt']) {
      await place.write(`all/providers/${name}/alpha.mjs`, schemaText({ namespace: name }));
    }
    const { status, results } = await place.import('all');
    expect(status).toBe(true);
    expect(results.map((found) => (found.flow === 'provider' ? found.namespace : found.selectionId))).toEqual(
      ['amber', 'basalt', 'stones'],
    );
    expect(results[2]).toMatchObject({ notImported: [], warnings: [] });
  });

  it('keeps its overrides of a member, in the definition and in the frozen members of a run', async () => {
    const override = { name: 'Amber of the coast' };
    const members = [{ schemaId: 'amber.alpha', override }, { schemaId: 'basalt.alpha' }];
    await using place = await openQuarry(selectionFiles({ members }));
    const { results } = await importAll(place);
    expect([results[2]?.warnings, newestDefinition(place)]).toEqual([[], { ...NORMALISED, members }]);
    await place.emit(FOLDER, { offline: true });
    const frozen = place.json<LockSnapshot>(`${FOLDER}/lock-snapshot.json`);
    expect(frozen.members.map((member) => member.override)).toEqual([override, null]);
    place.wait();
    await place.rebuild(FOLDER);
    expect(indexOf(place).lockSnapshot).toEqual(frozen);
  });

  it('treats an override as equal in any order of its keys', async () => {
    const [, basalt] = NORMALISED.members;
    const texts = [
      ['name', 'Amber of the coast'],
      ['description', 'What the sea brings.'],
    ] as const;
    const membersOf = (ordered: readonly (readonly [string, string])[]) => [
      { schemaId: 'amber.alpha', override: Object.fromEntries(ordered) },
      ...(basalt ? [basalt] : []),
    ];
    await using place = await openQuarry(selectionFiles({ members: membersOf(texts) }));
    await importAll(place);
    const turned = definitionOf({ members: membersOf([...texts].reverse()) });
    await place.write('stones/selection.json', JSON.stringify(turned));
    expect((await importAll(place)).results[2]?.imported).toEqual([]);
  });

  it('members that are not imported: a warning, and named in the index', async () => {
    await using place = await openQuarry();
    const { status, results } = await importAll(place, ['stones', 'basalt']);
    expect(status).toBe(true);
    expect(results[1]).toMatchObject({ notImported: ['amber.alpha'] });
    expect(results[1]?.warnings.map(({ code, where }) => [code, where?.path])).toEqual([
      ['SEL003', 'selection.members[0].schemaId'],
    ]);
    expect(indexOf(place).summary.notImported).toEqual(['amber.alpha']);
    place.wait();
    const again = await importAll(place, ['amber', 'stones']);
    expect(again.results[1]).toMatchObject({ imported: [], notImported: [], warnings: [] });
    expect(indexOf(place).summary.notImported).toEqual([]);
  });
});

describe('later imports', () => {
  it('the same bytes are skipped and nothing is touched', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = place.tree();
    place.wait();
    const { results } = await importAll(place);
    expect(results[2]).toMatchObject({
      imported: [],
      skipped: [{ schema: 'stones', hash: hashSelection(NORMALISED) }],
      skills: [{ snapshot: null }, { snapshot: null }],
    });
    expect(place.tree()).toEqual(before);
  });

  it('order and repetition in the source make no change', async () => {
    await using place = await openQuarry();
    await importAll(place);
    place.wait();
    const { members, skills } = definitionOf();
    const turned = { members: [...members, ...members].reverse(), skills: [...skills].reverse() };
    await place.write('stones/selection.json', JSON.stringify(definitionOf(turned), null, 4));
    const { results } = await importAll(place);
    expect(results[2]?.imported).toEqual([]);
    expect(codesOf(results[2]?.warnings ?? [])).toEqual(['SEL-017', 'SEL-017']);
  });

  it('a change goes beside the old snapshot, and older content returns as the newest (D9)', async () => {
    await using place = await openQuarry();
    const description = 'Where stones lie, and how heavy they are.';
    const steps = [definitionOf(), definitionOf({ description }), definitionOf()];
    for (const step of steps) {
      await place.write('stones/selection.json', JSON.stringify(step));
      await importAll(place);
      place.wait();
    }
    const [first, second, third, ...more] = snapshotsOf(place, 'selection/stones--');
    expect(more).toEqual([]);
    expect(first?.slice(20)).toBe(third?.slice(20));
    expect(first?.slice(20)).not.toBe(second?.slice(20));
    expect(newestDefinition(place)).toEqual(NORMALISED);
    expect(snapshotsOf(place, 'skills/')).toHaveLength(2);
  });

  it.each([
    ['the About', 'resources/stones-about.md', `${ABOUT}More.\n`, 'resources/about/'],
    ['a skill', 'skills/find-stones.mjs', skillText('find-stones', 'L3'), 'skills/find-stones/'],
    [
      'a comment in a skill',
      'skills/find-stones.mjs',
      `// Same.\n${skillText('find-stones', 'L1')}`,
      'skills/find-stones/',
    ],
  ])('%s only: nothing else is written', async (_, file, text, part) => {
    await using place = await openQuarry();
    await importAll(place);
    const before = pathsOf(place.tree());
    place.wait();
    await place.write(`stones/${file}`, text);
    const { results } = await importAll(place);
    const added = pathsOf(place.tree()).filter((path) => !before.includes(path));
    expect(added).toEqual([expect.stringContaining(`${FOLDER}/${part}`)]);
    expect(place.island().readText(added[0] ?? '')).toBe(text);
    expect(results[2]?.imported).toEqual([]);
  });

  it('two in one second, and a clock that runs backwards: the next free second (D8)', async () => {
    await using place = await openQuarry();
    for (const [at, name] of ['One stone', 'Two stones', 'Three stones'].entries()) {
      await place.write('stones/selection.json', JSON.stringify(definitionOf({ name })));
      await importAll(place);
      if (at === 1) place.wait(-3600);
    }
    const times = snapshotsOf(place, 'selection/stones--').map((name) => name.slice(0, 20));
    expect(times).toEqual(['2026-03-01T10-00-00Z', '2026-03-01T10-00-01Z', '2026-03-01T10-00-02Z']);
    expect(newestDefinition(place)).toMatchObject({ name: 'Three stones' });
  });
});

describe('removed parts', () => {
  it('an About: the selection has none any more, and it can return', async () => {
    await using place = await openQuarry();
    await importAll(place);
    place.wait();
    await place.fixture.rm('stones/resources/stones-about.md');
    const { results } = await importAll(place);
    expect(results[2]).toMatchObject({ about: null, imported: [{ schema: 'stones' }] });
    expect(newestDefinition(place)).toEqual(definitionOf());
    expect(indexOf(place).summary.about).toBe('blocked');
    place.wait();
    await place.write('stones/resources/stones-about.md', ABOUT);
    await importAll(place);
    expect(newestDefinition(place)).toEqual(NORMALISED);
    expect(snapshotsOf(place, 'resources/about/')).toHaveLength(1);
  });

  it('a skill: it leaves definition and index, its snapshots stay', async () => {
    await using place = await openQuarry();
    await importAll(place);
    place.wait();
    const skills = [{ file: 'skills/find-stones.mjs' }];
    await place.write('stones/selection.json', JSON.stringify(definitionOf({ skills })));
    await place.fixture.rm('stones/skills/sort-stones.mjs');
    await importAll(place);
    expect(newestDefinition(place)).toMatchObject({ skills });
    expect(Object.keys(indexOf(place).skills)).toEqual(['find-stones']);
    expect(snapshotsOf(place, 'skills/sort-stones/')).toHaveLength(1);
  });

  it('a skill file that is named nowhere: reported, not imported', async () => {
    await using place = await openQuarry({ ...selectionFiles(), 'skills/more.mjs': skillText('more', 'L3') });
    const { status, results } = await importAll(place);
    expect([status, codesOf(results[2]?.warnings ?? [])]).toEqual([true, ['SEL-023']]);
    expect(snapshotsOf(place, 'skills/more/')).toEqual([]);
  });
});

describe('parts inside the definition', () => {
  const inline = {
    ...definitionOf(),
    skills: [skillSource('find-stones', 'L1'), { file: 'skills/sort-stones.mjs' }],
    resources: [{ name: 'about', content: ABOUT }],
  };
  const files = {
    'selection.json': JSON.stringify(inline),
    'skills/sort-stones.mjs': skillText('sort-stones', 'L2'),
  };

  it('become one file each, with the hash of an equal file', async () => {
    await using place = await openQuarry(files);
    const { status, results } = await importAll(place);
    expect([status, codesOf(results[2]?.warnings ?? [])]).toEqual([true, ['SEL004']]);
    expect(newestDefinition(place)).toEqual(NORMALISED);
    const [find = ''] = snapshotsOf(place, 'skills/find-stones/');
    expect(find).toContain(hashSkill(skillSource('find-stones', 'L1')));
    const [about = ''] = pathsOf(place.tree(), 'stones-about--');
    expect(place.island().readText(about)).toBe(ABOUT);
  });

  it('are unchanged when they move into files, and are not written twice', async () => {
    await using place = await openQuarry(files);
    await importAll(place);
    place.wait();
    const before = place.tree();
    await importAll(place);
    expect(place.tree()).toEqual(before);
    for (const [name, text] of Object.entries(selectionFiles())) await place.write(`stones/${name}`, text);
    const { results } = await importAll(place);
    expect(results[2]).toMatchObject({
      imported: [],
      skills: [{ snapshot: expect.any(String) }, { snapshot: null }],
    });
    expect(snapshotsOf(place, 'resources/about/')).toHaveLength(1);
  });
});

describe('a dry run', () => {
  it('writes nothing and reports the same, including members of the same command', async () => {
    await using place = await openQuarry();
    const planned = await importAll(place, undefined, { dryRun: true });
    expect(existsSync(place.root)).toBe(false);
    const done = await importAll(place);
    expect(planned).toEqual({ ...done, dryRun: true });
  });

  it('over an island: only changes, even if a member would retire', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = place.tree();
    place.wait();
    await place.write('stones/resources/stones-about.md', `${ABOUT}More.\n`);
    await place.write('amber/beta.mjs', schemaText({ namespace: 'amber' }));
    await place.fixture.rm('amber/alpha.mjs');
    const planned = await importAll(place, undefined, { dryRun: true });
    expect(readTree(place.root)).toEqual(before);
    expect(planned.results[2]).toMatchObject({ imported: [], notImported: ['amber.alpha'] });
    const done = await importAll(place);
    expect(planned).toEqual({ ...done, dryRun: true });
  });
});

it('keeps the frozen lock snapshot, byte for byte', async () => {
  await using place = await openQuarry();
  await importAll(place);
  const lockSnapshot = {
    selectionId: 'stones',
    selectionVersion: TS,
    selectionHash: hashSelection(NORMALISED),
    generatedAt: '2026-03-01T10:00:00.000Z',
    members: [],
  };
  place.island().replace(`${FOLDER}/index.json`, JSON.stringify({ ...indexOf(place), lockSnapshot }));
  place.wait();
  await place.write('stones/selection.json', JSON.stringify(definitionOf({ name: 'Pebbles' })));
  await importAll(place);
  expect(JSON.stringify(indexOf(place).lockSnapshot)).toBe(JSON.stringify(lockSnapshot));
});

// An invalid selection leaves the island unchanged, and all of its faults are reported at once.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SelectionDefinition } from '../../src/spec/selection.js';
import { pathsOf } from './island-tree.js';
import {
  definitionOf,
  importAll,
  openQuarry,
  selectionFiles,
  skillSource,
  skillText,
} from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

const BROKEN = skillText('sort-stones', 'L2', { type: 'namespace', output: '' });
const definitionIn = (place: Workplace) =>
  place.json<SelectionDefinition>(pathsOf(place.tree(), '/selection/stones--').at(-1) ?? '');
const skillsIn = (place: Workplace) => definitionIn(place).skills.map(({ file }) => file);
const byFile = (problems: readonly { code: string; where?: { file?: string | undefined } }[]) =>
  problems.map(({ code, where }) => [code, where?.file?.split('/').at(-1)]);

describe('nothing is written', () => {
  it('if files are invalid: every problem of every file is listed', async () => {
    await using place = await openQuarry({
      ...selectionFiles({ description: 'Short', whenToUse: '' }),
      'skills/find-stones.mjs': 'export const skill = { name:',
      'skills/sort-stones.mjs': BROKEN,
    });
    for (const keepGoing of [false, true]) {
      const { status, results, errors } = await importAll(place, ['stones'], { keepGoing });
      expect([status, results]).toEqual([false, []]);
      expect(byFile(errors)).toEqual([
        ['SEL-013', 'selection.json'],
        ['SEL001', 'selection.json'],
        ['SRC-001', 'find-stones.mjs'],
        ['GATE-012', 'sort-stones.mjs'],
        ['SKL011', 'sort-stones.mjs'],
      ]);
    }
    expect(existsSync(place.root)).toBe(false);
  });

  it('if one skill is invalid', async () => {
    await using place = await openQuarry({ ...selectionFiles(), 'skills/sort-stones.mjs': BROKEN });
    const { status, results, errors } = await importAll(place, ['stones']);
    expect([status, results, codesOf(errors)]).toEqual([false, [], ['GATE-012', 'SKL011']]);
    expect(existsSync(place.root)).toBe(false);
  });

  it.each<[string, Partial<SelectionDefinition>, string]>([
    [
      'five skills',
      { skills: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: `skills/${name}.mjs` })) },
      'SKL018',
    ],
    ['a skill outside of the folder', { skills: [{ file: '../skills/a.mjs' }] }, 'SEL-019'],
    ['a skill that is not there', { skills: [{ file: 'skills/absent.mjs' }] }, 'SKL017'],
    ['no members', { members: [] }, 'SEL-013'],
    ['an id that would read as an option', { selectionId: '-stones' }, 'SEL-013'],
  ])('for %s', async (_, more, code) => {
    const texts = ['a', 'b', 'c', 'd', 'e'].map((name) => [`skills/${name}.mjs`, skillText(name, 'L3')]);
    await using place = await openQuarry({ ...selectionFiles(more), ...Object.fromEntries(texts) });
    const { status, results, errors } = await importAll(place, ['stones'], { keepGoing: true });
    expect([status, results]).toEqual([false, []]);
    expect(codesOf(errors)).toContain(code);
    expect(existsSync(place.root)).toBe(false);
  });

  it('under strict, for a member that is not imported', async () => {
    await using place = await openQuarry();
    const { status, errors } = await importAll(place, ['stones'], { strict: true });
    expect(status).toBe(false);
    expect(errors.filter(({ code }) => code === 'SEL003')).toHaveLength(2);
    expect(existsSync(place.root)).toBe(false);
  });

  it('from the island itself (IMP-011)', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = place.tree();
    const { results, errors } = await place.import('island/selections');
    expect([results, codesOf(errors)]).toEqual([[], ['IMP-011']]);
    expect(place.tree()).toEqual(before);
  });
});

describe('an id belongs to one selection', () => {
  it('two sources in one command: the second is refused (IMP-012)', async () => {
    await using place = await openQuarry();
    const other = selectionFiles({ name: 'Other stones' });
    for (const [name, text] of Object.entries(other)) await place.write(`stones2/${name}`, text);
    const { status, results, errors } = await importAll(place, ['stones', 'stones2']);
    expect([status, results.length]).toEqual([false, 1]);
    expect(errors).toMatchObject([
      {
        code: 'IMP-012',
        where: { file: place.path('stones2/selection.json') },
        args: { selection: 'stones' },
      },
    ]);
    expect(definitionIn(place).name).toBe('Stones');
  });

  it('from another namespace in the island: refused (IMP-013)', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = place.tree();
    place.wait();
    await place.write('stones/selection.json', JSON.stringify(definitionOf({ namespace: 'museum' })));
    for (const dryRun of [true, false]) {
      const { status, errors } = await importAll(place, ['stones'], { dryRun, keepGoing: true });
      expect(status).toBe(false);
      expect(errors).toMatchObject([{ code: 'IMP-013', args: { owner: 'quarry', namespace: 'museum' } }]);
    }
    expect(place.tree()).toEqual(before);
  });
});

describe('--keep-going', () => {
  it('a new skill that is refused stays out of the definition', async () => {
    await using place = await openQuarry({ ...selectionFiles(), 'skills/sort-stones.mjs': BROKEN });
    const { status, results, errors } = await importAll(place, undefined, { keepGoing: true });
    expect(status).toBe(false);
    expect(results[2]?.rejected).toEqual([{ file: place.path('stones/skills/sort-stones.mjs'), errors }]);
    expect(skillsIn(place)).toEqual(['skills/find-stones.mjs']);
    expect(pathsOf(place.tree(), 'sort-stones')).toEqual([]);
    place.wait();
    await place.write('stones/skills/sort-stones.mjs', skillText('sort-stones', 'L2'));
    await importAll(place);
    expect(skillsIn(place)).toEqual(['skills/find-stones.mjs', 'skills/sort-stones.mjs']);
  });

  it('a known skill that no longer passes stays unchanged', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = place.tree();
    place.wait();
    await place.write('stones/skills/sort-stones.mjs', BROKEN);
    const { results } = await importAll(place, undefined, { keepGoing: true });
    expect(results[2]).toMatchObject({ imported: [], rejected: [{}] });
    expect(place.tree()).toEqual(before);
  });

  it('continues with the next selection, even without the option', async () => {
    await using place = await openQuarry();
    const bad = definitionOf({ selectionId: 'bad', version: 'flowmcp/3.0.0', skills: [] });
    await place.write('all/a-bad/selection.json', JSON.stringify(bad));
    for (const [name, text] of Object.entries(selectionFiles()))
      await place.write(`all/stones/${name}`, text);
    const { status, results, errors } = await place.import('all');
    expect([status, codesOf(errors)]).toEqual([false, ['SEL-013']]);
    expect(results).toMatchObject([{ selectionId: 'stones' }]);
  });
});

describe('a damaged island is reported before anything is written', () => {
  it.each([
    ['the index of the selection (IDX-011)', '/stones/index.json', 'IDX-011'],
    ['its newest definition (IDX-012)', '/selection/stones--', 'IDX-012'],
    ['the index of a member (IDX-011)', 'providers/amber/index.json', 'IDX-011'],
  ])('%s', async (_, part, code) => {
    await using place = await openQuarry();
    await importAll(place);
    const [damaged = ''] = pathsOf(place.tree(), part);
    await place.write(`island/${damaged}`, '{"cut":');
    await place.write('stones/selection.json', JSON.stringify(definitionOf({ name: 'Pebbles' })));
    const before = place.tree();
    const { status, errors } = await importAll(place, ['stones']);
    expect([status, codesOf(errors), errors[0]?.where?.file]).toEqual([false, [code], damaged]);
    expect(place.tree()).toEqual(before);
  });
});

describe('registration of a skill', () => {
  it.each<[string, unknown, string, string[]]>([
    ['by its path', [{ file: './skills/find-stones.mjs' }], 'skills/find-stones.mjs', []],
    ['by its name', ['find-stones'], 'skills/find-stones.mjs', []],
    ['under a name that its file has not', { 'find-stones': { file: 'skills/a.mjs' } }, 'skills/a.mjs', []],
    [
      'as a snapshot, in a folder of its own',
      [{ file: `skills/find-stones/find-stones--2026-01-01T00-00-00Z--0123abcd.mjs` }],
      'skills/find-stones/find-stones--2026-01-01T00-00-00Z--0123abcd.mjs',
      ['SEL-016'],
    ],
  ])('%s: stored under its name', async (_, skills, file, warnings) => {
    await using place = await openQuarry({
      'selection.json': JSON.stringify({ ...definitionOf(), skills }),
      [file]: skillText('find-stones', 'L1'),
    });
    const { results, errors } = await importAll(place);
    expect([errors, codesOf(results[2]?.warnings ?? [])]).toEqual([[], warnings]);
    expect(skillsIn(place)).toEqual(['skills/find-stones.mjs']);
    expect(results[2]).toMatchObject({ skills: [{ skill: 'find-stones' }] });
  });
});

describe('references of a skill', () => {
  const call = (text: string) =>
    selectionFiles({
      skills: [
        skillSource('find-stones', 'L1', { requires: {}, content: `Call {{tool:${text}}}.` }),
      ] as never,
    });

  it.each([
    ['a tool of a member', 'basalt/tool/getItems', ['SKL020']],
    ['a tool of no member', 'granite/tool/getItems', ['PH002']],
    ['a tool that no member has', 'amber/tool/getStones', ['PH002']],
  ])('%s', async (_, text, codes) => {
    const { 'skills/sort-stones.mjs': _removed, 'skills/find-stones.mjs': _gone, ...files } = call(text);
    await using place = await openQuarry(files);
    const { results, errors } = await importAll(place, undefined, { keepGoing: true });
    const found = [...(results[2]?.warnings ?? []), ...errors];
    expect(codesOf(found).filter((code) => code !== 'SEL004')).toEqual(codes);
  });

  it('into a missing member are not reported', async () => {
    const {
      'skills/sort-stones.mjs': _removed,
      'skills/find-stones.mjs': _gone,
      ...files
    } = call('amber/tool/getStones');
    await using place = await openQuarry(files);
    const { status, results } = await importAll(place, ['basalt', 'stones']);
    expect(status).toBe(true);
    expect(codesOf(results[1]?.warnings ?? [])).toEqual(['SEL004', 'SEL003']);
  });
});

// An import refuses names that a disk may treat as equal, and names both.
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/problems/problem.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace } from './workplace.js';

const one = { getItems: toolAt('/ok') };
const alike = (problems: readonly Problem[]) =>
  problems.filter(({ code }) => code === 'IMP-015').map(({ where, args }) => ({ ...where, ...args }));

describe('an import', () => {
  it('refuses two schemas of a folder, and imports neither', async () => {
    await using place = await openWorkplace({
      demo: { 'Prices.mjs': schemaText({ tools: one }), 'prices.mjs': schemaText({ tools: one }) },
    });
    const { errors, results } = await place.import();
    expect(alike(errors)).toEqual([
      { file: place.path('demo/prices.mjs'), what: 'schemas', name: 'prices', other: 'Prices' },
    ]);
    expect(results).toEqual([]);
    expect(place.tree().size).toBe(0);
  });

  it('continues with the first of them', async () => {
    await using place = await openWorkplace({
      demo: { 'Prices.mjs': schemaText({ tools: one }), 'prices.mjs': schemaText({ tools: one }) },
    });
    const { results } = await place.import('demo', { keepGoing: true });
    expect(Object.keys(place.index().schemas)).toEqual(['Prices']);
    expect(results[0]?.rejected.map(({ errors }) => codesOf(errors))).toEqual([['IMP-015']]);
  });

  it('refuses a schema whose name is like that of one in the island, retired or not', async () => {
    await using place = await openWorkplace({
      demo: { 'Prices.mjs': schemaText({ tools: one }), 'rates.mjs': schemaText({ tools: one }) },
      renamed: { 'prices.mjs': schemaText({ tools: one }) },
    });
    await place.import();
    expect(alike((await place.import('renamed')).errors)).toEqual([
      { file: place.path('renamed/prices.mjs'), what: 'schemas', name: 'prices', other: 'Prices' },
    ]);
    expect(codesOf((await place.import()).errors)).toEqual([]);
  });

  it.each([
    ['getItems', 'getitems'],
    ['caf\u00e9', 'cafe\u0301'],
  ])('refuses the tools %j and %j of a schema', async (name, other) => {
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schemaText({ tools: { [other]: toolAt('/ok'), [name]: toolAt('/ok') } }) },
    });
    expect(alike((await place.import()).errors)).toEqual([
      { file: place.path('demo/alpha.mjs'), path: `main.tools.${name}`, what: 'tools', name, other },
    ]);
  });

  it('refuses two skills of a folder', async () => {
    const skill = 'export const skill = {}\n';
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schemaText({ tools: one }), 'skills/find.mjs': skill, 'skills/Find.mjs': skill },
    });
    expect(alike((await place.import()).errors)).toEqual([
      { file: place.path('demo/skills/find.mjs'), what: 'skills', name: 'find', other: 'Find' },
    ]);
  });

  it.each(['aux.mjs', 'skills/con.mjs'])('refuses %s, which has the name of a device', async (file) => {
    const text = file === 'aux.mjs' ? schemaText({ tools: one }) : 'export const skill = {}\n';
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schemaText({ tools: one }), [file]: text },
    });
    const { errors } = await place.import();
    expect(errors.filter(({ code }) => code === 'IMP-003').map(({ where }) => where?.file)).toEqual([
      place.path(`demo/${file}`),
    ]);
    expect(place.tree().size).toBe(0);
  });
});

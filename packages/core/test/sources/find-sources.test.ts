// Selections are separated from schemas in any tree, and the files beside them are found.
import { symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModuleKinds } from '../../src/sources/find-files.js';
import { findSources, type SelectionSource } from '../../src/sources/find-sources.js';
import { readSelectionAbout } from '../../src/sources/read-about.js';

const SELECTION = 'export const selection = {};';
const SCHEMA = 'export const main = {};';
const DOCUMENT = '{ "whenToUse": "…", "members": [] }';

let fixture: Awaited<ReturnType<typeof createFixture>>;
beforeAll(async () => {
  fixture = await createFixture({
    // A tree with providers, selections of all kinds, and other documents.
    'tree/registry.json': '{ "selections": {}, "whenToUse": 1 }',
    'tree/providers/tides/stations.mjs': SCHEMA,
    'tree/providers/tides/baseline.json': '{ "endpoints": [] }',
    'tree/providers/tides/_draft.mjs': SELECTION,
    'tree/providers/tides/skills/a.mjs': 'export const skill = {};',
    'tree/providers/berths/plan.mjs': 'export const schema = {};\nconst selection = 1;',
    'tree/selections/by-module/selection.mjs': SELECTION,
    'tree/selections/by-module/resources/by-module-about.md': '# By module',
    'tree/selections/by-module/skills/one.mjs': 'export const skill = {};',
    'tree/selections/by-module/skills/two/two--2026-05-30T09-00-00Z--0011aabb.mjs': 'x',
    'tree/selections/by-module/skills/_draft.mjs': 'x',
    'tree/selections/by-module/skills/notes.md': 'x',
    'tree/selections/by-document/anything.json': '{ "cut": ',
    'tree/selections/by-document/resources/by-document-about.md': '# By document',
    'tree/selections/owners/first.mjs': SELECTION,
    'tree/selections/owners/second.mjs': `${SELECTION}\nexport { selection as other };`,
    'tree/selections/owners/third.json': DOCUMENT,
    'tree/selections/owners/notes.json': '{}',
    'tree/selections/owners/broken.mjs': 'export const selection = {',
    'tree/selections/owners/odd.mjs': 'export const something = {};',
    'tree/selections/owners/resources/second-about.md': '# Second',
    'tree/selections/owners/skills/shared.mjs': 'x',
    'tree/selections/schemas-in-wrong-place/a.mjs': SCHEMA,
    // At other places, recognized by their exports alone.
    'mixed/a.mjs': SCHEMA,
    'mixed/b.mjs': 'const selection = {};\nexport { selection };',
    'mixed/c.mjs': `${SCHEMA}\n${SELECTION}`,
    'mixed/d.mjs': '// export const selection = {}\nexport const main = { selection: 1 };',
    'mixed/e.json': DOCUMENT,
    'mixed/selections/deep/selection.mjs': SELECTION,
    'loose/loose.json': DOCUMENT,
    'named/empty/selection.json': '',
    'named/list/selection.json': '[]',
    'named/no-trigger/selection.json': '{ "members": [] }',
    'named/beside-schemas/a.mjs': SCHEMA,
    'named/beside-schemas/selection.json': '{}',
    'loose/tsconfig.json': '{}',
    'empty/readme.md': '',
    'outside/selection.mjs': SELECTION,
    'outside/skills/secret.mjs': 'x',
    'linked/own/selection.mjs': SELECTION,
    'linked/own/skills/real.mjs': 'x',
    'crowded/first.mjs': SELECTION,
    'crowded/second.mjs': SELECTION,
    'crowded/skills/shared.mjs': 'x',
  });
  symlinkSync(fixture.getPath('outside/skills/secret.mjs'), fixture.getPath('crowded/skills/leak.mjs'));
  symlinkSync(fixture.getPath('outside'), fixture.getPath('linked/away'));
  symlinkSync(fixture.getPath('outside/selection.mjs'), fixture.getPath('linked/own/leak.mjs'));
  symlinkSync(fixture.getPath('outside/skills/secret.mjs'), fixture.getPath('linked/own/skills/leak.mjs'));
  // A link to itself leads nowhere, and must not end the search.
  symlinkSync('circle.mjs', fixture.getPath('linked/own/circle.mjs'));
  symlinkSync('real.mjs', fixture.getPath('linked/own/skills/alias.mjs'));
});
afterAll(() => fixture.rm());

const show = (path: string | undefined | null) => relative(fixture.path, path ?? '').replaceAll('\\', '/');

function find(...paths: string[]) {
  const { groups, selections, problems } = findSources(paths.map((path) => fixture.getPath(path)));
  return {
    schemas: groups.flatMap(({ files }) => files.map(show)),
    selections: selections.map(({ file }) => show(file)),
    problems: problems.map(({ code, where }) => `${code} ${show(where?.file)}`),
  };
}

const sourceOf = (path: string): SelectionSource => {
  const [source] = findSources([fixture.getPath(path)]).selections;
  if (!source) throw new Error(`no selection in ${path}`);
  return source;
};

describe('findSources', () => {
  it('separates selections from schemas in a tree with both', () => {
    expect(find('tree')).toEqual({
      schemas: ['tree/providers/berths/plan.mjs', 'tree/providers/tides/stations.mjs'],
      selections: [
        'tree/selections/by-document/anything.json',
        'tree/selections/by-module/selection.mjs',
        'tree/selections/owners/broken.mjs',
        'tree/selections/owners/first.mjs',
        'tree/selections/owners/odd.mjs',
        'tree/selections/owners/second.mjs',
        'tree/selections/owners/third.json',
      ],
      problems: [],
    });
  });

  it('uses the exports of a module, not the words in it', () => {
    expect(find('mixed')).toEqual({
      schemas: ['mixed/a.mjs', 'mixed/c.mjs', 'mixed/d.mjs'],
      selections: ['mixed/b.mjs', 'mixed/selections/deep/selection.mjs'],
      problems: [],
    });
    expect(find('tree/selections/schemas-in-wrong-place')).toMatchObject({
      schemas: ['tree/selections/schemas-in-wrong-place/a.mjs'],
      selections: [],
    });
  });

  it('treats selection.json as a selection, however broken, so that its reader reports the fault', () => {
    expect(find('named')).toEqual({
      schemas: ['named/beside-schemas/a.mjs'],
      selections: [
        'named/empty/selection.json',
        'named/list/selection.json',
        'named/no-trigger/selection.json',
      ],
      problems: [],
    });
  });

  it.each([
    ['tree/selections/by-module/selection.mjs', 'selections'],
    ['tree/selections/owners/third.json', 'selections'],
    ['tree/registry.json', 'selections'],
    ['mixed/b.mjs', 'selections'],
    ['mixed/a.mjs', 'schemas'],
    ['loose', 'selections'],
  ] as const)('finds %s named itself among the %s', (path, kind) => {
    const found = find(path);
    expect(found[kind]).toHaveLength(1);
    expect([...found.schemas, ...found.selections]).toHaveLength(1);
    expect(found.problems).toEqual([]);
  });

  it('accepts any mix, each file once, and names the paths without either', () => {
    const found = find(
      'tree/selections',
      'tree/providers/tides',
      'tree/selections/by-module',
      'empty',
      'nowhere',
    );
    expect(found.schemas).toEqual([
      'tree/providers/tides/stations.mjs',
      'tree/selections/schemas-in-wrong-place/a.mjs',
    ]);
    expect(found.selections).toHaveLength(7);
    expect(found.problems).toEqual(['IMP-001 empty', 'IMP-001 nowhere']);
  });

  it('says nothing of a folder for other files beside a selection', () => {
    const folder = 'tree/selections/by-module/resources';
    expect(find('tree/selections/by-module', folder).problems).toEqual([]);
    expect(find(folder).problems).toEqual([`IMP-001 ${folder}`]);
  });

  it('reports files beside several selections once', () => {
    expect(find('crowded')).toEqual({
      schemas: [],
      selections: ['crowded/first.mjs', 'crowded/second.mjs'],
      problems: ['SRC-008 crowded/skills/leak.mjs'],
    });
  });

  it('follows no link that leads out, and reports skills behind one', () => {
    expect(find('linked')).toEqual({
      schemas: [],
      selections: ['linked/own/selection.mjs'],
      problems: ['SRC-008 linked/own/skills/leak.mjs'],
    });
    expect(sourceOf('linked').skillFiles.map(({ path }) => path)).toEqual([
      'skills/alias.mjs',
      'skills/real.mjs',
    ]);
  });

  it('reads each module once', () => {
    const kindOf = createModuleKinds();
    const file = fixture.getPath('mixed/b.mjs');
    expect([kindOf(file), kindOf(file)]).toEqual(['selection', 'selection']);
  });
});

describe('the files beside a selection', () => {
  it('include the skill files, by their path from the folder', () => {
    const { skillFiles, ownsFolder } = sourceOf('tree/selections/by-module');
    expect(ownsFolder).toBe(true);
    expect(skillFiles.map(({ path }) => path)).toEqual([
      'skills/one.mjs',
      'skills/two/two--2026-05-30T09-00-00Z--0011aabb.mjs',
    ]);
    expect(skillFiles.map(({ file }) => show(file))).toEqual([
      'tree/selections/by-module/skills/one.mjs',
      'tree/selections/by-module/skills/two/two--2026-05-30T09-00-00Z--0011aabb.mjs',
    ]);
  });

  it('show whose folder it is', () => {
    const owned = findSources([fixture.getPath('tree')]).selections.flatMap(({ file, ownsFolder }) =>
      ownsFolder ? [show(file)] : [],
    );
    expect(owned).toEqual([
      'tree/selections/by-document/anything.json',
      'tree/selections/by-module/selection.mjs',
    ]);
  });

  it.each([
    ['tree/selections/by-module', 'anything', '# By module'],
    ['tree/selections/by-document', 'anything', '# By document'],
    ['tree/selections/owners/second.mjs', 'an-id', '# Second'],
    ['tree/selections/owners/first.mjs', 'second', '# Second'],
    ['tree/selections/owners/first.mjs', 'first', null],
    ['tree/selections/owners/first.mjs', '../../by-module/resources/by-module', null],
  ])('reads the About of %s', (path, selectionId, text) => {
    const about = readSelectionAbout({
      source: sourceOf(path),
      selectionId,
      inline: null,
      isDeclared: false,
    });
    expect(about.kind === 'found' ? about.bytes.toString() : null).toBe(text);
    if (text === null) expect(about).toEqual({ kind: 'none' });
  });

  it('come after an About inside the definition, and a declared About that is missing is reported', () => {
    const source = sourceOf('tree/selections/by-module');
    const inline = readSelectionAbout({ source, selectionId: 'x', inline: '# Inside', isDeclared: true });
    expect(inline).toMatchObject({ kind: 'found', from: 'inline', bytes: Buffer.from('# Inside') });
    const lost = readSelectionAbout({
      source: sourceOf('tree/selections/owners/first.mjs'),
      selectionId: 'first',
      inline: null,
      isDeclared: true,
    });
    expect(lost).toMatchObject({ kind: 'broken', problems: [{ code: 'ABT-002' }] });
  });
});

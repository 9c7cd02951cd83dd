// The About of a schema is found and read, or the reason is reported.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/problems/error-codes.js';
import { aboutCodes } from '../../src/rules/about/codes.js';
import { readAbout } from '../../src/sources/read-about.js';
import { readSchemaFile } from '../../src/sources/read-schema-file.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';

const LIMIT = 1024 * 1024;
const HARBOUR = fileURLToPath(new URL('../../../../fixtures/skills/harbour', import.meta.url));
const declared = { source: 'markdown', origin: 'inline', name: 'bay-about.md', description: 'About.' };

const socket = createServer();
let fixture: Awaited<ReturnType<typeof createFixture>>;
beforeAll(async () => {
  fixture = await createFixture({
    'p/resources/bay-about.md': '# Bay ñ\n',
    'p/resources/other.md': '# Other\n',
    'p/resources/blank.md': ' \n\t',
    'p/resources/nul.md': 'a\0b',
    'p/resources/full.md': 'x'.repeat(LIMIT),
    'p/resources/large.md': 'x'.repeat(LIMIT + 1),
    'p/secret.md': 'secret',
    'elsewhere/bay-about.md': 'secret',
  });
  const resources = fixture.getPath('p/resources');
  writeFileSync(`${resources}/latin.md`, Buffer.from([0x66, 0xfc, 0x72]));
  mkdirSync(`${resources}/folder.md`);
  symlinkSync('../secret.md', `${resources}/link.md`);
  symlinkSync('bay-about.md', `${resources}/inner-link.md`);
  await new Promise<void>((done) => socket.listen(`${resources}/socket.md`, done));
  mkdirSync(fixture.getPath('linked'));
  symlinkSync('../elsewhere', fixture.getPath('linked/resources'));
});
afterAll(async () => {
  await new Promise((done) => socket.close(done));
  await fixture.rm();
});

function read(about: unknown, folder = 'p') {
  const resources = about === undefined ? {} : { resources: { about } };
  const main: SchemaMain = {
    namespace: 'bay',
    name: 'Bay',
    description: 'x',
    version: '4.0.0',
    ...resources,
  };
  const found = readAbout({ schemaFile: 'p/bay.mjs', main, folder: fixture.getPath(folder) });
  return { ...found, codes: found.kind === 'none' ? [] : found.problems.map(({ code }) => code) };
}

describe('readAbout', () => {
  it('finds none if none is declared, even if there is a file', () => {
    expect(read(undefined).kind).toBe('none');
    const main = {
      namespace: 'bay',
      name: 'Bay',
      description: 'x',
      version: '4.0.0',
      resources: { map: {} },
    };
    expect(readAbout({ schemaFile: 'x', main, folder: fixture.getPath('p') })).toEqual({ kind: 'none' });
  });

  it('reads the file byte for byte', () => {
    expect(read(declared)).toMatchObject({
      kind: 'found',
      from: 'file',
      file: fixture.getPath('p/resources/bay-about.md'),
      bytes: Buffer.from('# Bay ñ\n'),
      problems: [],
    });
  });

  it('reads that of the fixture, and none for the schema that declares none', () => {
    const about = (schema: string) => {
      const schemaFile = `${HARBOUR}/${schema}.mjs`;
      const main = readSchemaFile(schemaFile).reading.value as SchemaMain;
      return readAbout({ schemaFile, main, folder: HARBOUR });
    };
    expect(about('berths')).toMatchObject({ kind: 'found', from: 'file', problems: [] });
    expect(about('ferries')).toEqual({ kind: 'none' });
  });

  it.each([
    ['a text', '# Bay\n'],
    ['content', { content: '# Bay\n' }],
    ['text', { ...declared, text: '# Bay\n', content: '' }],
  ])('accepts inline text as %s', (_, about) => {
    const found = read(about);
    expect(found).toMatchObject({
      kind: 'found',
      from: 'inline',
      bytes: Buffer.from('# Bay\n'),
      problems: [],
    });
    expect(found).not.toHaveProperty('file');
  });

  it('accepts a file of another name with a warning, and one just within the size limit', () => {
    expect(read({ ...declared, name: 'other.md' })).toMatchObject({
      kind: 'found',
      problems: [{ code: 'ABT-007', args: { found: 'other.md', expected: 'bay-about.md' } }],
    });
    expect(read({ ...declared, name: 'full.md' }).kind).toBe('found');
  });

  it.each([
    ['no Markdown', { ...declared, source: 'sqlite' }, ['ABT-001']],
    ['of another origin', { ...declared, origin: 'global' }, ['ABT-001']],
    ['no object', null, ['ABT-001', 'ABT-001', 'ABT-006']],
    ['blank inline', ' ', ['ABT-001', 'ABT-001', 'ABT-006']],
    ['half a character', 'a\ud800b', ['ABT-005']],
    ['a NUL byte inline', { content: 'a\0' }, ['ABT-005']],
    ['large inline', 'ü'.repeat(LIMIT / 2 + 1), ['ABT-008']],
    ['missing', { ...declared, name: 'gone-about.md' }, ['ABT-007', 'ABT-002']],
    ['a link out', { ...declared, name: 'link.md' }, ['ABT-007', 'ABT-003']],
    ['a link inside', { ...declared, name: 'inner-link.md' }, ['ABT-007', 'ABT-003']],
    ['a key', `Send sk_${'live'}_EXAMPLEexample0000.`, ['ABT-003']],
    ['a folder', { ...declared, name: 'folder.md' }, ['ABT-007', 'ABT-003']],
    ['a socket', { ...declared, name: 'socket.md' }, ['ABT-007', 'ABT-003']],
    ['blank', { ...declared, name: 'blank.md' }, ['ABT-007', 'ABT-005']],
    ['a NUL byte', { ...declared, name: 'nul.md' }, ['ABT-007', 'ABT-005']],
    ['no UTF-8', { ...declared, name: 'latin.md' }, ['ABT-007', 'ABT-005']],
    ['large', { ...declared, name: 'large.md' }, ['ABT-007', 'ABT-008']],
  ])('is broken, with warnings only: %s', (_, about, codes) => {
    const found = read(about);
    expect(found).toMatchObject({ kind: 'broken', codes });
    const problems = found.kind === 'none' ? [] : found.problems;
    for (const known of problems) {
      expect(known.severity).toBe('warning');
      expect(describeProblem(known).message).not.toMatch(/\{\w+\}/);
    }
  });

  it.each([
    ...['../secret.md', '/etc/x.md', 'a/../../secret.md', '..\\secret.md', '.md', '.hidden.md', 'a\0.md'],
    ...['bay-about.txt', 'bay-about.md/', 'C:x.md', ' bay-about.md', '', `${'a'.repeat(200)}.md`],
  ])('does not search for a file named %j', (name) => {
    expect(read({ ...declared, name })).toMatchObject({ kind: 'broken', codes: ['ABT-006'] });
  });

  it.each([
    ['link.md', 'it is a symbolic link'],
    ['folder.md', 'it is not a plain file'],
    ['socket.md', 'it is not a plain file'],
  ])('reports why it refuses %s', (name, reason) => {
    const found = read({ ...declared, name });
    expect(found).toMatchObject({ problems: [{ code: 'ABT-007' }, { code: 'ABT-003', args: { reason } }] });
  });

  it('does not follow a resources folder that is a link, and misses one that does not exist', () => {
    expect(read(declared, 'linked').codes).toEqual(['ABT-003']);
    expect(read(declared, 'elsewhere').codes).toEqual(['ABT-002']);
  });

  it('has a case for every code of its table', () => {
    const seen = new Set([
      ...read({ ...declared, source: 'x' }).codes,
      ...['gone.md', 'link.md', 'large.md', 'nul.md', '..', 'other.md'].flatMap(
        (name) => read({ ...declared, name }).codes,
      ),
    ]);
    expect([...seen].sort()).toEqual(Object.keys(aboutCodes).sort());
  });
});

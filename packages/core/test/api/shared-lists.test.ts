// SharedLists hashes, names and loads the lists of an island.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SharedLists } from '../../src/index.js';

let fixture: FsFixture;
let gradingDataRoot: string;
beforeEach(async () => {
  fixture = await createFixture();
  gradingDataRoot = fixture.getPath('island');
});
afterEach(() => fixture.rm());

async function placeList(folder: string, name: string, version: string): Promise<void> {
  await fixture.mkdir(`island/${folder}/harbours`);
  const list = { meta: { name: 'harbours', version, unit: 'm' }, entries: [{ id: version }] };
  await fixture.writeFile(`island/${folder}/harbours/${name}`, JSON.stringify(list));
}

describe('SharedLists.load', () => {
  it('gives the newest snapshot of a list, whoever brought it, with what its file says', async () => {
    await placeList('shared-lists', 'harbours--2026-01-01T00-00-00Z--0123abcd.json', '1.0.0');
    await placeList('providers/tidewatch/_lists', 'harbours--2026-02-01T00-00-00Z--4567abcd.json', '2.0.0');
    expect(await SharedLists.load({ gradingDataRoot, listname: 'harbours' })).toEqual({
      list: {
        name: 'harbours',
        version: '2.0.0',
        meta: { name: 'harbours', version: '2.0.0', unit: 'm' },
        entries: [{ id: '2.0.0' }],
      },
      hash: '4567abcd',
      version: '2.0.0',
      errors: [],
    });
  });

  it.each([
    [{ listname: 'tides' }, /^SL-003: .*"tides"/],
    [{ listname: '../x' }, /^SL-003: /],
    [{}, /^SL-001: \/listname: /],
    [{ listname: 5 }, /^SL-002: \/listname: /],
    [{ listname: 'tides', gradingDataRoot: '' }, /^SL-001: \/gradingDataRoot: /],
    [{ listname: 'tides', newest: true }, /^GRD-011: \/newest: /],
  ])('loads nothing with %j', async (input, expected) => {
    const { list, hash, version, errors } = await SharedLists.load({ gradingDataRoot, ...input } as never);
    expect({ list, hash, version }).toEqual({ list: null, hash: null, version: null });
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });
});

describe('SharedLists.hash', () => {
  it('hashes objects and lists, and nothing else', () => {
    expect(SharedLists.hash({ list: {} })).toEqual({ hash: '44136fa3', errors: [] });
    expect(SharedLists.hash({ list: [] }).hash).toBe('4f53cda1');
    expect(SharedLists.hash({ list: null as never }).errors).toEqual(['SL-001: /list: list is missing']);
    expect(SharedLists.hash({} as never).errors).toEqual(['SL-001: /list: list is missing']);
    for (const list of ['text', 5, true]) {
      const { hash, errors } = SharedLists.hash({ list: list as never });
      expect(hash).toBeNull();
      expect(errors).toEqual([expect.stringMatching(/^SL-002: \/list: expected an object or a list/)]);
    }
    expect(SharedLists.hash({ list: [undefined] }).errors[0]).toMatch(/^HSH-003: \/0: /);
  });
});

describe('SharedLists.validateFilename', () => {
  it('splits the name of a list', () => {
    const filename = 'harbours--2026-01-01T00-00-00Z--0123abcd.json';
    expect(SharedLists.validateFilename({ filename })).toEqual({
      valid: true,
      status: true,
      name: 'harbours',
      version: '2026-01-01T00-00-00Z',
      hash: '0123abcd',
      errors: [],
      messages: [],
    });
    expect(SharedLists.validateFilename({ filename: filename.replace('.json', '.mjs') }).valid).toBe(true);
  });

  it.each([
    [{ filename: '0123abcd--v1.0.0.json' }, 'SNP-003'],
    [{ filename: 'harbours.json' }, 'SNP-003'],
    [{ filename: '../harbours--2026-01-01T00-00-00Z--0123abcd.json' }, 'SNP-003'],
    [{ filename: 'con--2026-01-01T00-00-00Z--0123abcd.json' }, 'SNP-003'],
    [{ filename: 'harbours--2026-01-01T00-00-00Z--0123abcd.md' }, 'SNP-003'],
    [{}, 'SL-001'],
    [{ filename: 5 }, 'SL-002'],
  ])('refuses %j with %s, in errors and messages', (input, code) => {
    const told = SharedLists.validateFilename(input as never);
    expect(told).toMatchObject({ valid: false, status: false, name: null, version: null, hash: null });
    expect(told.errors).toEqual([expect.stringMatching(new RegExp(`^${code}: `))]);
    expect(told.messages).toEqual(told.errors);
  });
});

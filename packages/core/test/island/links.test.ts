// Nothing in an island is read or written through a symbolic or hard link, and no path leads out of it.
import { constants as bufferConstants } from 'node:buffer';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/island/files.js';
import { Folder, Island } from '../../src/island/island.js';
import { GradingError } from '../../src/problems/problem.js';

let fixture: FsFixture;
let island: Island;
/** A file that an attacker wants to be read or overwritten. */
let outside: string;

beforeEach(async () => {
  fixture = await createFixture({
    'outside.txt': 'not of the island',
    outside: { 'inner.txt': 'neither is this' },
    island: { providers: { demo: { 'index.json': '{}' } } },
  });
  island = new Island(fixture.getPath('island'));
  outside = fixture.getPath('outside.txt');
});
afterEach(() => fixture.rm());

const at = (path: string) => join(island.root, path);

function refusal(run: () => unknown): { code: string; file: string | undefined } {
  try {
    run();
  } catch (error) {
    if (error instanceof GradingError) return { code: error.problem.code, file: error.problem.where?.file };
    throw error;
  }
  throw new Error('it was let through');
}

const WAYS: Record<string, (path: string) => unknown> = {
  read: (path) => island.readBytes(path),
  create: (path) => island.create(path, 'mine'),
  replace: (path) => island.replace(path, 'mine'),
  append: (path) => island.append(path, 'mine', 'quick'),
};
const LINKS: Record<string, (from: string, to: string) => void> = {
  symbolic: (from, to) => symlinkSync(from, to),
  hard: (from, to) => linkSync(from, to),
};
const EACH = Object.keys(LINKS).flatMap((link) => Object.keys(WAYS).map((way) => [way, link] as const));

describe('a file', () => {
  it.each(EACH)('is refused: %s through a %s link', (way, link) => {
    const path = 'providers/demo/state.json';
    LINKS[link]?.(outside, at(path));
    expect(refusal(() => WAYS[way]?.(path))).toEqual({ code: 'ISL-006', file: path });
    expect(readFileSync(outside, 'utf8')).toBe('not of the island');
  });

  it('that is too long for a string is refused by name, and not read', () => {
    const path = 'providers/demo/index.json';
    truncateSync(at(path), bufferConstants.MAX_STRING_LENGTH + 1);
    expect(refusal(() => island.readText(path))).toEqual({ code: 'ISL-006', file: path });
  });

  it('that two processes create at the same time is readable: its second name is one of ours', () => {
    const path = 'providers/demo/one.json';
    island.create(path, 'whole');
    linkSync(at(path), at('providers/demo/.tmp-1-left-behind'));
    expect(island.readText(path)).toBe('whole');
    linkSync(at(path), fixture.getPath('taken.txt'));
    expect(refusal(() => island.readText(path)).code).toBe('ISL-006');
  });

  it('that is a folder or missing is reported as before', () => {
    expect(refusal(() => island.readText('providers/demo')).code).toBe('ISL-006');
    expect(island.readText('providers/demo/none.json')).toBeNull();
    expect(island.readText('providers/none/none.json')).toBeNull();
  });

  it('is read whole, whatever its size', () => {
    for (const size of [0, 1, 65_536, 300_001]) {
      const bytes = Buffer.alloc(size, 'x');
      writeFileSync(at('big'), bytes);
      expect(island.readBytes('big')?.equals(bytes)).toBe(true);
    }
  });
});

describe('a folder', () => {
  it.each(Object.keys(WAYS))('that is a link is not entered: %s', (way) => {
    symlinkSync(fixture.getPath('outside'), at('providers/linked'));
    for (const path of ['providers/linked/inner.txt', 'providers/linked/deep/er.txt']) {
      expect(refusal(() => WAYS[way]?.(path))).toEqual({ code: 'ISL-006', file: 'providers/linked' });
    }
    expect(readdirSync(fixture.getPath('outside'))).toEqual(['inner.txt']);
  });

  it('that is a link is not listed, created, moved or discarded', () => {
    symlinkSync(fixture.getPath('outside'), at('providers/linked'));
    mkdirSync(at('mine'));
    const ways = [
      () => island.list('providers/linked'),
      () => island.makeFolder('providers/linked/new'),
      () => island.moveFolder('mine', 'providers/linked/mine'),
      () => island.discardFolder('providers/linked/inner.txt'),
    ];
    for (const way of ways) expect(refusal(way).code).toBe('ISL-006');
    expect(readdirSync(fixture.getPath('outside'))).toEqual(['inner.txt']);
  });

  it('above the island may be a link: its owner chooses the place', () => {
    symlinkSync(fixture.getPath('island'), fixture.getPath('shortcut'));
    const through = new Island(fixture.getPath('shortcut'));
    expect(through.readText('providers/demo/index.json')).toBe('{}');
    through.replace('providers/demo/index.json', '[]');
    expect(island.readText('providers/demo/index.json')).toBe('[]');
  });

  it('is checked once, however many of its files are read, and never if a listing already showed what it is', () => {
    const asked: string[] = [];
    const kind = (path: string) => {
      asked.push(path);
      return nodeFiles.kind(path);
    };
    const files = { ...nodeFiles, kind };
    const counted = new Folder(island.root, files);
    for (let nth = 0; nth < 5; nth += 1) counted.readText('providers/demo/index.json');
    expect(asked).toEqual([at('providers'), at('providers/demo')]);
    asked.length = 0;
    const listed = new Folder(island.root, files);
    listed.list('');
    listed.list('providers');
    listed.readText('providers/demo/index.json');
    expect(asked).toEqual([]);
  });

  it('that becomes a link between two commands is refused by the second', () => {
    island.readText('providers/demo/index.json');
    renameSync(at('providers/demo'), fixture.getPath('moved'));
    symlinkSync(fixture.getPath('moved'), at('providers/demo'));
    expect(refusal(() => new Island(island.root).readText('providers/demo/index.json')).code).toBe('ISL-006');
  });
});

describe('a path', () => {
  it.each(['../outside.txt', 'providers/../../outside.txt', '/etc/hostname', 'a\0b', '..'])(
    '%j does not leave the island',
    (path) => {
      for (const way of Object.values(WAYS)) expect(refusal(() => way(path)).code).toBe('ISL-007');
      expect(refusal(() => island.list(path)).code).toBe('ISL-007');
      expect(existsSync(fixture.getPath('a'))).toBe(false);
    },
  );

  it('with a part that only begins with two dots is allowed', () => {
    island.create('..x/y', 'z');
    expect(island.readText('..x/y')).toBe('z');
  });
});

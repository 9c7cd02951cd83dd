// What is read between two writes is the same with fewer looks at the disk.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../src/island/disk.js';
import { createFiles } from '../../src/island/files.js';
import { Folder } from '../../src/island/island.js';
import { GradingError } from '../../src/problems/problem.js';

const name = fc.constantFrom('a', 'b');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const step = fc.record({ way: fc.constantFrom('list', 'kind', 'readText', 'write', 'makeFolder'), path });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(folder: Folder, { way, path: at }: Step, turn: number): unknown {
  try {
    if (way === 'list') return folder.list(at);
    if (way === 'kind') return folder.kind(at);
    if (way === 'readText') return folder.readText(at);
    return way === 'makeFolder' ? folder.makeFolder(at) : folder.replace(at, String(turn), 'quick');
  } catch (error) {
    if (error instanceof GradingError) return error.problem.code;
    throw error;
  }
}

test('reads and writes give the same with and without', async () => {
  await using fixture = await createFixture({});
  let run = 0;
  fc.assert(
    fc.property(
      fc.array(path),
      fc.option(path),
      fc.array(step, { minLength: 1, maxLength: 20 }),
      (files, link, steps) => {
        const results = ['plain', 'once'].map((kind) => {
          const root = fixture.getPath(`${kind}-${run}`);
          mkdirSync(root);
          for (const file of files) makeUnlessTaken(join(root, `${file}/d`), (at) => writeFileSync(at, file));
          if (link) makeUnlessTaken(join(root, link), (at) => symlinkSync(fixture.getPath(''), at));
          const folder = new Folder(root);
          const all = () => steps.map((one, turn) => take(folder, one, turn));
          return kind === 'plain' ? all() : folder.withListings(all);
        });
        run += 1;
        expect(results[1]).toEqual(results[0]);
      },
    ),
    { numRuns: 300 },
  );
});

function makeUnlessTaken(at: string, make: (at: string) => void): void {
  mkdirSync(join(at, '..'), { recursive: true });
  try {
    make(at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

test('each folder is listed once, and nothing is looked for that is not there', async () => {
  await using fixture = await createFixture({ demo: { tools: { one: { 'a.json': '{}' } } } });
  const steps: string[] = [];
  const count = <K extends 'read' | 'list' | 'kind'>(way: K) => ({
    [way]: (at: string) => {
      steps.push(`${way} ${at.slice(folder.root.length + 1)}`);
      return nodeDisk[way](at);
    },
  });
  const disk = { ...nodeDisk, ...count('read'), ...count('list'), ...count('kind') };
  const folder = new Folder(fixture.path, createFiles(disk));
  folder.withListings(() => {
    expect(folder.listFolders('demo')).toEqual(['tools']);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(folder.readText('demo/tools/one/a.json')).toBe('{}');
      expect(folder.readText('demo/tools/one/b.json')).toBeNull();
      expect(folder.list('demo/tools/two/_gradings')).toEqual([]);
      expect(folder.kind('demo/skills/three')).toBeNull();
    }
  });
  const read = 'read demo/tools/one/a.json';
  expect(steps).toEqual(['kind demo', 'list demo', 'list demo/tools', 'list demo/tools/one', read, read]);
  folder.list('demo');
  expect(steps.at(-1)).toBe('list demo');
});

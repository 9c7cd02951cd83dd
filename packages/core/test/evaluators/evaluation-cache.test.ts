// The cache of answers: hits, misses, detected damage, names that reveal nothing, and a disk that refuses.
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Asked,
  type EvaluationCache,
  openEvaluationCache,
  storedEvaluation,
} from '../../src/evaluators/evaluation-cache.js';
import type { Problem } from '../../src/problems/problem.js';

const ASKED: Asked = {
  evaluator: 'http x',
  question: { candidate: '../../etc/passwd', _protocol_version: 2 },
};
const ANSWER = { score: 0.25, sideInfo: { reasoning: 'so', '1': [null, -0.5, 'ü'] } };

let fixture: FsFixture;
let folder: string;
let warnings: Problem[];
let cache: EvaluationCache;

beforeEach(async () => {
  fixture = await createFixture({});
  folder = fixture.getPath('deep/cache');
  warnings = [];
  cache = await openEvaluationCache({ folder, onWarning: (warning) => warnings.push(warning) });
});
afterEach(() => fixture.rm());

const read = (asked = ASKED) => cache.read(asked, storedEvaluation);
const onlyFile = () => {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
};

describe('an answer', () => {
  it('is returned as it was stored', async () => {
    expect(await read()).toBeNull();
    await cache.write(ASKED, ANSWER);
    expect(await read()).toEqual(ANSWER);
    expect(warnings).toEqual([]);
  });

  it('is found again whatever the order of keys, and by another process with the same folder', async () => {
    await cache.write(ASKED, ANSWER);
    const other = await openEvaluationCache({ folder, onWarning: () => undefined });
    const question = { _protocol_version: 2, candidate: '../../etc/passwd' };
    expect(await other.read({ ...ASKED, question }, storedEvaluation)).toEqual(ANSWER);
  });

  it.each<[string, Asked]>([
    ['evaluator', { ...ASKED, evaluator: 'http y' }],
    ['question', { ...ASKED, question: { candidate: 'x' } }],
    ['boundary between the two', { evaluator: '', question: { ...ASKED } }],
  ])('for another %s is a miss', async (_, asked) => {
    await cache.write(ASKED, ANSWER);
    expect(await read(asked)).toBeNull();
  });

  it('is in one file, named by a hash and readable only by its owner', async () => {
    await cache.write(ASKED, ANSWER);
    await cache.write(ASKED, { ...ANSWER, score: 0.5 });
    expect(onlyFile()).toMatch(/[/\\][0-9a-f]{64}\.json$/);
    expect(await read()).toMatchObject({ score: 0.5 });
  });

  it('may have another shape, which its reader validates', async () => {
    await cache.write(ASKED, ['a', 'list']);
    expect(await cache.read(ASKED, (stored) => (Array.isArray(stored) ? stored : null))).toEqual([
      'a',
      'list',
    ]);
    expect(await read()).toBeNull();
    expect(warnings.map(({ code }) => code)).toEqual(['EVL-052']);
  });
});

describe('a damaged entry is a reported miss', () => {
  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, 90)],
    ['another score', (text) => text.replace('0.25', '0.95')],
    ['another format', (text) => text.replace('cache/1', 'cache/9')],
    ['another key', (text) => text.replace(/"key":"./, '"key":"z')],
    ['a list', () => '[]'],
    ['too large', (text) => text + ' '.repeat(9_000_000)],
  ])('%s', async (_, damage) => {
    await cache.write(ASKED, ANSWER);
    const file = onlyFile();
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    expect(await read()).toBeNull();
    expect(warnings).toMatchObject([{ code: 'EVL-052', severity: 'warning', where: { file } }]);
    await cache.write(ASKED, ANSWER);
    expect(await read()).toEqual(ANSWER);
  });

  it('a link, wherever it leads', async () => {
    await cache.write(ASKED, ANSWER);
    const file = onlyFile();
    const elsewhere = fixture.getPath('elsewhere.json');
    writeFileSync(elsewhere, readFileSync(file));
    await fixture.rm('deep/cache/'.concat(file.slice(folder.length + 1)));
    symlinkSync(elsewhere, file);
    expect(await read()).toBeNull();
    expect(warnings.map(({ code }) => code)).toEqual(['EVL-052']);
  });
});

describe('an unusable folder', () => {
  it('is refused before any call', async () => {
    writeFileSync(fixture.getPath('file'), '');
    for (const name of ['file', 'file/below']) {
      const opened = openEvaluationCache({ folder: fixture.getPath(name), onWarning: () => undefined });
      await expect(opened).rejects.toMatchObject({ problem: { code: 'EVL-051' } });
    }
  });

  it('is reported once if it vanishes later, and the run continues', async () => {
    await fixture.rm('deep/cache');
    writeFileSync(folder, '');
    await cache.write(ASKED, ANSWER);
    await cache.write({ ...ASKED, evaluator: 'b' }, ANSWER);
    expect(warnings.map(({ code }) => code)).toEqual(['EVL-053']);
  });
});

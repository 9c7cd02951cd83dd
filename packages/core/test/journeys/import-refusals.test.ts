// A refused import writes nothing, runs nothing and gives the reason.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/problems/error-codes.js';
import { pathsOf } from './island-tree.js';
import { providerFiles, schemaText } from './provider-sources.js';
import { codesOf, openWorkplace } from './workplace.js';

/** A valid `main`, with a top-level statement that must never run. */
function withTopLevel(code: string): string {
  return `${code}\n${schemaText({ name: 'harmless' })}`;
}

describe('nothing is written', () => {
  it('if a folder names two namespaces (IMP-005)', async () => {
    await using place = await openWorkplace({
      demo: { ...providerFiles(), 'other.mjs': schemaText({ namespace: 'other' }) },
    });
    for (const keepGoing of [false, true]) {
      const { status, results, errors } = await place.import('demo', { keepGoing });
      expect([status, results]).toEqual([false, []]);
      expect(codesOf(errors)).toEqual(['IMP-005']);
      expect(errors[0]?.args).toEqual({ count: 2, found: 'demo, other' });
    }
    expect(existsSync(place.root)).toBe(false);
  });

  it('if one file is invalid: every problem of every file is listed', async () => {
    await using place = await openWorkplace({
      demo: {
        ...providerFiles(),
        'bad.mjs': schemaText({ description: '', version: '5.2.0' }),
        'cut.mjs': (providerFiles()['alpha.mjs'] ?? '').slice(0, 400),
        'worse.mjs': schemaText({ root: 'ftp://example.org' }),
      },
    });
    const { status, results, errors } = await place.import();
    expect([status, results]).toEqual([false, []]);
    const found = errors.map(({ code, where }) => [code, where?.file?.split('/').at(-1)]);
    expect(found).toContainEqual(['VAL014', 'bad.mjs']);
    expect(found.filter(([, file]) => file === 'bad.mjs').length).toBeGreaterThan(1);
    expect(found).toContainEqual(['SRC-001', 'cut.mjs']);
    expect(found.some(([, file]) => file === 'worse.mjs')).toBe(true);
    expect(existsSync(place.root)).toBe(false);
  });

  it('by a dry run, which reports the same', async () => {
    await using place = await openWorkplace();
    const planned = await place.import('demo', { dryRun: true });
    expect(existsSync(place.root)).toBe(false);
    const done = await place.import();
    expect(planned).toEqual({ ...done, dryRun: true });
    const before = place.tree();
    place.wait();
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed' }));
    await place.fixture.rm('demo/beta.mjs');
    const again = await place.import('demo', { dryRun: true });
    expect(again.results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha']);
    expect(place.tree()).toEqual(before);
  });

  it('if index.json is damaged: reported before anything else (IDX-011)', async () => {
    await using place = await openWorkplace();
    await place.import();
    await place.write('island/providers/demo/index.json', '{"indexVersion": 2');
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed' }));
    const before = place.tree();
    const { status, errors } = await place.import();
    expect([status, codesOf(errors)]).toEqual([false, ['IDX-011']]);
    expect(place.tree()).toEqual(before);
  });

  it('if the member list is damaged: an error, not a warning (IDX-012)', async () => {
    await using place = await openWorkplace();
    await place.import();
    const [members = ''] = pathsOf(place.tree(), '/members--');
    await place.write(`island/${members}`, '{"schemas": null}');
    const before = place.tree();
    const { status, errors } = await place.import();
    expect([status, codesOf(errors), errors[0]?.where?.file]).toEqual([false, ['IDX-012'], members]);
    expect(place.tree()).toEqual(before);
  });
});

describe('--keep-going', () => {
  it('imports valid files and lists the others', async () => {
    await using place = await openWorkplace({
      demo: { ...providerFiles(), 'bad.mjs': schemaText({ version: '5.0.0' }) },
    });
    const { status, results, errors } = await place.import('demo', { keepGoing: true });
    expect(status).toBe(false);
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha', 'beta', 'gamma']);
    expect(results[0]?.rejected.map(({ file }) => file.split('/').at(-1))).toEqual(['bad.mjs']);
    expect(results[0]?.rejected[0]?.errors).toEqual(errors);
    expect(Object.keys(place.index().schemas)).toEqual(['alpha', 'beta', 'gamma']);
  });

  it('a member that no longer passes stays unchanged', async () => {
    await using place = await openWorkplace();
    await place.import();
    const before = place.index();
    place.wait();
    await place.write('demo/beta.mjs', schemaText({ version: '5.0.0' }));
    await place.import('demo', { keepGoing: true });
    expect(place.index()).toEqual(before);
  });

  it('continues with the next folder', async () => {
    await using place = await openWorkplace({
      'all/bad': { 'bad.mjs': 'export const main = {' },
      'all/demo': providerFiles(),
    } as never);
    for (const keepGoing of [false, true]) {
      const { status, results, errors } = await place.import('all', { keepGoing });
      expect([status, codesOf(errors)]).toEqual([false, ['SRC-001']]);
      expect(results).toMatchObject([{ namespace: 'demo' }]);
    }
  });
});

describe('sources are never run', () => {
  it.each([
    ['an endless loop', 'for (;;) {}'],
    ['process.exit', 'process.exit(3);'],
    ['a throw', "throw new Error('ran');"],
    ['a top-level await', 'await new Promise(() => {});'],
  ])('%s has no effect', async (_, code) => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': withTopLevel(code) } });
    const { status, results } = await place.import();
    expect(status).toBe(true);
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha']);
  });

  it('a file that it would write does not exist', async () => {
    await using place = await openWorkplace({ demo: {} });
    const mark = place.path('ran.txt');
    await place.write(
      'demo/alpha.mjs',
      withTopLevel(
        `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, 'ran');\nglobalThis.ran = true;`,
      ),
    );
    expect((await place.import()).status).toBe(true);
    place.origin = 'http://127.0.0.1:1';
    await place.emit('demo', { offline: true });
    expect(existsSync(mark)).toBe(false);
    expect(globalThis).not.toHaveProperty('ran');
  });

  it('a value that would have to be computed is refused with its place', async () => {
    const text = schemaText().replace('"Demo"', 'Date.now().toString()');
    await using place = await openWorkplace({ demo: { 'alpha.mjs': text } });
    const { errors } = await place.import();
    expect(errors[0]).toMatchObject({ code: 'SRC-002', where: { line: 3, column: 11 } });
  });
});

describe('the refusal', () => {
  it('of a v3 schema: SRC-011 and the command that migrates it', async () => {
    await using place = await openWorkplace({ demo: { 'old.mjs': schemaText({ version: '3.0.0' }) } });
    const { errors } = await place.import();
    expect(codesOf(errors)).toEqual(['SRC-011']);
    const [found] = errors;
    if (!found) throw new Error('no problem');
    expect(describeProblem(found).hint).toMatch(/flowmcp migrate/);
    expect(found.where?.line).toBe(5);
  });

  it('of a truncated file: a syntax error with its line', async () => {
    const whole = schemaText();
    const cut = whole.slice(0, whole.indexOf('"terms') > 0 ? whole.indexOf('"terms') : 300);
    await using place = await openWorkplace({ demo: { 'cut.mjs': cut } });
    const { errors } = await place.import();
    expect(codesOf(errors)).toEqual(['SRC-001']);
    expect(errors[0]?.where?.line).toBe(cut.split('\n').length);
  });
});

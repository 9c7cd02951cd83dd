// A computed main is imported only on request; its evaluated value is stored beside the snapshot and checked by its
// hash.
import { describe, expect, it } from 'vitest';
import { validateSources } from '../../src/features/import/validate.js';
import { pathsOf } from './island-tree.js';
import { schemaMain } from './provider-sources.js';
import { codesOf, openWorkplace } from './workplace.js';

const COMPUTED = `const main = JSON.parse( ${JSON.stringify(JSON.stringify(schemaMain()))} )\nexport { main }\n`;
const SNAPSHOT = 'providers/demo/alpha/schema/alpha--2026-03-01T10-00-00Z--';

function openComputed() {
  return openWorkplace({ demo: { 'alpha.mjs': COMPUTED } });
}

describe('a schema whose main is computed', () => {
  it('is refused without the option, which the hint names', async () => {
    await using place = await openComputed();
    const { status, errors } = await place.import();
    expect([status, codesOf(errors)]).toEqual([false, ['SRC-002']]);
    expect(place.tree()).toEqual(new Map());
  });

  it('is imported with --evaluate sandbox, and the result, a note and its own file show that', async () => {
    await using place = await openComputed();
    const { status, results } = await place.import('demo', { evaluate: 'sandbox' });
    expect(status).toBe(true);
    const [imported] = results[0]?.imported ?? [];
    expect(imported).toMatchObject({ schema: 'alpha', evaluated: true });
    expect(codesOf(results[0]?.warnings ?? [])).toContain('SBX-002');
    const stem = `${SNAPSHOT}${imported?.hash}`;
    expect(pathsOf(place.tree(), 'alpha/schema/')).toEqual([`${stem}.main.json`, `${stem}.mjs`]);
    expect(place.island().readText(`${stem}.mjs`)).toBe(COMPUTED);
    expect(place.json(`${stem}.main.json`)).toEqual({
      engine: expect.stringMatching(/^quickjs-emscripten \d/),
      sourceSha256: place.index().schemas.alpha?.snapshot?.fileSha256,
      main: schemaMain(),
    });
    expect(Object.keys(place.index().schemas.alpha?.tools ?? {})).toEqual(['getItems', 'findItems']);
  });

  it('can be read by later commands without an option or a run', async () => {
    await using place = await openComputed();
    await place.import('demo', { evaluate: 'sandbox' });
    place.wait();
    const again = await place.import('demo', { evaluate: 'sandbox' });
    expect(again.results[0]?.imported).toEqual([]);
    const { results } = await place.emit('demo', { offline: true });
    expect(results[0]?.blocked.map(({ reason }) => reason)).toContain('not tested (offline)');
  });

  it.each([
    ['is gone', null],
    [
      'says something else',
      JSON.stringify({ engine: 'x', sourceSha256: 'x', main: { ...schemaMain(), name: 'X' } }),
    ],
    ['is damaged', '{"main":'],
  ])('is unreadable if its file %s', async (_, text) => {
    await using place = await openComputed();
    const { results } = await place.import('demo', { evaluate: 'sandbox' });
    const file = `island/${SNAPSHOT}${results[0]?.imported[0]?.hash}.main.json`;
    if (text === null) await place.fixture.rm(file);
    await place.write(text === null ? 'island/providers/demo/x.txt' : file, text ?? '');
    await place.fixture.rm('island/providers/demo/index.json');
    await place.rebuild();
    expect(place.index().schemas.alpha).toMatchObject({ status: 'blocked', reason: 'snapshot unreadable' });
  });

  it('does not run a literal beside it, which is read as usual', async () => {
    await using place = await openWorkplace();
    const { results } = await place.import('demo', { evaluate: 'sandbox' });
    expect(results[0]?.imported.map((imported) => 'evaluated' in imported)).toEqual([false, false, false]);
    expect(pathsOf(place.tree(), '.main.json')).toEqual([]);
  });
});

it('is also run by validate with the option', async () => {
  await using place = await openComputed();
  const paths = [place.path('demo')];
  expect((await validateSources({ paths })).status).toBe(false);
  const { status, results } = await validateSources({ paths, evaluate: 'sandbox' });
  expect([status, codesOf(results[0]?.problems ?? [])]).toEqual([true, ['VAL027', 'GATE-024', 'SBX-002']]);
});

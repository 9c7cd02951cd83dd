// Readings of snapshots are kept by the commands that believe them, and by no others; verify finds one that was edited.
import { describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { exportTargets } from '../../src/features/export/run.js';
import { gateGrades } from '../../src/features/gate/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { rebuildTargets } from '../../src/features/rebuild/run.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { sha256 } from '../../src/spec/hash.js';
import { placeEvaluatedMain } from '../../src/target/load-namespace.js';
import { pathsOf, readTree } from './island-tree.js';
import { schemaMain, schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

const INDEX = 'providers/demo/index.json';
const SOURCE = schemaText(
  { name: 'alpha', tools: { getItems: toolAt('/ok') } },
  'export const handlers = () => ( {} )\n',
);
const openDemo = () => openWorkplace({ demo: { 'alpha.mjs': SOURCE } });

const READINGS = '.cache/readings';
const readingsOf = (place: Workplace) =>
  place
    .island()
    .listFiles(READINGS)
    .map((name) => `${READINGS}/${name}`);
const named = (place: Workplace) => ({ island: place.island(), targets: ['demo'], now: () => place.now });

/** Edits the only reading, and gives it the digest that it then has: it says that the handlers write to main. */
async function forge(place: Workplace): Promise<string> {
  const [path = ''] = readingsOf(place);
  const text = (place.island().readText(path) ?? '').replace('"writesTo":null', '"writesTo":"main.tools"');
  const content = text.slice(text.indexOf(',') + 1);
  await place.write(`island/${path}`, `{"sha256":"${sha256(content)}",${content}`);
  return path;
}

async function report(place: Workplace): Promise<string> {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  await reportGrades({
    ...named(place),
    format: 'json',
    folders: { root: '/', home: '/home/nobody' },
    write,
  });
  return text;
}

const BELIEVING: Record<string, (place: Workplace) => Promise<unknown>> = {
  rebuild: async (place) => {
    await place.rebuild();
    return place.index();
  },
  explain: (place) => explainGrades(named(place)),
  // Derives an index again that no rebuild left.
  state: async (place) => {
    await place.write(`island/${INDEX}`, JSON.stringify(place.index()));
    return readState(named(place));
  },
  report,
};

const PARSING: Record<string, (place: Workplace) => Promise<unknown>> = {
  import: async (place) => [await place.import(), place.index()],
  emit: async (place) => [await place.emit('demo', { offline: true }), place.index()],
  plan: (place) => planGrading(named(place)),
  gate: (place) => gateGrades({ ...named(place), minGrade: 'C' }),
  export: (place) => exportTargets({ ...named(place), exportRoot: place.path('out') }),
};

describe('a reading that was edited and has the right digest', () => {
  it.each(Object.keys({ ...BELIEVING, ...PARSING }))(
    'is believed only where nothing leaves the island: %s',
    async (name) => {
      await using place = await openDemo();
      await place.import();
      await place.rebuild();
      await forge(place);
      const shown = JSON.stringify(await { ...BELIEVING, ...PARSING }[name]?.(place));
      expect(shown.includes('writes to main.tools')).toBe(name in BELIEVING);
    },
  );

  it('is found by verify, which moves it away and derives the index again', async () => {
    await using place = await openDemo();
    await place.import();
    await place.rebuild();
    const index = place.island().readText(INDEX);
    const file = await forge(place);
    await place.rebuild();
    const found = await verifyTargets(named(place));
    expect(found.errors.map(({ code, where }) => [code, where?.file])).toEqual([
      ['VFY-139', file],
      ['VFY-082', INDEX],
    ]);
    place.wait();
    const repaired = await verifyTargets({ ...named(place), repair: true });
    expect(repaired).toMatchObject({
      status: true,
      results: [{ repaired: [{ kind: 'moved', file }, { kind: 'derived' }] }],
    });
    const { updatedAt: _, ...after } = place.index();
    expect(JSON.parse(index ?? '')).toMatchObject(after);
  });

  it('is moved away once, where two snapshots have the same bytes', async () => {
    await using place = await openDemo();
    for (const source of [SOURCE, SOURCE.replace('demonstration', 'changed'), SOURCE]) {
      place.wait();
      await place.write('demo/alpha.mjs', source);
      await place.import();
    }
    await place.rebuild();
    const file = await forge(place);
    place.wait();
    const repaired = await verifyTargets({ ...named(place), repair: true });
    expect(repaired).toMatchObject({ status: true, results: [{ repaired: [{ kind: 'moved', file }] }] });
  });

  it('is found beside a snapshot that cannot be read', async () => {
    await using place = await openDemo();
    await place.import();
    await place.rebuild();
    const [snapshot = ''] = pathsOf(place.tree(), '/schema/');
    const [reading = ''] = readingsOf(place);
    const [whole, half] = [SOURCE, SOURCE.slice(0, 40)];
    await place.write(`island/${snapshot}`, half);
    await place.write(
      `island/${reading.replace(sha256(whole), sha256(half))}`,
      place.island().readText(reading) ?? '',
    );
    expect(codesOf((await verifyTargets(named(place))).errors)).toEqual([
      'VFY-011',
      'VFY-139',
      'VFY-094',
      'VFY-082',
    ]);
  });
});

describe('kept readings', () => {
  it('are kept by the commands that believe them alone, and verify finds nothing about them, whatever they hold', async () => {
    for (const [name, command] of Object.entries({ ...BELIEVING, ...PARSING })) {
      await using place = await openDemo();
      await place.import();
      await command(place);
      expect([name, readingsOf(place).length]).toEqual([name, name in BELIEVING ? 1 : 0]);
      const [reading] = readingsOf(place);
      if (!reading) continue;
      await place.rebuild();
      await place.write(`island/${reading}`, 'edited');
      await place.write('island/.cache/readings/.tmp-1-x', '');
      const found = await verifyTargets({ ...named(place), all: true });
      expect([name, found.errors, found.results.flatMap(({ warnings }) => warnings)]).toEqual([name, [], []]);
    }
  });

  it('are not exported', async () => {
    await using place = await openDemo();
    await place.import();
    await place.rebuild();
    await exportTargets({ ...named(place), exportRoot: place.path('out') });
    const exported = pathsOf(readTree(place.path('out')));
    expect(exported.some((path) => path.endsWith('alpha.mjs'))).toBe(true);
    expect(exported.filter((path) => /cache|reading/.test(path))).toEqual([]);
  });

  it('are those of the current snapshots after a rebuild of all', async () => {
    await using place = await openDemo();
    await place.import();
    await place.rebuild();
    const before = readingsOf(place);
    place.wait();
    await place.write('demo/alpha.mjs', SOURCE.replace('demonstration', 'changed'));
    await place.import();
    await place.rebuild();
    expect(readingsOf(place)).toEqual(expect.arrayContaining(before));
    expect(readingsOf(place)).toHaveLength(2);
    await rebuildTargets({ ...named(place), targets: [], all: true });
    expect(readingsOf(place)).toHaveLength(1);
    expect(readingsOf(place)).not.toEqual(before);
  });

  it('hold no main that had to run', async () => {
    await using place = await openDemo();
    await place.import();
    const [snapshot = ''] = pathsOf(place.tree(), '/schema/');
    const main = schemaMain({ name: 'alpha', tools: { getItems: toolAt('/ok') } });
    const text = `export const main = make()\n${SOURCE.replace('export const main', 'const other')}`;
    const { path, bytes } = placeEvaluatedMain(snapshot, Buffer.from(text), main);
    await place.write(`island/${snapshot}`, text);
    await place.write(`island/${path}`, bytes);
    await place.rebuild();
    expect(Object.keys(place.index().schemas.alpha?.tools ?? {})).toEqual(['getItems']);
    expect(readingsOf(place)).toEqual([]);
  });
});

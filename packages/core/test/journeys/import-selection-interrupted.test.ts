// An import of a selection that dies at any operation leaves a working one, and the next import completes it.
import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSelection } from '../../src/target/load-selection.js';
import { FailingFiles } from './failing-files.js';
import { contentOf, pathsOf } from './island-tree.js';
import {
  ABOUT,
  definitionOf,
  importAll,
  openQuarry,
  selectionFiles,
  skillText,
} from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let place: Workplace & AsyncDisposable;
let operations: readonly string[];
let whole: Record<string, string>;

/** Restores the island to its state before the interrupted import. */
function goBack(): void {
  rmSync(place.root, { recursive: true, force: true });
  cpSync(place.path('kept'), place.root, { recursive: true, preserveTimestamps: true });
}

beforeAll(async () => {
  place = await openQuarry();
  await importAll(place);
  cpSync(place.root, place.path('kept'), { recursive: true, preserveTimestamps: true });
  place.wait();
  const changed = {
    ...selectionFiles({
      name: 'Pebbles',
      skills: ['find-stones', 'new'].map((name) => ({ file: `skills/${name}.mjs` })),
    }),
    'skills/find-stones.mjs': skillText('find-stones', 'L2'),
    'skills/new.mjs': skillText('new', 'L3'),
    'resources/stones-about.md': `${ABOUT}More.\n`,
  };
  for (const [name, text] of Object.entries(changed)) await place.write(`stones/${name}`, text);
  await place.fixture.rm('stones/skills/sort-stones.mjs');
  const files = new FailingFiles();
  await importAll(place, ['stones'], { island: place.island(files) });
  operations = files.tried;
  whole = contentOf(place.tree());
});
afterAll(() => place[Symbol.asyncDispose]());

it('has operations to stop at: About, skills, definition, journal, index, in this order', () => {
  const written = operations.filter((one) => /^create .*--|^append|^replace .*index/.test(one));
  const order = ['about--', 'find-stones--', 'new--', '/selection/stones--', 'audit.jsonl', 'index.json'];
  expect(order.map((part) => written.findIndex((one) => one.includes(part)))).toEqual(
    order.map((_, at) => at),
  );
});

it('is reported, leaves the old or the new state, and the next import ends like an uninterrupted one', async () => {
  for (let k = 1; k <= operations.length; k++) {
    goBack();
    const { status, results, errors } = await importAll(place, ['stones'], {
      island: place.island(new FailingFiles(k)),
    });
    expect([k, status, results, codesOf(errors)]).toEqual([k, false, [], ['ISL-001']]);
    const left = loadSelection(place.island(), 'stones');
    expect(['Stones', 'Pebbles']).toContain(left?.definition.name);
    expect(left?.skills).toHaveLength(definitionOf().skills.length);
    expect(left?.skills.filter(({ source }) => source === null)).toEqual([]);
    await importAll(place, ['stones']);
    expect(pathsOf(place.tree())).toEqual(Object.keys(whole));
    expect(contentOf(place.tree())).toEqual(whole);
  }
});

// Exports get a new folder and plain names, and touch neither the source nor an earlier export.
import { describe, expect, it } from 'vitest';
import { exportTargets } from '../../../src/features/export/run.js';
import { contentOf, readTree } from '../../journeys/island-tree.js';
import { openWorkplace, type Workplace } from '../../journeys/workplace.js';

function exportInto(place: Workplace, folder: string) {
  const exportRoot = place.path(folder);
  return exportTargets({ island: place.island(), exportRoot, targets: ['demo'], now: () => place.now });
}

describe('an export', () => {
  it('into the folder of the sources leaves each of them unchanged', async () => {
    await using place = await openWorkplace();
    await place.import();
    const before = readTree(place.path('demo'));
    const { status } = await exportInto(place, 'demo');
    expect(status).toBe(true);
    const after = readTree(place.path('demo'));
    for (const [path, file] of before) expect(after.get(path), path).toEqual(file);
    expect(after.size).toBeGreaterThan(before.size);
  });

  it('repeated within the same second is written beside the first', async () => {
    await using place = await openWorkplace();
    await place.import();
    const first = (await exportInto(place, 'out')).results[0]?.exportDir ?? '';
    const before = readTree(first);
    const second = (await exportInto(place, 'out')).results[0]?.exportDir ?? '';
    expect(second).not.toBe(first);
    expect(readTree(first)).toEqual(before);
    expect(contentOf(readTree(second))).toEqual(contentOf(before));
  });

  it('contains index.json byte for byte and the current schemas under their plain names', async () => {
    await using place = await openWorkplace();
    await place.import();
    const folder = (await exportInto(place, 'out')).results[0]?.exportDir ?? '';
    const found = contentOf(readTree(folder));
    expect(Object.keys(found)).toEqual([
      'index.json',
      ...['alpha', 'beta', 'gamma'].map((n) => `schemas/${n}.mjs`),
    ]);
    expect(found['index.json']).toBe(place.tree().get('providers/demo/index.json')?.text);
    const sources = contentOf(readTree(place.path('demo')));
    for (const name of ['alpha', 'beta', 'gamma'])
      expect(found[`schemas/${name}.mjs`]).toBe(sources[`${name}.mjs`]);
  });
});

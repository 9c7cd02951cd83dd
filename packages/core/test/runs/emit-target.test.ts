// A run parses each snapshot once, however often its content is needed.
import { expect, it } from 'vitest';
import { emitTarget, openTarget } from '../../src/runs/emit-target.js';
import type { EmitOptions } from '../../src/runs/options.js';
import type { EmitSurroundings } from '../../src/runs/run-context.js';
import { knownSchemas } from '../../src/target/load-namespace.js';
import { MemoryFiles } from '../journeys/memory-files.js';
import { memoryIsland, NOW, providerTarget, putProvider } from '../journeys/selection-island.js';

const SURROUNDINGS: EmitSurroundings = {
  client: null,
  script: { kind: 'script', name: 'test', version: '1' },
  newFence: () => 'fence',
};

/** An island, and the names of the snapshots that were read since the last look. */
function openCounted() {
  const read: string[] = [];
  class CountedFiles extends MemoryFiles {
    override read(path: string): Buffer | null {
      if (path.endsWith('.mjs')) read.push(path.split('/').at(-3) ?? '');
      return super.read(path);
    }
  }
  const island = memoryIsland(new CountedFiles());
  putProvider(island, { namespace: 'amber', schemas: ['one', 'two'] });
  const options: EmitOptions = { island, targets: [], offline: true, now: () => NOW };
  return { options, readNow: () => read.splice(0).sort() };
}

it('reads each snapshot once, and none that the command has read before, with the same result', async () => {
  const target = providerTarget('amber');
  const [once, before] = [openCounted(), openCounted()];
  once.readNow();
  const emitted = await emitTarget(once.options, SURROUNDINGS, target);
  // Facts are recorded with the hash of each file, whose bytes are read for that.
  expect(once.readNow()).toEqual(['one', 'one', 'two', 'two']);

  const opened = openTarget(before.options, SURROUNDINGS, target).before;
  before.readNow();
  const known = 'outline' in opened ? knownSchemas(opened.outline) : {};
  expect(await emitTarget(before.options, SURROUNDINGS, target, known)).toEqual(emitted);
  expect(before.readNow()).toEqual(['one', 'two']);
  const written = ({ options: { island } }: typeof once) =>
    ['index.json', 'lock-snapshot.json', 'one/summary.json'].map((name) =>
      island.readText(`providers/amber/${name}`),
    );
  expect(written(before)).toEqual(written(once));
});

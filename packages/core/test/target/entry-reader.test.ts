// An index is derived from the same entries, whether only the newest of a node or all of them are read.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { entrySettles } from '../../src/grade/history.js';
import { formatJson } from '../../src/island/documents.js';
import { placeOfEntries } from '../../src/island/journal/read-journal.js';
import { readNodeEntries } from '../../src/island/read-namespace.js';
import { createHistoryReader } from '../../src/target/entry-reader.js';
import {
  entryOf,
  entryPath,
  memoryIsland,
  providerTarget,
  putProvider,
  subjectOf,
} from '../journeys/selection-island.js';

const PERSONAS = [
  { basePersonaId: 'decision-maker', lensId: 'general' },
  { basePersonaId: 'ai-engineer', lensId: 'general' },
] as const;

it('reads for an index the same as without a history, including damaged files, and each file once', () => {
  const given = fc.uniqueArray(
    fc.record({
      second: fc.integer({ min: 0, max: 3 }),
      persona: fc.constantFrom(...PERSONAS),
      mode: fc.constantFrom('full' as const, 'partial' as const),
      isDamaged: fc.boolean(),
    }),
    { maxLength: 8, selector: ({ second, persona }) => `${second} ${persona.basePersonaId}` },
  );
  fc.assert(
    fc.property(given, (entries) => {
      const island = memoryIsland();
      putProvider(island, { namespace: 'amber', skills: ['start'] });
      const target = providerTarget('amber');
      const subject = subjectOf(island, target, 'skills.data.start');
      for (const { second, isDamaged, ...more } of entries) {
        const at = `2026-03-02T10-00-0${second}Z`;
        const text = formatJson(entryOf(target, subject, { at, ...more }));
        island.replace(entryPath(target, subject, { at, ...more }), isDamaged ? text.slice(1) : text);
      }
      const reads = vi.spyOn(island, 'readBytes');
      const reader = createHistoryReader(island, 'providers/amber');
      const seen = reader.seen(subject.folder, [subject.area]);
      const { history, problems } = reader.read(subject);
      // The journal is read once too.
      expect(reads).toHaveBeenCalledTimes(entries.length + 1);
      const alone = readNodeEntries(
        placeOfEntries(island, 'providers/amber'),
        subject.folder,
        [subject.area],
        entrySettles,
      );
      expect(seen.entries).toEqual(alone.entries);
      expect([...seen.problems].sort(byFile)).toEqual([...alone.problems].sort(byFile));
      expect(history).toHaveLength(entries.filter(({ isDamaged }) => !isDamaged).length);
      expect(problems).toHaveLength(entries.filter(({ isDamaged }) => isDamaged).length);
    }),
    { numRuns: 200 },
  );
});

function byFile(a: { where?: { file?: string } }, b: { where?: { file?: string } }): number {
  return (a.where?.file ?? '') < (b.where?.file ?? '') ? -1 : 1;
}

// The basis of a grade is the same whether all entries were read, or only the newest ones.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entrySettles, newestFrom } from '../../src/grade/history.js';
import { formatJson } from '../../src/island/documents.js';
import { placeOfEntries } from '../../src/island/journal/read-journal.js';
import { readStoredEntries } from '../../src/island/read-namespace.js';
import { readAllEntries } from '../../src/target/entry-reader.js';
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

it('it equals what is read from the newest entry back, for any order of full, unjudged and partial entries', () => {
  const given = fc.array(
    fc.record({
      second: fc.integer({ min: 0, max: 9 }),
      persona: fc.constantFrom(...PERSONAS),
      mode: fc.constantFrom('full' as const, 'partial' as const),
      answers: fc.constantFrom(99, 0),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(given, (entries) => {
      const island = memoryIsland();
      putProvider(island, { namespace: 'amber', skills: ['start'] });
      const target = providerTarget('amber');
      const subject = subjectOf(island, target, 'skills.data.start');
      for (const { second, ...more } of entries) {
        const at = `2026-03-02T10-00-0${second}Z`;
        island.replace(
          entryPath(target, subject, { at, ...more }),
          formatJson(entryOf(target, subject, { at, ...more })),
        );
      }
      const all = readAllEntries(placeOfEntries(island, 'providers/amber'), subject.folder, [subject.area]);
      const newest = readStoredEntries(
        placeOfEntries(island, 'providers/amber'),
        subject.folder,
        [subject.area],
        entrySettles,
      );
      expect(newestFrom(all.entries)).toEqual(newest.entries);
    }),
    { numRuns: 200 },
  );
});

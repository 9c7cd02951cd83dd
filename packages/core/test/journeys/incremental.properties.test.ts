// For any order of writes: an incrementally built index equals one rebuilt from scratch.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import { formatEntryName, formatTimestamp } from '../../src/island/logic/names.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { hashSchema } from '../../src/spec/hash.js';
import type { NamespaceIndex } from '../../src/spec/index-file.js';
import { type AreaId, GRADES } from '../../src/spec/vocabulary.js';
import { deriveNamespace } from '../../src/target/rebuild/derive-namespace.js';
import { rebuildNamespace } from '../../src/target/rebuild/rebuild.js';
import { MemoryFiles } from './memory-files.js';
import { schemaMain, schemaText, toolAt } from './provider-sources.js';

/** A step for a node: an entry is written, at a free second. */
interface Step {
  readonly place: number;
  readonly second: number;
  readonly mode: 'full' | 'partial';
  readonly grade: GradingEntry['aggregateGrade'];
  /** Whether it is bound to the current content, or to other content. */
  readonly current: boolean;
  /** Whether the index is rebuilt afterwards. */
  readonly rebuild: boolean;
}

const SCHEMAS = ['alpha', 'beta'];
const TOOLS = { getItems: toolAt('/ok') };
const hashes = new Map(
  SCHEMAS.map((schema) => [schema, hashSchema(schemaMain({ name: schema, tools: TOOLS }))]),
);
const hashOf = (schema: string) => hashes.get(schema) ?? '';
const NOW = new Date('2026-03-02T00:00:00Z');

const step: fc.Arbitrary<Step> = fc.record({
  place: fc.nat(5),
  second: fc.nat(500),
  mode: fc.constantFrom('full', 'full', 'partial'),
  grade: fc.constantFrom(...GRADES, 'B', 'REJECTED' as const),
  current: fc.boolean(),
  rebuild: fc.boolean(),
});
/** As the pipeline writes them: in order of time; a partial entry repeats the grade of the last full one. */
const steps = fc
  .uniqueArray(step, { maxLength: 14, selector: ({ second }) => second })
  .map((found) => [...found].sort((a, b) => a.second - b.second));

function freshIsland(): Island {
  const island = new Island('/island', new MemoryFiles());
  for (const schema of SCHEMAS) {
    const file = `${schema}--2026-03-01T00-00-00Z--${hashOf(schema)}.mjs`;
    island.create(`providers/demo/${schema}/schema/${file}`, schemaText({ name: schema, tools: TOOLS }));
  }
  return island;
}

function placeOf(
  at: number,
  namespaceHash: string,
): { folder: string; area: AreaId; hash: string; id: string } {
  const schema = SCHEMAS[at % 2] ?? '';
  if (at < 2)
    return { folder: `${schema}/tools/getItems/`, area: 'single-test', hash: hashOf(schema), id: 'getItems' };
  if (at < 4)
    return { folder: `${schema}/`, area: 'tools-aggregate-schema', hash: hashOf(schema), id: schema };
  const area = at === 4 ? 'tools-aggregate-namespace' : 'namespace-description';
  return { folder: '', area, hash: namespaceHash, id: 'demo' };
}

function writeEntry(
  island: Island,
  { place, second, mode, grade, current }: Step,
  namespaceHash: string,
): void {
  const { folder, area, hash, id } = placeOf(place, namespaceHash);
  const at = new Date(Date.parse('2026-03-01T01:00:00Z') + second * 1000);
  const bound = current ? hash : 'ffffffff';
  const grader = { kind: 'script', name: 'test', version: '1' } as const;
  const entry: GradingEntry = {
    gradingId: `${bound}--${formatTimestamp(at)}--${area}`,
    schemaId: `demo.${id}`,
    area,
    version: 'flowmcp/4.0.0',
    schemaHash: bound,
    gradingMode: mode,
    gradingTier: 'autonomous',
    harness: 'other',
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    gradings: [
      {
        questionId: 'Q-single-test-04',
        score: 3,
        weight: 1,
        determinism: 'non-deterministic',
        graderIdentity: grader,
        timestamp: at.toISOString(),
      },
    ],
    categoricalVeto:
      grade === 'REJECTED'
        ? {
            triggeredBy: 'illegal-content',
            graderIdentity: grader,
            evidence: 'x',
            timestamp: at.toISOString(),
          }
        : null,
    aggregateGrade: grade,
    maxAttainableGrade: 'B',
  };
  const name = formatEntryName({ area, persona: null, timestamp: formatTimestamp(at) });
  island.create(`providers/demo/${folder}_gradings/${name}`, formatJson(entry));
}

const rebuild = (island: Island, reuse: boolean): NamespaceIndex =>
  rebuildNamespace({ island, namespace: 'demo', now: NOW, reuse }).index;

describe('an incrementally built index', () => {
  it('equals one built at the end from all files', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (found, reuse) => {
        const grown = freshIsland();
        const whole = freshIsland();
        const { namespaceHash } = deriveNamespace({ island: grown, namespace: 'demo', now: NOW });
        for (const one of found) {
          writeEntry(grown, one, namespaceHash);
          writeEntry(whole, one, namespaceHash);
          if (one.rebuild) rebuild(grown, reuse);
        }
        expect(rebuild(grown, true)).toEqual(rebuild(whole, false));
        expect(grown.readText('providers/demo/index.json')).toBe(whole.readText('providers/demo/index.json'));
        expect(rebuildNamespace({ island: grown, namespace: 'demo', now: NOW }).changed).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of the files, except for vetoes read in between', () => {
    const shuffled = steps.chain((found) =>
      fc.tuple(fc.constant(found), fc.shuffledSubarray(found, { minLength: found.length })),
    );
    fc.assert(
      fc.property(shuffled, ([inTime, anyhow]) => {
        const [first, second] = [freshIsland(), freshIsland()];
        const { namespaceHash } = deriveNamespace({ island: first, namespace: 'demo', now: NOW });
        for (const one of inTime) writeEntry(first, one, namespaceHash);
        for (const one of anyhow) {
          writeEntry(second, one, namespaceHash);
          if (one.rebuild) rebuild(second, true);
        }
        expect(rebuild(second, false)).toEqual(rebuild(first, true));
      }),
      { numRuns: 150 },
    );
  });

  it('keeps a veto whose entry is gone, until a newer full grading (D24)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GRADES), fc.nat(5), fc.boolean(), (grade, place, lifted) => {
        const files = new MemoryFiles();
        const island = freshIsland();
        const { namespaceHash } = deriveNamespace({ island, namespace: 'demo', now: NOW });
        const base = { place, current: true, rebuild: true, mode: 'full' } as const;
        writeEntry(island, { ...base, second: 1, grade: 'REJECTED' }, namespaceHash);
        const seen = rebuild(island, true);
        // The same island without its entries: only the index remembers.
        const bare = new Island('/island', files);
        for (const schema of SCHEMAS) {
          const file = seen.schemas[schema]?.snapshot?.file;
          const path = `providers/demo/${schema}/schema/${file}`;
          bare.create(path, island.readText(path) ?? '');
        }
        bare.replace('providers/demo/index.json', formatJson(seen));
        writeEntry(bare, { ...base, second: 2, grade, mode: lifted ? 'full' : 'partial' }, namespaceHash);
        expect(rebuild(bare, true).status === 'rejected').toBe(!lifted);
        expect(rebuild(bare, false).status === 'rejected').toBe(!lifted);
      }),
      { numRuns: 60 },
    );
  });
});

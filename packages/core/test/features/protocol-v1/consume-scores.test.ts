// Consuming checks scores, grades, and writes a report per schema; a schema with a fault is left untouched.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EMITTED,
  GRADED,
  PLACES,
  ProtocolPlace,
  placesOf,
  schemaText,
  scoresDocument,
} from './protocol-place.js';

const SLUG = 'demo_prices';
let place: ProtocolPlace;
beforeEach(async () => {
  place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo') });
  await place.emit(['demo']);
  return () => place[Symbol.asyncDispose]();
});

async function consume(document: unknown, now?: Date) {
  await place.write('scores.json', JSON.stringify(document));
  return place.consume(['demo'], 'scores.json', now);
}

describe('consumeProtocolScores', () => {
  it('writes the report of the specification, and every phase of the state', async () => {
    const document = scoresDocument({ slug: SLUG });
    const result = await consume(document);
    const reportPath = place.path(`reports/${SLUG}-2026-05-18.json`);
    expect(result).toEqual({
      status: true,
      mode: 'consume-scores',
      results: [
        {
          schemaId: 'demo/prices',
          schemaIdSlug: SLUG,
          schemaPath: place.path('demo/prices.mjs'),
          schemaHash: place.hash('demo/prices.mjs'),
          grade: 'B',
          score: 3.75,
          reportPath,
          validationPassed: true,
          validationErrors: [],
        },
      ],
      summary: { schemas: 1, graded: 1, failed: 0, mean: 3.75, grades: { A: 0, B: 1, C: 0, D: 0, F: 0 } },
      errors: [],
    });
    const report = place.read(`reports/${SLUG}-2026-05-18.json`);
    expect(report).toEqual({
      schemaId: 'demo/prices',
      schemaIdSlug: SLUG,
      schemaPath: place.path('demo/prices.mjs'),
      schemaHash: place.hash('demo/prices.mjs'),
      date: '2026-05-18',
      grade: 'B',
      score: 3.75,
      scoringProtocol: 'v1',
      creator: document.creator,
      harness: document.harness,
      timestamps: {
        startedAt: EMITTED.toISOString(),
        scoredAt: document.timestamp,
        gradedAt: GRADED.toISOString(),
        reportedAt: GRADED.toISOString(),
      },
      dimensions: document.scores,
      validationPassed: true,
      validationErrors: [],
    });
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate(readShape('report'), report)).toBe(true);
    expect(ajv.validate(readShape('scores'), document)).toBe(true);
    expect(place.read(`work/${SLUG}/state.json`)).toMatchObject({
      status: 'reported',
      createdAt: EMITTED.toISOString(),
      lastUpdatedAt: GRADED.toISOString(),
      phases: {
        promptsEmitted: EMITTED.toISOString(),
        scoresReceived: GRADED.toISOString(),
        gradeComputed: GRADED.toISOString(),
        reportWritten: GRADED.toISOString(),
      },
    });
  });

  it('does not fail for schemas that are passed over', async () => {
    await place.write('demo/old/prices.mjs', schemaText('demo'));
    const { status, errors } = await consume(scoresDocument({ slug: SLUG }));
    expect([status, errors.map(({ code }) => code)]).toEqual([true, ['IMP-022']]);
  });

  it('keeps every report of a day', async () => {
    await consume(scoresDocument({ slug: SLUG }));
    await consume(scoresDocument({ slug: SLUG, scores: [5, 5] }));
    const { results } = await consume(scoresDocument({ slug: SLUG, scores: [1, 1] }));
    expect(results[0]?.reportPath).toBe(place.path(`reports/${SLUG}-2026-05-18-3.json`));
    expect(await place.list('reports')).toEqual([
      `${SLUG}-2026-05-18-2.json`,
      `${SLUG}-2026-05-18-3.json`,
      `${SLUG}-2026-05-18.json`,
    ]);
    expect(place.read(`reports/${SLUG}-2026-05-18-2.json`).grade).toBe('A');
    expect(place.read(`reports/${SLUG}-2026-05-18.json`).grade).toBe('B');
  });

  it('grades F a schema that fails its validation, and keeps the mean', async () => {
    await place.write('demo/prices.mjs', schemaText('demo', { tools: '{ a: { method: 7 } }' }));
    await place.emit(['demo'], { onConflict: 'overwrite' });
    const { status, results } = await consume(scoresDocument({ slug: SLUG, scores: [5, 5] }));
    expect(status).toBe(true);
    expect(results).toMatchObject([{ grade: 'F', score: 5, validationPassed: false }]);
    expect(results[0]?.validationErrors[0]).toMatch(/^[A-Z]{3}\d{3}: main\.tools\.a.*, line \d+: /);
  });

  it.each([
    [undefined, 'F'],
    ['4.2', 'F'],
    ['4.3', 'B'],
  ] as const)('holds schemas to Schemas-Spec %s: %s', async (schemasSpec, grade) => {
    await place.write('demo/prices.mjs', schemaText('demo', { resources: PLACES }));
    await place.emit(['demo'], { onConflict: 'overwrite' });
    await place.write('scores.json', JSON.stringify(scoresDocument({ slug: SLUG })));
    const { results } = await place.consume(['demo'], 'scores.json', undefined, schemasSpec);
    expect(results).toMatchObject([{ grade, validationPassed: grade === 'B' }]);
  });

  it.each<[string, (document: ReturnType<typeof scoresDocument>) => unknown, string[]]>([
    [
      'another slug',
      (document) => ({ ...document, schemaIdSlug: 'x' }),
      ['GRP-006 scores.json /schemaIdSlug'],
    ],
    [
      'several at once',
      (document) => ({ ...document, schemaIdSlug: 'x', scoringProtocol: 'v2', scores: [] }),
      [
        'GRP-006 scores.json /schemaIdSlug',
        'GRP-005 scores.json /scoringProtocol',
        'GRP-002 scores.json /scores',
        'GRP-009 scores.json /scores',
        'GRP-009 scores.json /scores',
      ],
    ],
    ['null', () => null, ['GRP-002 scores.json']],
  ])('writes nothing for %s', async (_, change, expected) => {
    const before = place.read(`work/${SLUG}/state.json`);
    const { status, results, errors } = await consume(change(scoresDocument({ slug: SLUG })));
    expect({ status, results }).toEqual({ status: false, results: [] });
    expect(placesOf(place, errors)).toEqual(expected);
    expect(await place.list('reports')).toEqual([]);
    expect(place.read(`work/${SLUG}/state.json`)).toEqual(before);
  });

  it('refuses scores for older content, whatever their other faults', async () => {
    await place.write('demo/prices.mjs', `${schemaText('demo')}\n`);
    const stale = await consume(scoresDocument({ slug: SLUG }));
    expect(placesOf(place, stale.errors)).toEqual(['GRP-010 scores.json']);
    const both = await consume(scoresDocument({ slug: SLUG, scores: [9, 3] }));
    expect(placesOf(place, both.errors)).toEqual([
      'GRP-004 scores.json /scores/0/score',
      'GRP-010 scores.json',
    ]);
    expect(await place.list('reports')).toEqual([]);
  });

  it('refuses scores for prompts that were never emitted, or have a damaged state', async () => {
    await place.write(`work/${SLUG}/state.json`, '{"status": "reported"}');
    const damaged = await consume(scoresDocument({ slug: SLUG }));
    expect(placesOf(place, damaged.errors)).toEqual([`GRP-012 work/${SLUG}/state.json`]);
    await place.remove('work');
    const unasked = await consume(scoresDocument({ slug: SLUG }));
    expect(placesOf(place, unasked.errors)).toEqual(['GRP-011 demo/prices.mjs']);
    expect(await place.list('reports')).toEqual([]);
  });

  it('reports what is missing', async () => {
    const { errors } = await place.consume(['demo'], 'nowhere.json');
    expect(placesOf(place, errors)).toEqual(['GRP-021 nowhere.json']);
    await place.write('empty.jsonl', '\n\n');
    expect(placesOf(place, (await place.consume(['demo'], 'empty.jsonl')).errors)).toEqual([
      'GRP-021 empty.jsonl',
    ]);
  });
});

function readShape(name: string): object {
  const path = new URL(`../../../../../spec/schemas/protocol-v1-${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}

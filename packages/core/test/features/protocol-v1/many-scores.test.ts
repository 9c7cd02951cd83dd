// Many schemas are graded in one run, from a folder or from JSON Lines, and a faulty one does not affect the others.
import { beforeEach, describe, expect, it } from 'vitest';
import { ProtocolPlace, placesOf, schemaText, scoresDocument } from './protocol-place.js';

const NAMES = ['coins', 'pools', 'prices'];
let place: ProtocolPlace;
beforeEach(async () => {
  place = await ProtocolPlace.create(
    Object.fromEntries(NAMES.map((name) => [`demo/${name}.mjs`, schemaText('demo')])),
  );
  await place.emit(['demo']);
  return () => place[Symbol.asyncDispose]();
});

const documents = () => NAMES.map((name) => scoresDocument({ slug: `demo_${name}` }));
const lines = (list: readonly unknown[]) => list.map((document) => JSON.stringify(document)).join('\n');

async function consumeLines(text: string, name = 'scores.jsonl') {
  await place.write(name, text);
  return place.consume(['demo'], name);
}

describe('many scores', () => {
  it.each([
    ['JSON Lines', 'scores.jsonl', (text: string) => text],
    [
      'JSON Lines with a mark, CRLF and blank lines',
      'scores.ndjson',
      (text: string) => `\uFEFF\r\n${text.replaceAll('\n', '\r\n\r\n')}\r\n`,
    ],
    ['JSON Lines by another name', 'scores.json', (text: string) => `${text}\n`],
  ])('%s', async (_, name, change) => {
    const { status, results, summary } = await consumeLines(change(lines(documents())), name);
    expect(status).toBe(true);
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/coins', 'demo/pools', 'demo/prices']);
    expect(summary).toMatchObject({ schemas: 3, graded: 3, failed: 0, mean: 3.75 });
    expect(await place.list('reports')).toHaveLength(3);
  });

  it('a folder, also the working folder with the scores beside the prompts', async () => {
    for (const document of documents()) {
      await place.write(`work/${document.schemaIdSlug}/scores.json`, JSON.stringify(document, null, 2));
    }
    expect(await place.consume(['demo'], 'work')).toMatchObject({ status: true, summary: { graded: 3 } });
  });

  it('reports every fault with line and pointer, and grades the rest', async () => {
    const [coins, pools, prices] = documents();
    const broken = [
      { ...coins, scores: [{ dimension: 'whenToUse', score: 7, reasoning: 'x' }] },
      '{"no json',
      { ...pools, schemaIdSlug: 'demo_nobody' },
    ];
    const text = [
      ...broken.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
      lines([prices]),
    ];
    const { status, results, summary, errors } = await consumeLines(text.join('\n'));
    expect(status).toBe(false);
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/prices']);
    expect(summary).toMatchObject({ graded: 1, failed: 2 });
    expect(placesOf(place, errors)).toEqual([
      'GRP-004 scores.jsonl /scores/0/score',
      'GRP-009 scores.jsonl /scores',
      'GRP-015 demo/pools.mjs',
      'GRP-003 scores.jsonl',
      'GRP-006 scores.jsonl /schemaIdSlug',
    ]);
    expect(errors.map(({ where }) => where?.line)).toEqual([1, 1, undefined, 2, 3]);
  });

  it('accepts neither of two documents for one schema', async () => {
    const [coins, pools, prices] = documents();
    const { results, errors } = await consumeLines(lines([coins, pools, prices, coins]));
    expect(results).toHaveLength(2);
    expect(errors).toMatchObject([
      { code: 'GRP-016', where: { line: 1 }, args: { other: place.path('scores.jsonl:4') } },
      { code: 'GRP-016', where: { line: 4 }, args: { other: place.path('scores.jsonl:1') } },
    ]);
  });

  it('skips a schema that has become unreadable, and one that has changed', async () => {
    await place.write('demo/coins.mjs', 'export const main = {');
    await place.write('demo/pools.mjs', schemaText('demo', { description: 'Other.' }));
    const { results, errors } = await consumeLines(lines(documents()));
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/prices']);
    expect(placesOf(place, errors)).toEqual([
      'GRP-001 demo/coins.mjs',
      'GRP-010 scores.jsonl',
      'GRP-006 scores.jsonl /schemaIdSlug',
    ]);
  });

  it('a folder without scores is reported', async () => {
    expect(placesOf(place, (await place.consume(['demo'], 'work')).errors)).toEqual(['GRP-021 work']);
  });
});

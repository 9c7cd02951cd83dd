// Emitting writes a prompt set and a state for each readable schema, and reports one problem for each other one.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { protocolPrompts, protocolState } from '../../../src/features/protocol-v1/logic/protocol-v1.js';
import { EMITTED, ProtocolPlace, placesOf, schemaText } from './protocol-place.js';

const LATER = new Date('2026-05-19T03:00:00Z');

describe('emitProtocolPrompts', () => {
  it('writes both documents as their schemas require', async () => {
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo') });
    const result = await place.emit(['demo/prices.mjs']);
    expect(result).toEqual({
      status: true,
      mode: 'emit-prompts',
      results: [
        {
          schemaId: 'demo/prices',
          schemaIdSlug: 'demo_prices',
          schemaPath: place.path('demo/prices.mjs'),
          promptsPath: place.path('work/demo_prices/prompts.json'),
          statePath: place.path('work/demo_prices/state.json'),
          skipped: false,
        },
      ],
      summary: { schemas: 1, emitted: 1, skipped: 0, failed: 0 },
      warnings: [],
      errors: [],
    });
    const prompts = place.read('work/demo_prices/prompts.json');
    expect(prompts.schemaPath).toBe(place.path('demo/prices.mjs'));
    expect(new Ajv2020().validate(readShape('prompts'), prompts)).toBe(true);
    expect(protocolPrompts.safeParse(prompts).success).toBe(true);
    const state = place.read('work/demo_prices/state.json');
    expect(protocolState.safeParse(state).success).toBe(true);
    expect(state).toEqual({
      schemaId: 'demo/prices',
      schemaIdSlug: 'demo_prices',
      absolutePath: place.path('demo/prices.mjs'),
      status: 'prompts-emitted',
      scoringProtocol: 'v1',
      schemaHash: place.hash('demo/prices.mjs'),
      createdAt: EMITTED.toISOString(),
      lastUpdatedAt: EMITTED.toISOString(),
      phases: {
        promptsEmitted: EMITTED.toISOString(),
        scoresReceived: null,
        gradeComputed: null,
        reportWritten: null,
      },
    });
  });

  it('says what a file is that is no schema, and does not fail for schemas that are passed over', async () => {
    await using place = await ProtocolPlace.create({
      'demo/prices.mjs': schemaText('demo'),
      'demo/old/prices.mjs': schemaText('demo'),
      'clerk.mjs': 'export const agent = {};',
    });
    const { status, errors } = await place.emit(['demo']);
    expect([status, errors.map(({ code }) => code)]).toEqual([true, ['IMP-022']]);
    const other = await place.emit(['clerk.mjs']);
    expect(other.errors).toMatchObject([{ code: 'GRP-001', args: { reason: 'it is an agent' } }]);
  });

  it('runs no code of a schema', async () => {
    const text = `globalThis.ranBySchema = true;\n${schemaText('demo')}while (true) {}\n`;
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': text });
    expect((await place.emit(['demo/prices.mjs'])).summary.emitted).toBe(1);
    expect(Reflect.get(globalThis, 'ranBySchema')).toBeUndefined();
  });

  it('reports one problem for each unreadable file, and continues', async () => {
    await using place = await ProtocolPlace.create({
      'demo/a-broken.mjs': 'export const main = {',
      'demo/b-calls.mjs': schemaText('demo', { tools: '{ a: f(), b: g() }' }),
      'demo/c-nothing.mjs': 'export const other = {};',
      'demo/d-number.mjs': 'export const main = 7;',
      'demo/e-escape.mjs': schemaText('../../evil'),
      'demo/f-nameless.mjs': 'export const main = { tools: {} };',
      'demo/prices.mjs': schemaText('demo'),
    });
    const { status, results, summary, errors } = await place.emit(['demo']);
    expect(status).toBe(false);
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/prices']);
    expect(summary).toEqual({ schemas: 7, emitted: 1, skipped: 0, failed: 6 });
    expect(placesOf(place, errors)).toEqual([
      'GRP-001 demo/a-broken.mjs',
      'GRP-001 demo/b-calls.mjs main.tools.a',
      'GRP-001 demo/c-nothing.mjs',
      'GRP-001 demo/d-number.mjs',
      'GRP-013 demo/e-escape.mjs main.namespace',
      'GRP-013 demo/f-nameless.mjs main.namespace',
    ]);
    expect(errors[0]?.where?.line).toBe(1);
    expect(await place.list('work')).toEqual(['demo_prices']);
  });

  it('refuses both schemas that share a slug, by name', async () => {
    await using place = await ProtocolPlace.create({
      'one/prices.mjs': schemaText('demo'),
      'two/prices.mjs': schemaText('demo'),
      'two/coins.mjs': schemaText('demo'),
    });
    const { results, errors } = await place.emit(['one', 'two']);
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/coins']);
    expect(placesOf(place, errors)).toEqual(['GRP-014 one/prices.mjs', 'GRP-014 two/prices.mjs']);
    expect(errors[0]?.args).toEqual({ slug: 'demo_prices', others: place.path('two/prices.mjs') });
  });

  it.each<['skip' | 'overwrite' | 'abort', object]>([
    ['skip', { status: true, summary: { emitted: 0, skipped: 1 } }],
    ['overwrite', { status: true, summary: { emitted: 1, skipped: 0 } }],
    ['abort', { status: false, errors: [{ code: 'GRP-018' }] }],
  ])('--on-conflict %s', async (onConflict, expected) => {
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo') });
    await place.emit(['demo']);
    const before = place.read('work/demo_prices/state.json');
    expect(await place.emit(['demo'], { onConflict, now: LATER })).toMatchObject(expected);
    const { createdAt } = place.read('work/demo_prices/state.json');
    expect(createdAt).toBe(onConflict === 'overwrite' ? LATER.toISOString() : before.createdAt);
  });

  it('warns that kept prompts show an older version', async () => {
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo') });
    await place.emit(['demo']);
    expect((await place.emit(['demo'])).warnings).toEqual([]);
    await place.write('demo/prices.mjs', schemaText('demo', { description: 'Other.' }));
    const { status, warnings } = await place.emit(['demo']);
    expect({ status, places: placesOf(place, warnings) }).toEqual({
      status: true,
      places: ['GRP-019 demo/prices.mjs'],
    });
  });

  it('completes prompts with a missing or damaged state', async () => {
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo') });
    await place.emit(['demo']);
    await place.remove('work/demo_prices/state.json');
    expect((await place.emit(['demo'], { onConflict: 'abort' })).summary.emitted).toBe(1);
    await place.write('work/demo_prices/state.json', '{"status":');
    expect((await place.emit(['demo'])).summary.emitted).toBe(1);
    expect(place.read('work/demo_prices/state.json').status).toBe('prompts-emitted');
  });

  it('reports errors of the disk', async () => {
    await using place = await ProtocolPlace.create({ 'demo/prices.mjs': schemaText('demo'), work: 'a file' });
    const { errors, results } = await place.emit(['demo']);
    expect(results).toEqual([]);
    expect(errors).toMatchObject([{ code: 'GRP-017', args: { reason: 'ENOTDIR' } }]);
  });
});

function readShape(name: string): object {
  const path = new URL(`../../../../../spec/schemas/protocol-v1-${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}

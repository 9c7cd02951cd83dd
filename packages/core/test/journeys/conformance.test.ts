// Entries and documents of an island fit the upstream schema and our own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GradingEntry } from '../../src/spec/entry.js';
import { fillScores } from './filled-scores.js';
import { findNonconforming } from './island-conformance.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

const DAY = 24 * 60 * 60;
const ROOT = 'https://api.coingecko.com';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;

/** One of each kind: passed, failed, n/a, vetoed by code and by grader, with an odd name, aged and asked again. */
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openWorkplace({
    demo: {
      'alpha.mjs': schemaText({
        docs: ['https://api.example.org/ok'],
        version: '4.2.10',
        tools: { '/items/:id': toolAt('/ok'), getWrong: toolAt('/wrong'), getBroken: toolAt('/500') },
      }),
      'foreign.mjs': schemaText({ root: ROOT, docs: [ROOT], requiredServerParams: ['ETHERSCAN_API_KEY'] }),
    },
  });
  place.origin = provider.origin;
  await place.import();
  place.wait();
  await place.emit();
  await place.consume(
    fillScores(place.prompts(), {
      score: 2.5,
      areas: (areas) =>
        areas.map((area) =>
          area.area === 'namespace-description'
            ? { ...area, veto: { triggeredBy: 'illegal-content', evidence: 'what it sells' } }
            : area,
        ),
    }),
  );
  place.wait(20 * DAY);
  await place.emit();
  await place.consume(fillScores(place.prompts(), { at: place.now.toISOString() }));
}, 60_000);
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const entries = () => pathsOf(place.tree(), '_gradings/').map((path) => place.json<GradingEntry>(path));

describe('the content of an island', () => {
  it("is valid by our shapes and by upstream's, file by file", () => {
    expect(findNonconforming(place.root)).toEqual([]);
    expect(new Set(entries().map(({ aggregateGrade }) => aggregateGrade))).toEqual(
      new Set(['REJECTED', 'C', 'B']),
    );
  });

  it('is reported if it is invalid', async () => {
    await using other = await openWorkplace({ demo: { 'alpha.mjs': schemaText() } });
    other.origin = provider.origin;
    await other.import();
    await other.emit();
    await other.consume(fillScores(other.prompts()));
    const [path = ''] = pathsOf(other.tree(), '_gradings/');
    const entry = other.json<GradingEntry>(path);
    const spoil = async (file: string, text: string) => {
      const before = other.island().readText(file);
      await other.write(`island/${file}`, text);
      const found = findNonconforming(other.root).map((one) => one.split(':')[0]);
      if (before === null) await other.fixture.rm(`island/${file}`);
      else await other.write(`island/${file}`, before);
      return found;
    };
    expect(await spoil(path, JSON.stringify({ ...entry, grade: 'B' }))).toEqual([path]);
    expect(await spoil(path, JSON.stringify({ ...entry, gradings: [] }))).toEqual([path]);
    expect(await spoil(`${path}.tmp`, '{}')).toEqual([`${path}.tmp`]);
    const state = 'providers/demo/state.json';
    expect(await spoil(state, '{}')).toEqual([state]);
    expect(findNonconforming(other.root)).toEqual([]);
  });

  it('aged answers were asked for again, as scheduled, with a reference to the earlier entry', () => {
    const again = entries().filter(({ regradingTrigger }) => regradingTrigger);
    expect(again.map(({ area, schemaId }) => `${area} ${schemaId}`)).toEqual([
      expect.stringMatching(/^single-test demo\.getWrong$/),
      expect.stringMatching(/^single-test demo\.items-id--[0-9a-f]{8}$/),
    ]);
    const ids = entries().map(({ gradingId }) => gradingId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { regradingTrigger } of again) {
      expect(regradingTrigger?.triggeredBy).toBe('scheduled');
      expect(ids).toContain(regradingTrigger?.previousGradingId);
    }
    expect(place.index().schemas.alpha?.tools['/items/:id']).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('the version of a namespace-wide entry is that of its highest member', () => {
    const wide = entries().filter(({ area }) => area === 'tools-aggregate-namespace');
    expect(wide.map(({ version, schemaId }) => [version, schemaId])).toEqual([
      ['flowmcp/4.2.10', 'demo.demo'],
    ]);
  });
});

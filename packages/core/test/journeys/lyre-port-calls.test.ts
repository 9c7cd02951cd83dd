// The sample selection has no fault, and its providers' tools work with the mock of their APIs.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LYRE_ORIGINS, startLyrePortsApi } from '../../../../fixtures/mock-apis/lyre-port-calls.mjs';
import { maxSelectionGrade } from '../../src/grade/precondition.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { SelectionIndex } from '../../src/spec/index-file.js';
import { openWorkplace } from './workplace.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));
const SOURCES = [fixture('providers-group'), fixture('selections')];

let api: Awaited<ReturnType<typeof startLyrePortsApi>>;
beforeAll(async () => {
  api = await startLyrePortsApi();
});
afterAll(() => api.close());

describe('lyre-port-calls', () => {
  it('imports without a warning, with enough namespaces for A and a path from L1 to L3', async () => {
    await using place = await openWorkplace({});
    const { status, results, errors } = await place.import('', { paths: SOURCES, strict: true });
    expect([status, errors]).toEqual([true, []]);
    expect(results.flatMap(({ warnings }) => warnings)).toEqual([]);
    const index = place.json<SelectionIndex>('selections/lyre-port-calls/index.json');
    expect(maxSelectionGrade(index.summary.namespaces, DEFAULT_BOOK.grading)).toBe('A');
    expect(index.summary).toMatchObject({ members: 7, notImported: [], about: 'pending' });
    expect(index.skills).toMatchObject({
      'find-a-berth': { status: 'pending' },
      'way-to-the-quay': { status: 'blocked', reason: 'waits for the grade of find-a-berth' },
      'work-alongside': { status: 'blocked', reason: 'waits for the grade of find-a-berth' },
      'plan-a-port-call': {
        status: 'blocked',
        reason: 'waits for the grade of way-to-the-quay, work-alongside',
      },
    });
  });

  it('every tool of every member passes its pretest', async () => {
    await using place = await openWorkplace({});
    const { results } = await place.import('', { paths: SOURCES });
    const targets = results.flatMap((found) => (found.flow === 'provider' ? [found.namespace] : []));
    const originMap = Object.fromEntries(LYRE_ORIGINS.map((origin) => [origin, api.origin]));
    const emitted = await place.emit('', { targets, originMap });
    expect(emitted.errors).toEqual([]);
    const pretests = emitted.results.flatMap((found) => found.pretests);
    expect(pretests).toHaveLength(9);
    expect(pretests.filter(({ working, bar, status }) => working !== bar || status !== 'ok')).toEqual([]);
    expect(emitted.results.flatMap(({ blocked }) => blocked)).toEqual([]);
  });

  it('the mock refuses everything that the descriptions declare as refused', async () => {
    const statusOf = async (path: string, method = 'GET') =>
      (await fetch(`${api.origin}${path}`, { method })).status;
    expect(await statusOf('/v1/berths?port=XXX')).toBe(400);
    expect(await statusOf('/v1/berths?port=MAR&minLength=9')).toBe(400);
    expect(await statusOf('/v1/berths/mar-9')).toBe(404);
    expect(await statusOf('/v1/lockings?port=MAR&date=2026-02-30')).toBe(400);
    expect(await statusOf('/v1/lockings?port=MAR&date=2026-02-28', 'POST')).toBe(405);
    const lockless = await fetch(`${api.origin}/v1/lockings?port=ORR&date=2026-03-20`);
    expect(await lockless.json()).toEqual([]);
  });
});

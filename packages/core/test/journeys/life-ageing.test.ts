// Answers age by their class and are asked for again.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import { meanOfScores } from '../../src/grade/score.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import {
  askedIds,
  entriesIn,
  forgetLines,
  grade,
  openImported,
  openOperational,
  rebuiltThrice,
} from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

/** Time-dependent answers age; status and grade do not (decision D16). */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const DAY = 24 * 3600;
const TOOL = 'alpha/tools/getItems';
const API_QUESTIONS = ['Q-single-test-01', 'Q-single-test-02'];
const TOS_QUESTION = 'Q-about-namespace-06';
const newest = (place: Workplace, folder: string): GradingEntry =>
  place.json(entriesIn(place, folder).at(-1) ?? '');

/** One tool with a documentation link: two of its answers depend on the API. */
async function openDocumented(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, {
    demo: {
      'alpha.mjs': schemaText({
        name: 'alpha',
        docs: [`${API}/ok`],
        tools: { getItems: toolAt('/ok') },
      }),
    },
  });
  await grade(place, {}, { score: 4 });
  return place;
}

/** Moves the clock to this many seconds after the answers of a node's newest entry. */
async function moveTo(place: Workplace, folder: string, seconds: number): Promise<void> {
  const [answer] = newest(place, folder).gradings;
  const age = (place.now.getTime() - Date.parse(answer?.timestamp ?? '')) / 1000;
  place.wait(seconds - age);
  await place.rebuild();
}

describe('the state', () => {
  const nodesOf = async (place: Workplace) => {
    const { results } = await readState({ island: place.island(), targets: ['demo'], now: () => place.now });
    const nodes = Object.fromEntries((results[0]?.nodes ?? []).map(({ node, ...own }) => [node, own]));
    return { nodes, next: results[0]?.nextAction.why };
  };

  it('shows answers aged as of now, not as of the day the index was written', async () => {
    await using place = await openOperational(provider.origin);
    const before = await nodesOf(place);
    place.wait(31 * DAY);
    const aged = await nodesOf(place);
    await place.rebuild();
    const { schemas, about } = place.index();
    expect(schemas.alpha?.tools.getItems?.stale).toEqual(['Q-single-test-02']);
    expect(about.stale).toEqual([TOS_QUESTION]);
    expect(aged.nodes).toMatchObject({
      'schemas.alpha.tools.getItems': schemas.alpha?.tools.getItems,
      'schemas.beta.tools.getItems': schemas.beta?.tools.getItems,
      about,
    });
    expect(aged.next).toContain('answers have aged');
    // An index written by a clock that was ahead has no aged answers today.
    place.wait(-31 * DAY);
    expect((await nodesOf(place)).nodes).toEqual(before.nodes);
  });

  it('uses the newest full entry, as the index does, if a partial one is newer', async () => {
    await using place = await openDocumented();
    place.wait(10 * DAY);
    await grade(place, { mode: 'partial', questions: ['Q-single-test-04'], scope: 'all' });
    place.wait(5 * DAY);
    const { nodes } = await nodesOf(place);
    expect(nodes['schemas.alpha.tools.getItems']).toMatchObject({ stale: API_QUESTIONS });
  });

  it('reads an entry as a rebuild does if the quick check is not sure', async () => {
    await using place = await openDocumented();
    const [file = ''] = entriesIn(place, TOOL);
    const entry = newest(place, TOOL);
    await forgetLines(place, ['entry']);
    // The quick check is never sure about the 29th of February.
    const gradings = entry.gradings.map((answer) => ({ ...answer, timestamp: '2024-02-29T10:00:00Z' }));
    await place.write(`island/${file}`, JSON.stringify({ ...entry, gradings }));
    const { nodes } = await nodesOf(place);
    expect(nodes['schemas.alpha.tools.getItems']).toMatchObject({ stale: API_QUESTIONS });
  });
});

describe('answers of the class api', () => {
  it('exactly 14 days old are not stale, a second later they are', async () => {
    await using place = await openDocumented();
    const fresh = place.index();
    await moveTo(place, TOOL, 14 * DAY);
    expect(place.index()).toEqual(fresh);
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);
    place.wait(1);
    await place.rebuild();
    expect(place.index().schemas.alpha?.tools.getItems?.stale).toEqual(API_QUESTIONS);
  });

  it('15 days: stale in the index, with the mean of the others; status and grade unchanged', async () => {
    await using place = await openDocumented();
    const before = place.index();
    await moveTo(place, TOOL, 15 * DAY);
    const index = await rebuiltThrice(place);
    const { stale, agedScore, ...rest } = index.schemas.alpha?.tools.getItems ?? {};
    expect(rest).toEqual(before.schemas.alpha?.tools.getItems);
    expect(stale).toEqual(API_QUESTIONS);
    const fresh = newest(place, TOOL).gradings.filter(
      ({ questionId }) => !API_QUESTIONS.includes(questionId),
    );
    expect(agedScore).toBe(meanOfScores(fresh, DEFAULT_BOOK));
    expect(agedScore).not.toBe(before.schemas.alpha?.tools.getItems?.score);
    expect([index.status, index.grade]).toEqual([before.status, before.grade]);
    expect(index.schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
    expect(index.schemas.alpha?.toolsAggregate).toEqual(before.schemas.alpha?.toolsAggregate);
  });

  it('are asked for again by the next run, as scheduled, and are then fresh', async () => {
    await using place = await openDocumented();
    const { gradingId } = newest(place, TOOL);
    await moveTo(place, TOOL, 15 * DAY);
    const seen = provider.seen.length;
    const { asked } = await grade(place, {}, { score: 5 });
    expect(asked).toEqual(['single-test/alpha.getItems']);
    expect(provider.seen.length).toBe(seen + 4);
    expect(newest(place, TOOL).regradingTrigger).toMatchObject({
      triggeredBy: 'scheduled',
      previousGradingId: gradingId,
    });
    const index = await rebuiltThrice(place);
    expect(index.schemas.alpha?.tools.getItems?.stale).toBeUndefined();
    expect(index.schemas.alpha?.tools.getItems).toMatchObject({ status: 'stable', score: 5 });
    expect((await place.emit()).results[0]?.nothingDue).toBe(true);
  });

  it('with the API down meanwhile: status and grade stay, and so do the stale answers', async () => {
    await using place = await openDocumented();
    await moveTo(place, TOOL, 15 * DAY);
    const before = place.index().schemas;
    place.origin = 'http://127.0.0.1:1';
    const { status, results } = await place.emit();
    expect([status, results[0]?.promptCount]).toEqual([false, 0]);
    expect((await rebuiltThrice(place)).schemas).toEqual(before);
    place.origin = provider.origin;
    expect(await askedIds(place)).toEqual(['single-test/alpha.getItems']);
  });
});

describe('the answer of the class tos', () => {
  it('ages after strictly more than 30 days, and is asked for again', async () => {
    await using place = await openOperational(provider.origin);
    const folder = 'alpha/resources/about';
    await moveTo(place, folder, 30 * DAY);
    const about = place.index().about;
    expect(about.stale).toBeUndefined();
    place.wait(1);
    const index = await rebuiltThrice(place);
    const { stale, agedScore, ...rest } = index.about;
    expect([rest, stale]).toEqual([about, [TOS_QUESTION]]);
    expect(agedScore).toBe(5);
    expect(index).toMatchObject({ status: 'operational', grade: 'B' });
    const { asked } = await grade(place);
    expect(asked).toContain('about-namespace/demo');
    expect(newest(place, folder).regradingTrigger).toMatchObject({ triggeredBy: 'scheduled' });
    const again = await rebuiltThrice(place);
    expect(again.about.stale).toBeUndefined();
    expect(again.status).toBe('operational');
  });
});

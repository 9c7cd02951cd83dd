// A re-grading writes a new entry with its trigger and leaves the old one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/features/history/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { gradeAnswers } from '../../src/grade/grade.js';
import { GradingError } from '../../src/problems/problem.js';
import type { RegradeReason } from '../../src/runs/options.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { registerLayers, scoringLayer } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import {
  askedIds,
  change,
  entriesIn,
  forgetLines,
  grade,
  oneTool,
  openImported,
  rebuiltThrice,
} from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

/** Grading again: a new entry with its reason and a reference to the previous one (spec 08, Re-Grading Trigger). */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const FOLDERS = ['alpha/tools/getItems', 'alpha', ''];
const oneSchema = () => openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
const entriesOf = (place: Workplace, folder: string) =>
  entriesIn(place, folder).map((path) => place.json<GradingEntry>(path));

/** Rewrites entries as an earlier version would have: under an older scoring system. */
async function ageSystem(place: Workplace, path: string): Promise<void> {
  const entry = { ...place.json<GradingEntry>(path), scoringSystem: 'scoringSystem/0.9.0' };
  await place.write(`island/${path}`, `${JSON.stringify(entry, null, 2)}\n`);
}

const REPORT = { reportedIssue: 'the answer no longer holds a name', requestedBy: 'a user' };
const REASONS: RegradeReason[] = [
  { triggeredBy: 'user-report', ...REPORT },
  { triggeredBy: 'scheduled' },
  { triggeredBy: 'scoring-system-bump' },
  { triggeredBy: 'grading-system-bump' },
];

describe('grading again', () => {
  it.each(REASONS)('$triggeredBy: a new entry per node, the old ones stay', async (regrade) => {
    await using place = await oneSchema();
    await grade(place, {}, { score: 2 });
    const first = FOLDERS.flatMap((folder) => entriesOf(place, folder));
    expect(first.map((entry) => entry.regradingTrigger)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const emittedAt = place.now.toISOString();
    await grade(place, { scope: 'all', regrade });
    for (const folder of FOLDERS) {
      const entries = entriesOf(place, folder);
      const again = entries.filter(({ regradingTrigger }) => regradingTrigger);
      expect(again).toHaveLength(entries.length / 2);
      for (const { area, regradingTrigger } of again) {
        const before = first.find((entry) => entry.area === area);
        expect(regradingTrigger).toEqual({
          ...regrade,
          previousGradingId: before?.gradingId,
          timestamp: emittedAt,
        });
      }
    }
    const index = await rebuiltThrice(place);
    expect(index.schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
    const { results } = await readHistory({
      island: place.island(),
      targets: ['demo'],
      now: () => place.now,
    });
    expect(results[0]?.nodes.map(({ entries }) => entries.map(({ regradedFor }) => regradedFor))).toEqual(
      results[0]?.nodes.map(() => [null, regrade.triggeredBy]),
    );
  });

  it('for a new scoring system: every node is scored again, vetoed ones too, and no score is carried over', async () => {
    using _ = registerLayers({ scoring: scoringLayer('0.9.0') });
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') },
    });
    const veto = { triggeredBy: 'illegal-content' as const, evidence: 'in the answers' };
    await grade(
      place,
      {},
      {
        areas: (all) => all.map((area) => (area.subject === 'beta.getItems' ? { ...area, veto } : area)),
      },
    );
    const paths = pathsOf(place.tree(), '/_gradings/');
    for (const path of paths) await ageSystem(place, path);
    await forgetLines(place, ['entry']);
    await rebuiltThrice(place);
    const olderBytes = paths.map((path) => place.tree().get(path));
    const { asked } = await grade(
      place,
      { scope: 'all', regrade: { triggeredBy: 'scoring-system-bump' } },
      { score: 2 },
    );
    expect(asked).toHaveLength(paths.length);
    expect(paths.map((path) => place.tree().get(path))).toEqual(olderBytes);
    const anew = pathsOf(place.tree(), '/_gradings/').filter((path) => !paths.includes(path));
    expect(anew).toHaveLength(paths.length);
    for (const path of anew) {
      const { scoringSystem, gradings } = place.json<GradingEntry>(path);
      expect([scoringSystem, gradings.filter(({ score }) => score === 5)]).toEqual([
        'scoringSystem/1.0.0',
        [],
      ]);
    }
    expect((await rebuiltThrice(place)).schemas.beta?.tools.getItems?.status).toBe('graded');
  });

  it('keeps scores of an older scoring system out of a newer mean: a part is not asked again alone', async () => {
    using _ = registerLayers({ scoring: scoringLayer('0.9.0') });
    await using place = await oneSchema();
    await grade(place);
    for (const path of pathsOf(place.tree(), '/_gradings/')) await ageSystem(place, path);
    await forgetLines(place, ['entry']);
    await place.rebuild();
    const tool = () => place.index().schemas.alpha?.tools.getItems;
    expect(tool()).toMatchObject({ grade: 'B', score: 5, due: 'scoring-system-bump' });
    const refused = await place.emit('demo', { mode: 'partial', questions: ['Q-single-test-04'] });
    expect(codesOf(refused.errors)).toEqual(['RUN-018']);
    await grade(place, {}, { score: 2 });
    const [full, anew] = entriesOf(place, 'alpha/tools/getItems');
    expect([full, anew].map((entry) => entry?.scoringSystem)).toEqual([
      'scoringSystem/0.9.0',
      'scoringSystem/1.0.0',
    ]);
    expect(tool()?.score).toBe(
      gradeAnswers({ answers: anew?.gradings ?? [], tier: 'autonomous', rules: DEFAULT_BOOK }).score,
    );
    expect(tool()?.grade).not.toBe('B');
  });

  it('asks next about what a hand-in left out, with the original reason', async () => {
    await using place = await oneSchema();
    await grade(place);
    const regrade = { triggeredBy: 'user-report' as const, ...REPORT };
    await place.emit('demo', { scope: 'all', regrade });
    const scores = fillScores(place.prompts(), {
      at: place.now.toISOString(),
      areas: (all) => all.filter(({ area }) => area === 'tools-aggregate-schema'),
    });
    expect((await place.consume(scores, { allowMissing: true })).errors).toEqual([]);
    place.wait();
    const left = [
      'single-test/alpha.getItems',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ];
    // An unanswered run about another part does not make it forgotten.
    await place.emit('demo', { areas: ['tools-aggregate-namespace'] });
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual(['tools-aggregate-namespace/demo']);
    expect(await askedIds(place)).toEqual(left);
    const { results } = await planGrading({
      island: place.island(),
      targets: ['demo'],
      now: () => place.now,
    });
    expect(results[0]?.nodes.map(({ reason }) => reason)).toEqual(
      left.map(() => 'left out of an earlier hand-in'),
    );
    await grade(place);
    const [, again] = entriesOf(place, 'alpha/tools/getItems');
    expect(again?.regradingTrigger).toMatchObject(regrade);
    expect(await askedIds(place)).toEqual([]);
  });

  it('keeps a user-report until an entry refers to it, even if nothing is due', async () => {
    await using place = await oneSchema();
    const regrade = { triggeredBy: 'user-report' as const, ...REPORT };
    await grade(place);
    const idle = await place.emit('demo', { regrade });
    expect(idle.results[0]?.warnings.map(({ code }) => code)).toEqual(['RUN-016']);
    // Other content is not a re-grading: the report keeps waiting.
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Changed.') });
    await grade(place);
    await place.emit('demo', { regrade: { ...regrade, reportedIssue: 'another' } });
    await grade(place, { scope: 'all' });
    const newest = () => entriesOf(place, 'alpha/tools/getItems').at(-1)?.regradingTrigger;
    expect(newest()).toMatchObject({
      triggeredBy: 'user-report',
      reportedIssue: `${REPORT.reportedIssue}; another`,
      requestedBy: REPORT.requestedBy,
    });
    await grade(place, { scope: 'all' });
    expect(newest()).toMatchObject({ triggeredBy: 'scheduled' });
  });

  it('builds a chain: each entry names the previous one', async () => {
    await using place = await oneSchema();
    for (const _ of [1, 2, 3]) await grade(place, { scope: 'all' });
    const [first, second, third] = entriesOf(place, 'alpha/tools/getItems');
    expect(first?.regradingTrigger).toBeUndefined();
    expect(second?.regradingTrigger?.previousGradingId).toBe(first?.gradingId);
    expect(third?.regradingTrigger).toMatchObject({
      triggeredBy: 'scheduled',
      previousGradingId: second?.gradingId,
    });
    await rebuiltThrice(place);
  });

  it('is not recorded for other content, even with a reason, but for unchanged content', async () => {
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') },
    });
    await grade(place);
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Changed.') });
    await grade(place, { scope: 'all', regrade: { triggeredBy: 'scoring-system-bump' } });
    const triggers = (folder: string) =>
      entriesOf(place, folder).map(({ regradingTrigger }) => regradingTrigger?.triggeredBy ?? null);
    expect(triggers('alpha/tools/getItems')).toEqual([null, null]);
    expect(triggers('')).toEqual([null, null, null, null]);
    expect(triggers('beta/tools/getItems')).toEqual([null, 'scoring-system-bump']);
    expect((await rebuiltThrice(place)).schemas.alpha?.status).toBe('stable');
  });

  it('a reason alone asks about nothing that is not due', async () => {
    await using place = await oneSchema();
    await grade(place);
    const { results } = await place.emit('demo', { regrade: { triggeredBy: 'scheduled' } });
    expect(results[0]).toMatchObject({ nothingDue: true, promptCount: 0 });
  });
});

describe('a user-report', () => {
  it.each([
    { name: 'neither', more: {} },
    { name: 'no requester', more: { reportedIssue: REPORT.reportedIssue } },
    { name: 'no issue', more: { requestedBy: REPORT.requestedBy } },
    { name: 'a blank issue', more: { ...REPORT, reportedIssue: '  ' } },
    { name: 'a blank requester', more: { ...REPORT, requestedBy: '' } },
  ])('with $name: RUN-007, nothing requested, nothing written', async ({ more }) => {
    await using place = await oneSchema();
    await grade(place);
    const before = place.tree();
    const seen = provider.seen.length;
    const regrade = { triggeredBy: 'user-report', ...more } as const;
    const refused = await place.emit('demo', { scope: 'all', regrade }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GradingError);
    expect((refused as GradingError).problem.code).toBe('RUN-007');
    expect(place.tree()).toEqual(before);
    expect(provider.seen.length).toBe(seen);
  });
});

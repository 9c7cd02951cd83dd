// Entries written by a hand-in: each with its tier, every answer of code, its versions and its graders.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaById, expectedQuestionsOf } from '../../src/questions/lookup.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { fillScores, notApplicable } from '../journeys/filled-scores.js';
import { aboutSources, grade, openImported } from '../journeys/graded-place.js';
import { pathsOf } from '../journeys/island-tree.js';
import { type MockProvider, startMockProvider } from '../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../journeys/workplace.js';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;

/** A provider with an About, graded by a model in two runs, so that every provider area except skills has an entry. */
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openImported(provider.origin, aboutSources());
  for (const _ of ['schemas', 'About']) {
    await place.emit();
    place.wait();
    const { errors } = await place.consume({
      ...fillScores(place.prompts(), { score: 4, at: place.now.toISOString() }),
      creator: { skill: 'evaluate', skillVersion: '2.1.0', kind: 'llm' },
      harness: { name: 'claude-code', version: '1.0.0', model: 'claude-opus-4-7' },
    });
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    place.wait();
  }
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const entries = () => pathsOf(place.tree(), '_gradings/').map((path) => place.json<GradingEntry>(path));

describe('entries of a provider', () => {
  it('cover its five areas without skills, all autonomous, without a selection, with B as the best grade', () => {
    expect(new Set(entries().map(({ area }) => area))).toEqual(
      new Set([
        'single-test',
        'tools-aggregate-schema',
        'tools-aggregate-namespace',
        'namespace-description',
        'about-namespace',
      ]),
    );
    for (const entry of entries()) {
      expect(entry).toMatchObject({
        gradingTier: 'autonomous',
        maxAttainableGrade: 'B',
        aggregateGrade: 'B',
      });
      expect(entry.selectionId).toBeUndefined();
      expect(areaById(entry.area)?.side).toBe('provider');
    }
  });

  it('name both systems and the harness separately', () => {
    for (const entry of entries()) {
      expect(entry).toMatchObject({
        scoringSystem: 'scoringSystem/1.0.0',
        gradingSystem: 'gradingSystem/1.0.0',
        harness: 'claude-code',
      });
    }
  });

  it('hold an answer to every question of their area, including those of code', () => {
    for (const { area, gradings } of entries()) {
      expect(gradings.map(({ questionId, determinism }) => [questionId, determinism])).toEqual(
        expectedQuestionsOf(area).map(({ id, determinism }) => [id, determinism]),
      );
    }
  });

  it('name the model, the context and at least one persona with each answer', () => {
    const judged = entries().flatMap(({ gradings }) =>
      gradings.filter(({ determinism }) => determinism === 'non-deterministic'),
    );
    expect(judged.length).toBeGreaterThan(20);
    for (const answer of judged) {
      expect(answer).toMatchObject({
        graderIdentity: { kind: 'llm', name: 'evaluate', version: '2.1.0' },
        llmModel: 'claude-opus-4-7',
        selectionContext: { groupId: 'demo', personaIds: ['schema-maintainer'] },
      });
    }
  });

  it('refer to the records that code used', () => {
    const tools = entries().filter(({ area }) => area === 'single-test');
    expect(tools).toHaveLength(2);
    for (const { gradings } of tools) {
      const { evidence } = gradings.find(({ questionId }) => questionId === 'Q-single-test-02') ?? {};
      expect(JSON.stringify(evidence)).toMatch(/tests\/test-1\.json, .*tests\/test-3\.json/);
    }
  });

  it('carry the weights of the catalogue', () => {
    for (const { area, gradings } of entries()) {
      expect(gradings.map(({ weight }) => weight)).toEqual(
        expectedQuestionsOf(area).map(({ weight }) => weight),
      );
    }
  });
});

describe('a hand-in with answers of code only', () => {
  const unjudged = (place: Workplace) =>
    fillScores(place.prompts(), {
      at: place.now.toISOString(),
      answer: (given, { area }) => (area === 'single-test' ? notApplicable(given) : given),
    });

  it('in a full run: makes no entry and no grade, and gives the reason', async () => {
    await using other = await openImported(provider.origin, aboutSources());
    await other.emit();
    const { results } = await other.consume(unjudged(other));
    expect(results[0]?.noGrade).toEqual(
      ['alpha.getItems', 'beta.getItems'].map((subject) => ({
        area: 'single-test',
        subject,
        reason: 'no judgement counted',
      })),
    );
    expect(results[0]?.written.filter((path) => path.includes('single-test'))).toEqual([]);
    expect(other.index().schemas.alpha?.tools.getItems).toMatchObject({ status: 'pending' });
  });

  it('in a partial run: repeats the letter, with a warning (GRD-010)', async () => {
    await using other = await openImported(provider.origin, aboutSources());
    await grade(other);
    await other.emit('demo', { mode: 'partial', questions: ['Q-single-test-02', 'Q-single-test-04'] });
    const { results } = await other.consume(unjudged(other));
    expect(results[0]?.noGrade.map(({ reason }) => reason)).toEqual([]);
    const warned = (results[0]?.warnings ?? []).filter(({ code }) => code === 'GRD-010');
    expect(warned.map(({ args }) => args)).toEqual(
      ['alpha.getItems', 'beta.getItems'].map((subject) => ({ area: 'single-test', subject, grade: 'B' })),
    );
    expect(other.index().schemas.alpha?.tools.getItems).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('causes no warning if a judgement counts', async () => {
    await using other = await openImported(provider.origin, aboutSources());
    await other.emit();
    const { results } = await other.consume(fillScores(other.prompts()));
    expect(codesOf(results[0]?.warnings ?? [])).not.toContain('GRD-010');
  });
});

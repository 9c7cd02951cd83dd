// The About waits until every frozen member is stable.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { fillScores } from './filled-scores.js';
import {
  aboutSources,
  alphaText,
  askedIds,
  change,
  entriesIn,
  grade,
  oneTool,
  openImported,
  openOperational,
  rebuiltThrice,
} from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

/** The About waits until every member is stable, by the members frozen when the run began (spec 21). */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const ABOUT = 'alpha/resources/about';
const LOCK = 'providers/demo/lock-snapshot.json';
const statusesOf = (place: Workplace) =>
  place.index().lockSnapshot?.members.map(({ gradingStatus }) => gradingStatus);
const hashOf = (place: Workplace, schema: string) => place.index().schemas[schema]?.snapshot?.hash;
/** `beta` gets a C, everything else the best score. */
const poorBeta: NonNullable<Parameters<typeof fillScores>[1]> = {
  answer: (given, { subject }) =>
    subject.startsWith('beta') && typeof given.score === 'number' ? { ...given, score: 3 } : given,
};

describe('the gate before the About', () => {
  it('two runs: the first freezes pending members, the second asks about the About only', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const first = (await place.emit()).results[0];
    expect(first?.gatedAreas).toEqual([
      {
        area: 'about-namespace',
        subject: 'demo',
        reason:
          '2 of 2 member schemas are not stable: ' +
          `demo.alpha (${hashOf(place, 'alpha')}, pending), demo.beta (${hashOf(place, 'beta')}, pending)`,
      },
    ]);
    await place.consume(fillScores(place.prompts()));
    place.wait();
    expect((await rebuiltThrice(place)).about).toMatchObject({ status: 'pending' });
    // The frozen state stays, although the members are stable by now.
    expect(statusesOf(place)).toEqual(['pending', 'pending']);
    const { asked, emitted } = await grade(place);
    expect(asked).toEqual(['about-namespace/demo']);
    expect(emitted.gatedAreas).toEqual([]);
    const index = await rebuiltThrice(place);
    expect(index).toMatchObject({ status: 'operational', grade: 'B' });
    expect(statusesOf(place)).toEqual(['stable', 'stable']);
  });

  it('one member graded C, and only the About is due: the run fails and names what it waits for', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place, {}, poorBeta);
    expect(place.index().schemas.beta).toMatchObject({ status: 'graded', grade: 'C' });
    for (const onConflict of ['skip', 'overwrite'] as const) {
      const { status, results, errors } = await place.emit('demo', { onConflict });
      expect([status, codesOf(errors), exitCodeOf(errors)]).toEqual([false, ['RUN-002'], 1]);
      expect(results[0]).toMatchObject({ promptCount: 0, nothingDue: false, taskId: null });
      expect(results[0]?.gatedAreas).toEqual([
        {
          area: 'about-namespace',
          subject: 'demo',
          reason: `1 of 2 member schemas are not stable: demo.beta (${hashOf(place, 'beta')}, graded)`,
        },
      ]);
    }
    const index = await rebuiltThrice(place);
    expect(index.about.status).toBe('pending');
    expect(index).toMatchObject({ status: 'partial', grade: 'C' });
    expect(statusesOf(place)).toEqual(['stable', 'graded']);
  });

  it('one member graded C, and something else is due: the run succeeds', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place, {}, poorBeta);
    const { status, results, errors } = await place.emit('demo', { scope: 'all' });
    expect([status, exitCodeOf(errors)]).toEqual([true, 0]);
    expect(results[0]?.gatedAreas).toHaveLength(1);
    const asked = place.prompts().prompts.map(({ area }) => area);
    expect(asked).toContain('single-test');
    expect(asked).not.toContain('about-namespace');
    expect(place.prompts().gatedAreas).toEqual(results[0]?.gatedAreas);
  });

  it('opens after the member has improved', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place, {}, poorBeta);
    await grade(place, { scope: 'all' });
    expect(statusesOf(place)).toEqual(['stable', 'graded']);
    expect(await askedIds(place)).toEqual(['about-namespace/demo']);
    expect(statusesOf(place)).toEqual(['stable', 'stable']);
  });

  it('stays closed with every status except stable: blocked and rejected too', async () => {
    await using place = await openImported(provider.origin, {
      demo: {
        ...aboutSources().demo,
        'beta.mjs': oneTool('beta', 'Broken.', '/500'),
        'gamma.mjs': oneTool('gamma'),
      },
    });
    const veto = { triggeredBy: 'illegal-content', evidence: 'it is' } as const;
    await grade(
      place,
      {},
      {
        areas: (areas) => areas.map((area) => (area.subject === 'gamma.getItems' ? { ...area, veto } : area)),
      },
    );
    const { results } = await place.emit();
    expect(results[0]?.gatedAreas[0]?.reason).toBe(
      '2 of 3 member schemas are not stable: ' +
        `demo.beta (${hashOf(place, 'beta')}, blocked), demo.gamma (${hashOf(place, 'gamma')}, rejected)`,
    );
    expect(statusesOf(place)).toEqual(['stable', 'blocked', 'rejected']);
    expect((await rebuiltThrice(place)).status).toBe('rejected');
  });
});

describe('the frozen members decide', () => {
  it('even if a member changes while the About is being graded', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place);
    await place.emit();
    const scores = fillScores(place.prompts());
    const lock = place.island().readText(LOCK);
    await change(place, { 'beta.mjs': oneTool('beta', 'Changed meanwhile.') });
    expect((await rebuiltThrice(place)).schemas.beta?.status).toBe('pending');
    expect(statusesOf(place)).toEqual(['stable', 'stable']);
    const { status, errors } = await place.consume(scores);
    expect([status, errors]).toEqual([true, []]);
    const index = await rebuiltThrice(place);
    expect(index.about.status).toBe('stable');
    expect(index.schemas.beta?.status).toBe('pending');
    expect(place.island().readText(LOCK)).toBe(lock);
    expect(index.lockSnapshot).toEqual(JSON.parse(lock ?? ''));
  });

  it('until a new run freezes them again: then a changed About waits', async () => {
    await using place = await openOperational(provider.origin);
    await change(place, {
      'alpha.mjs': alphaText('Items of the alpha part.', '# Demo\n\nAnother About.\n'),
    });
    expect((await rebuiltThrice(place)).about.status).toBe('pending');
    const { status, results } = await place.emit();
    expect(status).toBe(true);
    expect(statusesOf(place)).toEqual(['pending', 'stable']);
    expect(results[0]?.gatedAreas).toHaveLength(1);
    await place.consume(fillScores(place.prompts()));
    place.wait();
    await grade(place);
    expect((await rebuiltThrice(place)).status).toBe('operational');
    expect(entriesIn(place, ABOUT)).toHaveLength(2);
  });

  it('but scores for an About that changed meanwhile are refused', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place);
    await place.emit();
    const scores = fillScores(place.prompts());
    await change(place, { 'alpha.mjs': alphaText(undefined, '# Demo\n\nAnother About.\n') });
    expect(codesOf((await place.consume(scores)).errors)).toEqual(['SCR-014']);
    expect(entriesIn(place, ABOUT)).toEqual([]);
  });
});

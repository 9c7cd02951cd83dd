// Under a specification with a ladder of readiness, what is asked about a whole namespace waits until every schema is green.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateGrades } from '../../src/features/gate/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import { alphaText, change, grade, oneTool, rebuiltThrice } from './graded-place.js';
import { findNonconforming } from './island-conformance.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const SKILL = `export const skill = ${JSON.stringify({
  name: 'find',
  version: 'flowmcp-skill/1.0.0',
  description: 'Finds items.',
  requires: { tools: ['getItems'], resources: [], external: [] },
  input: [],
  output: 'Items.',
  content: 'Call {{tool:getItems}} and show what it returns to whoever asked for it.',
})}\n`;
const broken = (path = '/500') => oneTool('beta', 'Items of the beta part.', path);

/** `alpha` works; the only test of `beta` fails. */
async function openHalfGreen(book = LATER_BOOK): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace({
    demo: { 'alpha.mjs': alphaText(), 'beta.mjs': broken(), 'skills/find.mjs': SKILL },
  });
  place.book = book;
  place.origin = provider.origin;
  const { errors } = await place.import();
  expect(errors).toEqual([]);
  place.wait();
  return place;
}

const WAITS = 'waits until every schema is deterministic-green: beta (structural-valid)';
const ABOUT_SAYS = '2 of 2 member schemas are not stable';

async function stateOf(place: Workplace) {
  const { results } = await readState({ island: place.island(), targets: ['demo'], now: () => place.now });
  return results[0];
}

describe('a namespace with one schema that is not green', () => {
  it('holds what is asked about the whole, says why, and asks about the rest', async () => {
    await using place = await openHalfGreen();
    const { results } = await place.emit();
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual([
      ...['single-test/alpha.getItems', 'tools-aggregate-schema/alpha'],
    ]);
    expect(results[0]?.gatedAreas.map(({ area, reason }) => [area, reason.split(': alpha')[0]])).toEqual([
      ...[
        ['tools-aggregate-namespace', WAITS],
        ['namespace-description', WAITS],
        ['namespace-skills', WAITS],
        ['about-namespace', expect.stringContaining(ABOUT_SAYS)],
      ],
    ]);
    expect(place.prompts().gatedAreas).toEqual(results[0]?.gatedAreas);
    const skill = place.island().readText('providers/demo/skill.md') ?? '';
    expect(skill).toContain(`\n- namespace-description/demo: ${WAITS}\n`);
    expect(skill).not.toMatch(/^### Task .*: (?:namespace-|tools-aggregate-namespace)/m);
    const held = results[0]?.blocked.map(({ node }) => node);
    expect(held).toEqual(['schemas.beta.toolsAggregate', 'schemas.beta.tools.getItems']);
  });

  it('shows how far each schema has come, and the least far in the summary', async () => {
    await using place = await openHalfGreen();
    await place.emit();
    const { schemas, summary, description, namespaceAggregate, skills } = place.index();
    expect([schemas.alpha?.readiness, schemas.beta?.readiness, summary.readiness]).toEqual([
      ...['deterministic-green', 'structural-valid', 'structural-valid'],
    ]);
    for (const node of [description, namespaceAggregate, skills['alpha.find'] ?? skills['beta.find']]) {
      expect(node).toMatchObject({ status: 'pending', reason: WAITS, waits: true });
    }
    await place.consume(fillScores(place.prompts()));
    expect(place.index().schemas.alpha?.readiness).toBe('stable');
    await rebuiltThrice(place);
  });

  it('is asked about as soon as the last schema is green, in the same run', async () => {
    await using place = await openHalfGreen();
    await grade(place);
    await change(place, { 'beta.mjs': broken('/ok') });
    const { asked, emitted } = await grade(place);
    expect(asked).toEqual(
      expect.arrayContaining(['namespace-description/demo', 'tools-aggregate-namespace/demo']),
    );
    expect(emitted.gatedAreas.map(({ area }) => area)).toEqual(['about-namespace']);
    await grade(place);
    expect([place.index().status, place.index().summary.readiness]).toEqual(['operational', 'stable']);
    expect(findNonconforming(place.root)).toEqual([]);
  });

  it('keeps a grade of the whole, but is not asked about it again', async () => {
    await using place = await openHalfGreen();
    await change(place, { 'beta.mjs': broken('/ok') });
    await grade(place);
    await change(place, { 'beta.mjs': broken('/500') });
    const again = { scope: 'all', regrade: { triggeredBy: 'scheduled' } } as const;
    const { asked, emitted } = await grade(place, again);
    expect(place.index().skills).toMatchObject({ 'alpha.find': { status: 'stable' } });
    expect(asked.filter((id) => /^namespace-|^tools-aggregate-namespace/.test(id))).toEqual([]);
    expect(emitted.gatedAreas).toContainEqual(
      expect.objectContaining({ area: 'namespace-skills', reason: WAITS }),
    );
  });

  it('is told of by plan, state, gate and verify', async () => {
    await using place = await openHalfGreen();
    await grade(place);
    const asked = { island: place.island(), targets: ['demo'], now: () => place.now };
    const planned = await planGrading(asked);
    expect(planned.results[0]?.nodes.find(({ node }) => node === 'schemas.beta.tools.getItems')?.kind).toBe(
      'blocked',
    );
    expect(planned.results[0]?.nodes.find(({ node }) => node === 'description')).toMatchObject({
      ...{ kind: 'gated', reason: WAITS },
    });
    const state = await stateOf(place);
    expect(state?.nextAction).toMatchObject({
      why: 'first fix what is blocked',
      otherwise: { command: 'flowmcp grading emit providers/demo' },
    });
    const gated = await gateGrades({ ...asked, minGrade: 'B' });
    const messages = JSON.stringify(gated);
    expect(messages).toContain('fewer than 2 working tests');
    expect(messages).not.toContain('fewer-than-two-tests');
    const verified = await verifyTargets(asked);
    expect([verified.status, verified.results.flatMap(({ warnings }) => warnings)]).toEqual([true, []]);
  });
});

describe('under a specification without a ladder', () => {
  it('one tool that can be tested is enough', async () => {
    await using place = await openHalfGreen(DEFAULT_BOOK);
    const { asked, emitted } = await grade(place);
    expect(asked).toEqual(
      expect.arrayContaining(['namespace-description/demo', 'tools-aggregate-namespace/demo']),
    );
    expect(emitted.gatedAreas.map(({ area }) => area)).toEqual(['about-namespace']);
    expect(JSON.stringify(place.index())).not.toMatch(/readiness|waits/);
  });
});
